import { type ComponentProps, createElement, Fragment } from "react";
import { cn } from "./cn";

/** A placeholder for each of these sizes. As arguments they need no keys. */
export function Skeletons({ of }: { of: readonly string[] }) {
  return createElement(Fragment, null, ...of.map((className) => createElement(Skeleton, { className })));
}

/** A placeholder in the shape of what is loading; the page announces the loading once, not each bar. */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return (
    <div aria-hidden className={cn("animate-pulse default:rounded-lg bg-muted", className)} {...props} />
  );
}
