import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from "react";

type PropsOf<C> = C extends (props: infer P) => ReactNode ? P : never;

/**
 * The component `name` of a module whose code is fetched when it is first shown, mostly a dialog. It always has a
 * fallback of its own: without one, the page's skeleton would replace the page meanwhile and its scroll position would
 * be lost. By React's own `lazy`, because next/dynamic would be sent with every page.
 */
export function lazily<M, N extends keyof M>(
  load: () => Promise<M>,
  name: N,
  Fallback: () => ReactNode = OpeningDialog,
): (props: PropsOf<M[N]>) => ReactNode {
  const Loaded = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }));
  return function Lazily(props) {
    return (
      <Suspense fallback={<Fallback />}>
        <Loaded {...(props as object)} />
      </Suspense>
    );
  };
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
