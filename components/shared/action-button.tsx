"use client";

import type { ComponentProps, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import type { ActionResult } from "@/lib/web/action";
import { type RunOptions, useAction } from "./use-action";

type Props<T> = Omit<ComponentProps<typeof Button>, "onClick" | "asChild"> & {
  act: () => Promise<ActionResult<T>>;
  /** The title of the toast of a success. */
  done?: string;
  failed: RunOptions<T>["failed"];
  onDone?: (data: T) => void;
  icon?: ReactNode;
  /** The button's text while the action runs. */
  working?: string;
};

/** A button that runs a server action with no more input, once at a time. */
export function ActionButton<T>({ act, done, failed, onDone, icon, working, children, ...props }: Props<T>) {
  const { pending, run } = useAction();
  return (
    <Button
      {...props}
      pending={pending}
      onClick={() =>
        !pending &&
        run(act, {
          failed,
          ...(done !== undefined && { done: { title: done, variant: "success" } }),
          ...(onDone && { onDone }),
        })
      }
    >
      {!pending && icon}
      {pending ? (working ?? children) : children}
    </Button>
  );
}
