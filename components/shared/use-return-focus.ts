import { useRef } from "react";

/** Returns the focus to what opened a dialog that has no trigger of its own, or that follows another dialog. */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    remember() {
      opener.current = document.activeElement;
    },
    giveBack(event: Event) {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
