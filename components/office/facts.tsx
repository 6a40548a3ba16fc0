import { Fragment, type ReactNode } from "react";
import { written } from "./office-table";

/** Names and values; what is null is left out. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode | Date])[] }) {
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)] gap-x-4 gap-y-1.5 text-sm [overflow-wrap:anywhere] sm:grid-cols-[12rem_minmax(0,1fr)]">
      {facts.map(([name, value]) =>
        value === null || value === undefined ? null : (
          <Fragment key={name}>
            <dt className="text-muted-foreground">{name}</dt>
            <dd className="whitespace-pre-line">{written(value)}</dd>
          </Fragment>
        ),
      )}
    </dl>
  );
}
