import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";

type Props = {
  title: string;
  text: string;
  /** Says what was just done: the focus goes to its title, so that it is read out. */
  isResult?: boolean;
  children?: ReactNode;
};

/** One step of regaining access to an account, or its result. */
export function AccessCard({ title, text, isResult = false, children }: Props) {
  return (
    <Card className="space-y-4">
      <h1
        className="text-2xl font-bold outline-none [overflow-wrap:anywhere]"
        {...(isResult && { tabIndex: -1, ref: (heading: HTMLElement | null) => heading?.focus() })}
      >
        {title}
      </h1>
      <p className="[overflow-wrap:anywhere]">{text}</p>
      {children}
    </Card>
  );
}
