"use client";

import { type RefObject, useEffect, useEffectEvent } from "react";

export const TOAST_HOTKEY = "F8";

type Keys = {
  open: boolean;
  onVisit: () => void;
  onLeave: () => void;
  onDismiss: () => void;
};

/**
 * F8 goes to the toast and back again. Escape dismisses it from inside, and from outside only when nothing else wanted the key: a dialog below
 * is closed first.
 */
export function useToastKeys(card: RefObject<HTMLElement | null>, { open, ...keys }: Keys): void {
  const first = useEffectEvent((event: KeyboardEvent) => {
    const inside = card.current?.contains(document.activeElement) ?? false;
    if (event.key === TOAST_HOTKEY) {
      event.preventDefault();
      if (inside) keys.onLeave();
      else keys.onVisit();
    } else if (event.key === "Escape" && inside) {
      event.stopPropagation();
      keys.onDismiss();
    }
  });
  const last = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.defaultPrevented) keys.onDismiss();
  });

  useEffect(() => {
    if (!open) return;
    const stop = new AbortController();
    const { signal } = stop;
    // Dialogs listen at the document: before them, and after everybody.
    window.addEventListener("keydown", (event) => first(event), { signal, capture: true });
    window.addEventListener("keydown", (event) => last(event), { signal });
    return () => stop.abort();
  }, [open]);
}
