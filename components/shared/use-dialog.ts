import { type MouseEvent, useRef, useState } from "react";
import { placeOf } from "./kept-place";

/** What a dialog needs from the component that shows it: how it closes, and what sets the focus afterwards. */
export type DialogProps = { onClose: () => void; onClosed: (event: Event) => void };

/** Returns the focus to what opened a dialog; where that is gone, to `otherwise`, or near it. */
export function useReturnFocus(otherwise?: () => HTMLElement | null) {
  const giveFocus = useRef(placeOf(null, otherwise));
  return {
    remember(by = document.activeElement) {
      giveFocus.current = placeOf(by, otherwise);
    },
    giveBack(event: Event) {
      event.preventDefault();
      giveFocus.current();
    },
  };
}

/**
 * A dialog that a press opens, with what it is about (`shown`; null without one). When it closes, the focus returns to
 * what was pressed; where that is gone, to `otherwise`, or near it.
 */
export function useDialog<T = true>(otherwise?: () => HTMLElement | null) {
  const focus = useReturnFocus(otherwise);
  const [shown, setShown] = useState<T | null>(null);

  /** Without `by` the dialog follows another one. */
  function show(what: T, by?: HTMLElement | null) {
    if (by !== undefined) focus.remember(by);
    setShown(what);
  }

  const props: DialogProps = { onClose: () => setShown(null), onClosed: focus.giveBack };
  return {
    shown,
    show,
    props,
    /** For a button that opens it. */
    opens:
      (what: T) =>
      ({ currentTarget }: MouseEvent<HTMLElement>) =>
        show(what, currentTarget),
  };
}
