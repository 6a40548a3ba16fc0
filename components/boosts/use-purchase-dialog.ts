"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useRef } from "react";
import { type BoostSelection, boostSelectionHref, readBoostSelection } from "./selection";

/** Where the focus goes when the address alone opened the dialog. */
export const buyButtonId = (boostType: BoostSelection["boostType"]) => `buy-${boostType}`;

/**
 * Which purchase the address opens (specification 2). Opening adds a step to the history that closing, or the back button, takes away again; a
 * purchase that the page was entered with is closed in place.
 */
export function usePurchaseDialog() {
  const selection = readBoostSelection(useSearchParams());
  const pathname = usePathname();
  const stepped = useRef(false);
  const opener = useRef<Element | null>(null);
  return {
    selection,
    open(next: BoostSelection) {
      opener.current = document.activeElement;
      stepped.current = true;
      window.history.pushState(null, "", boostSelectionHref(pathname, next));
    },
    close() {
      if (stepped.current) window.history.back();
      else window.history.replaceState(null, "", pathname);
      stepped.current = false;
    },
    returnFocus(event: Event, boostType: BoostSelection["boostType"]) {
      event.preventDefault();
      const target = opener.current ?? document.getElementById(buyButtonId(boostType));
      if (target instanceof HTMLElement) target.focus();
    },
  };
}
