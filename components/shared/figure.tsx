import type { ReactNode } from "react";

/** A total of a person, inside a `<dl>`; `children` say more about it. */
export function Figure({ name, value, children }: { name: string; value: ReactNode; children?: ReactNode }) {
  return (
    <div className="min-w-0 rounded-xl bg-secondary p-3 text-secondary-foreground">
      <dt className="text-sm">{name}</dt>
      <dd className="text-xl font-bold whitespace-nowrap tabular-nums">{value}</dd>
      {children}
    </div>
  );
}
