import type { ComponentProps } from "react";

/** One of a few choices that are seen side by side; `children` say what it is. */
export function RadioTile({ children, ...props }: ComponentProps<"input">) {
  return (
    <label className="flex min-h-12 items-center justify-center gap-2 rounded-lg border border-input bg-card px-3 py-2 font-semibold has-checked:border-primary has-checked:bg-secondary has-checked:text-secondary-foreground has-checked:ring-1 has-checked:ring-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2">
      <input type="radio" className="sr-only" {...props} />
      {children}
    </label>
  );
}
