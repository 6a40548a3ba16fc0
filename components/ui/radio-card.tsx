import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

type Props = Omit<ComponentProps<"input">, "type"> & { label: ReactNode; hint?: ReactNode };

/** One choice of a group as a card that is wholly a target; put several in a `fieldset` with the same `name`. */
export function RadioCard({ label, hint, className, children, ...props }: Props) {
  return (
    <label
      className={cn(
        "flex min-h-12 items-center gap-3 rounded-lg border border-input bg-card px-3.5 py-2.5 has-checked:border-primary has-checked:bg-secondary has-checked:text-secondary-foreground has-disabled:opacity-55 has-focus-visible:outline-2 has-focus-visible:outline-offset-2",
        className,
      )}
    >
      <input type="radio" className="size-5 shrink-0 accent-primary outline-none" {...props} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{label}</span>
        {hint && <span className="block text-sm text-muted-foreground">{hint}</span>}
      </span>
      {children}
    </label>
  );
}
