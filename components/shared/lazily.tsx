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
import { OUTDATED } from "@/components/shell/update-bar";
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
      try {
        return { default: (await load())[name] as ComponentType<object> };
      } catch (lost) {
        latest = fetched();
        const isGone = await isOfAnotherBuild(lost);
        if (isGone) window.dispatchEvent(new Event(OUTDATED));
        return { default: (props: object) => <Lost isGone={isGone} {...props} /> };
      }
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

const Retry = createContext<() => void>(() => undefined);

/** How long the server is asked for lost code, whose dialog shows that it opens meanwhile. */
const ASK_MS = 3_000;

/** Whether the file of lost code does not exist, because the server has another build. */
async function isOfAnotherBuild(lost: unknown): Promise<boolean> {
  const [file] = /\/_next\/\S+\.js/.exec(String(lost)) ?? [];
  if (!file) return false;
  return fetch(file, { method: "HEAD", signal: AbortSignal.timeout(ASK_MS) }).then(
    ({ status }) => status === 404,
    () => false,
  );
}

type LostProps = { isGone: boolean; onClose?: () => void };

/** Replaces what could not be fetched: a dialog closes, a part of the page has a way on. */
function Lost({ isGone, onClose }: LostProps) {
  const t = useTranslations();
  const retry = useContext(Retry);
  const why = t(isGone ? "install.update.text" : "errors.mobile.offline");
  const end = useEffectEvent(() => {
    if (!onClose) return;
    toast({ title: why, variant: isGone ? "default" : "destructive" });
    onClose();
  });
  useEffect(() => end(), []);
  if (onClose) return null;
  return (
    <p role="status">
      {why}{" "}
      <Button variant="outline" onClick={isGone ? () => location.reload() : retry}>
        {t(isGone ? "install.update.reload" : "shell.fault.retry")}
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
