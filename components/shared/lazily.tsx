"use client";

import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { OpeningDialog } from "./opening-dialog";

/**
 * A component whose code is fetched when it is first shown, dialogs above all. It always has a fallback of its own: without one, waiting for the
 * code would put the page's skeleton in the page's place, and the scroll would be lost. React's own `lazy`, since next/dynamic would be sent
 * with every page.
 */
export function lazily<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Fallback: () => ReactNode = OpeningDialog,
): (props: P) => ReactNode {
  const Loaded = lazy(async () => ({ default: await load() })) as unknown as ComponentType<P>;
  return function Lazily(props) {
    return (
      <Suspense fallback={<Fallback />}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
