import type { ReactNode } from "react";
import { DeedForm, type DeedFormProps } from "./deed-form";

/** A part of a page of the office under its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-8 first:mt-0">
      <h2 className="mb-3 text-lg font-semibold">{title}</h2>
      {children}
    </section>
  );
}

/** Something that can be done, folded until it is wanted. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="rounded-2xl border bg-card">
      <summary className="min-h-11 cursor-pointer content-center rounded-2xl px-4 py-2 font-medium">
        {title}
      </summary>
      <div className="px-4 pt-1 pb-4">{children}</div>
    </details>
  );
}

/** The form of a deed, folded under what it does. */
export function DeedFold<I extends object>(props: DeedFormProps<I>) {
  return (
    <Fold title={props.submit}>
      <DeedForm {...props} />
    </Fold>
  );
}
