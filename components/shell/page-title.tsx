import type { ReactNode } from "react";

type Props = { title: ReactNode; children?: ReactNode };

/** A screen's heading, with room for an action beside it. */
export function PageTitle({ title, children }: Props) {
  return (
    <div className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <h1 className="min-w-0 text-2xl font-bold">{title}</h1>
      {children}
    </div>
  );
}
