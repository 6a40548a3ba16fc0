import { useRef } from "react";

/** Brings the focus back to what opened a dialog, also where the dialog has no trigger of its own or follows on another. */
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
