import { useEffect } from "react";

/**
 * Remembers an element. The result gives it the focus; once it is gone `otherwise`, or of what is left around it the
 * nearest title, or item of a list.
 */
export function placeOf(element: Element | null, otherwise?: () => HTMLElement | null): () => void {
  const around: HTMLElement[] = [];
  for (let at = element?.parentElement; at && at !== document.body; at = at.parentElement) around.push(at);
  return () => {
    const back = element?.isConnected ? element : otherwise?.();
    if (back instanceof HTMLElement) return back.focus();
    for (const left of around) {
      if (!left.isConnected) continue;
      const title = left.querySelector<HTMLElement>("h1, h2, h3, h4");
      if (title || left.matches("li"))
        return focusOnce(title?.closest<HTMLElement>("summary") ?? title ?? left);
    }
  };
}

/** Gives the focus to what no key reaches, without a scroll. */
function focusOnce(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute("tabindex")) {
    element.tabIndex = -1;
    element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true });
  }
  element.focus({ preventScroll: true });
}

/** Keeps the keyboard's place where what was pressed is gone once it is no longer `busy`. */
export function useKeptPlace(busy: boolean): void {
  useEffect(() => {
    if (!busy) return;
    const pressed = document.activeElement;
    const giveFocus = placeOf(pressed);
    return () => {
      // What is still there lost the focus to somebody who moved on.
      if (document.activeElement === document.body && !pressed?.isConnected) giveFocus();
    };
  }, [busy]);
}
