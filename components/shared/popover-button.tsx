"use client";

import { type ComponentProps, type ReactNode, type Ref, useRef, useState } from "react";
import { lazily } from "@/components/shared/lazily";

const AnchoredPopover = lazily(() => import("./anchored-popover").then((module) => module.AnchoredPopover));

type Trigger = Pick<ComponentProps<"button">, "onClick" | "aria-expanded" | "aria-haspopup"> & {
  ref: Ref<HTMLButtonElement>;
};

type Props = {
  /** Names the popover for those who do not see it. */
  label: string;
  align: "start" | "end";
  className: string;
  /** Does the job in another way; the popover opens when it answers false. */
  instead?: () => Promise<boolean>;
  trigger: (props: Trigger) => ReactNode;
  children: ReactNode;
};

/** A button with a popover whose code is fetched when it first opens: lists are full of such buttons, and few are pressed. */
export function PopoverButton({ label, align, className, instead, trigger, children }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);

  async function toggle() {
    if (open) setOpen(false);
    else if (!(await instead?.())) setOpen(true);
  }

  return (
    <>
      {trigger({ ref: button, onClick: toggle, "aria-expanded": open, "aria-haspopup": "dialog" })}
      {open && (
        <AnchoredPopover
          anchor={button}
          label={label}
          align={align}
          className={className}
          onClose={() => setOpen(false)}
        >
          {children}
        </AnchoredPopover>
      )}
    </>
  );
}
