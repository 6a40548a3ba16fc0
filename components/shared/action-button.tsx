"use client";

import type { ComponentProps, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import type { ActionResult } from "@/lib/web/action";
import { useAction } from "./use-action";

type Props = Omit<ComponentProps<typeof Button>, "onClick" | "asChild"> & {
  act: () => Promise<ActionResult<unknown>>;
  /** The title of the toast of a success. */
  done: string;
  failed: Parameters<ReturnType<typeof useAction>["run"]>[1]["failed"];
  icon?: ReactNode;
  /** The button's text while the action runs. */
  working?: string;
};

/** A button that runs a server action with no more input, once at a time. */
export function ActionButton({ act, done, failed, icon, working, children, ...props }: Props) {
  const { pending, run } = useAction();
  return (
    <Button
      {...props}
      pending={pending}
      onClick={() => !pending && run(act, { done: { title: done, variant: "success" }, failed })}
    >
      {!pending && icon}
      {pending ? (working ?? children) : children}
    </Button>
  );
}
