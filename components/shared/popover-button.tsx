"use client";

import dynamic from "next/dynamic";
import { type ComponentProps, type ReactNode, type Ref, useRef, useState } from "react";
import { OpeningDialog } from "@/components/shared/opening-dialog";

// With a fallback of its own; without one, waiting for the code would put the page's skeleton in the page's place, and the scroll would be lost.
const AnchoredPopover = dynamic(() => import("./anchored-popover").then((module) => module.AnchoredPopover), {
  loading: OpeningDialog,
});

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
