import { type ComponentProps, type ReactNode, type Ref, type RefObject, useRef, useState } from "react";
import { lazily } from "@/components/shared/lazily";

/** The popover, for content that is not fetched with it. */
export const LazyPopover = lazily(() => import("./anchored-popover"), "AnchoredPopover");

/** What an open popover belongs to. */
export type PopoverPlace = { anchor: RefObject<HTMLButtonElement | null>; onClose: () => void };

type Trigger = Pick<ComponentProps<"button">, "onClick" | "aria-expanded" | "aria-haspopup"> & {
  ref: Ref<HTMLButtonElement>;
};

type Props = {
  /** Replaces the popover, which opens when this returns false. */
  instead?: () => Promise<boolean>;
  trigger: (props: Trigger) => ReactNode;
  popover: (place: PopoverPlace) => ReactNode;
};

/** A button with a popover whose code is fetched when it first opens: lists have many such buttons. */
export function PopoverButton({ instead, trigger, popover }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  // A device refuses to share twice at once, and a refusal would open the popover.
  const isAsking = useRef(false);

  async function toggle() {
    if (open) return setOpen(false);
    if (isAsking.current) return;
    isAsking.current = true;
    try {
      if (!(await instead?.())) setOpen(true);
    } finally {
      isAsking.current = false;
    }
  }

  return (
    <>
      {trigger({ ref: button, onClick: toggle, "aria-expanded": open, "aria-haspopup": "dialog" })}
      {open && popover({ anchor: button, onClose: () => setOpen(false) })}
    </>
  );
}
