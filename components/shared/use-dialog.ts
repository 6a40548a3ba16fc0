import { type MouseEvent, useRef, useState } from "react";

/** What a dialog needs from the component that shows it: how it closes, and what sets the focus afterwards. */
export type DialogProps = { onClose: () => void; onClosed: (event: Event) => void };

/**
 * A dialog that a press opens, with what it is about (`shown`; null without one). When it closes, the focus returns to
 * what was pressed; where that is gone, to `otherwise`.
 */
export function useDialog<T = true>(otherwise?: () => HTMLElement | null) {
  const opener = useRef<HTMLElement | null>(null);
  const [shown, setShown] = useState<T | null>(null);
  const close = () => setShown(null);

  /** Without `by` the dialog follows another one. */
  function show(what: T, by = opener.current) {
    opener.current = by;
    setShown(what);
  }

  const props: DialogProps = {
    onClose: close,
    onClosed(event) {
      event.preventDefault();
      (opener.current?.isConnected ? opener.current : otherwise?.())?.focus();
    },
  };
  return {
    shown,
    show,
    close,
    props,
    /** For a button that opens it. */
    opens:
      (what: T) =>
      ({ currentTarget }: MouseEvent<HTMLElement>) =>
        show(what, currentTarget),
  };
}
