import type { ComponentProps } from "react";
import { cn } from "./cn";

type Props = ComponentProps<"label"> & { htmlFor: string };

export function Label({ className, htmlFor, children, ...props }: Props) {
  return (
    <label htmlFor={htmlFor} className={cn("block text-base font-medium", className)} {...props}>
      {children}
    </label>
  );
}
