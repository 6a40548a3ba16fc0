import { type ReactNode, ViewTransition } from "react";

/** Lets one page fade into the next, where the browser can and the person has not asked for less motion. */
export default function ShellTemplate({ children }: { children: ReactNode }) {
  return (
    <ViewTransition enter="page" exit="page" default="none">
      <div>{children}</div>
    </ViewTransition>
  );
}
