import type { ComponentProps } from "react";
import { cn } from "./cn";

/** A place-holder in the shape of what comes; the page names the loading once, not each bar. */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return (
    <div aria-hidden className={cn("animate-pulse default:rounded-lg bg-muted", className)} {...props} />
  );
}
