import { CloudOff } from "lucide-react";
import type { ReactNode } from "react";

type Props = { title: ReactNode; text: ReactNode; children: ReactNode };

/** A screen that could not be shown: what happened, and what to do. */
export function FaultScreen({ title, text, children }: Props) {
  return (
    <div className="mx-auto flex min-h-[60dvh] max-w-md flex-col items-center justify-center gap-4 px-6 py-12 text-center">
      <CloudOff aria-hidden className="size-12 text-muted-foreground" strokeWidth={1.5} />
      <h1 className="text-2xl font-bold">{title}</h1>
      <p className="text-muted-foreground">{text}</p>
      {children}
    </div>
  );
}
