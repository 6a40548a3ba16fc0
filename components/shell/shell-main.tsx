import type { ReactNode } from "react";
import { PressedTab } from "./pressed-tab";

/** The content of the shell, wide on wide screens (D48); a form or a text goes into `Narrow`. */
export function ShellMain({ children }: { children: ReactNode }) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="px-safe mx-auto max-w-2xl pt-4 pb-[calc(88px+env(safe-area-inset-bottom))] outline-none lg:max-w-5xl"
    >
      <PressedTab>{children}</PressedTab>
    </main>
  );
}
