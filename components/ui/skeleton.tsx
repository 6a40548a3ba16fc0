import type { ComponentProps } from "react";
import { cn } from "./cn";

/** A placeholder for each of these sizes. */
export function Skeletons({ of }: { of: readonly string[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: they never change, and two can have the same size.
  return of.map((size, at) => <Skeleton key={at} className={size} />);
}

/** A placeholder in the shape of what is loading; the page announces the loading once, not each bar. */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return (
    <div aria-hidden className={cn("animate-pulse default:rounded-lg bg-muted", className)} {...props} />
  );
}
