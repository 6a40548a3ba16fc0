import type { ComponentProps } from "react";
import { cn } from "./cn";

/** A placeholder in the shape of what is loading; the page announces the loading once, not each bar. */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return (
    <div aria-hidden className={cn("animate-pulse default:rounded-lg bg-muted", className)} {...props} />
  );
}
