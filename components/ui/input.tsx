import type { ComponentProps } from "react";
import { cn } from "./cn";

export const controlClasses =
  "default:w-full min-w-0 rounded-lg border border-input bg-card px-3.5 py-2.5 default:text-base text-foreground placeholder:text-muted-foreground disabled:opacity-55 aria-invalid:border-destructive aria-invalid:outline-destructive";

export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input className={cn(controlClasses, "min-h-12", className)} {...props} />;
}
