import type { ReactNode } from "react";

/** The column of a form or a text: 640 px in the middle of the shell's wider one (D48). */
export function Narrow({ children }: { children: ReactNode }) {
  return <div className="mx-auto max-w-160">{children}</div>;
}
