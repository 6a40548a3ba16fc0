import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import {
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";

type PropsOf<C> = C extends (props: infer P) => ReactNode ? P : never;

/**
 * The component `name` of a module whose code is fetched when it is first shown, mostly a dialog. It always has a
 * fallback of its own: without one, the page's skeleton would replace the page meanwhile and its scroll position would
 * be lost. By React's own `lazy`, because next/dynamic would be sent with every page. Code that is lost on the way is
 * fetched again the next time.
 */
export function lazily<M, N extends keyof M>(
  load: () => Promise<M>,
  name: N,
  Fallback: () => ReactNode = OpeningDialog,
): (props: PropsOf<M[N]>) => ReactNode {
  let latest = fetched();
  /** React keeps what a fetch came to, also a failure: another try needs another one. */
  function fetched() {
    return lazy(async () => {
      const module = await load().catch(() => null);
      if (!module) {
        latest = fetched();
        askForNewBuild();
      }
      return { default: (module ? module[name] : Lost) as ComponentType<object> };
    });
  }
  return function Lazily(props) {
    const [Loaded, setLoaded] = useState(() => latest);
    return (
      <Retry value={() => setLoaded(() => latest)}>
        <Suspense fallback={<Fallback />}>
          <Loaded {...(props as object)} />
        </Suspense>
      </Retry>
    );
  };
}

/** A newer build has other code. Where the server has one, the page then offers a reload (UpdateBar). */
function askForNewBuild(): void {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  workers
    ?.getRegistration()
    .then((own) => own?.update())
    .catch(() => undefined);
}

const Retry = createContext<() => void>(() => undefined);

/** Of a dialog. One that goes back in the history learns by itself that it did, and then calls `onBack`. */
type Closing = { onClose?: () => void; onBack?: () => void };

/** Replaces what could not be fetched: a dialog closes, a part of the page can be tried again. */
function Lost({ onClose, onBack }: Closing) {
  const t = useTranslations();
  const retry = useContext(Retry);
  const why = t("errors.mobile.offline");
  const end = useEffectEvent(() => {
    if (!onClose) return;
    toast({ title: why, variant: "destructive" });
    onClose();
    onBack?.();
  });
  useEffect(() => end(), []);
  if (onClose) return null;
  return (
    <p role="status">
      {why}{" "}
      <Button variant="outline" onClick={retry}>
        {t("shell.fault.retry")}
      </Button>
    </p>
  );
}

/** On a fast connection nothing flashes. */
const PATIENCE_MS = 200;

/** Replaces a dialog while its code is fetched: nothing on the page moves, and screen readers announce it. */
function OpeningDialog() {
  const t = useTranslations("common");
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <span role="status" className="pointer-events-none fixed inset-0 z-50 grid place-items-center">
      {slow && (
        <span className="grid size-16 animate-in place-items-center rounded-2xl border bg-popover text-popover-foreground shadow-lg fade-in-0">
          <LoaderCircle aria-hidden className="size-8 animate-spin" />
          <span className="sr-only">{t("loading")}</span>
        </span>
      )}
    </span>
  );
}
