import * as Primitive from "radix-ui/popover";
import type { ReactNode, RefObject } from "react";
import { Popover, PopoverContent } from "@/components/ui/popover";

type Props = {
  anchor: RefObject<HTMLButtonElement | null>;
  label: string;
  align: "start" | "end";
  className: string;
  onClose: () => void;
  children: ReactNode;
};

/** The open popover of a PopoverButton. */
export function AnchoredPopover({ anchor, label, align, className, onClose, children }: Props) {
  return (
    <Popover open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <PopoverContent
        align={align}
        aria-label={label}
        className={className}
        onInteractOutside={(event) => {
          // The button closes the popover itself.
          if (anchor.current?.contains(event.target as Node)) event.preventDefault();
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          anchor.current?.focus();
        }}
      >
        {children}
      </PopoverContent>
    </Popover>
  );
}
