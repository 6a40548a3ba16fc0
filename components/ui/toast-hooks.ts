import { usePathname } from "next/navigation";
import {
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { TOAST_HOTKEY } from "./toast-store";

/** How far a finger must move to dismiss, and how far it may tremble, in pixels (specification 9). */
const THRESHOLD_PX = 50;
const SLOP_PX = 8;

/** Calls `onEnd` once, after so many milliseconds of running. */
export function useCountdown(ms: number, { running, onEnd }: { running: boolean; onEnd: () => void }): void {
  const left = useRef(ms);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (!running) return;
    const since = performance.now();
    const timer = setTimeout(() => end(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - since;
    };
  }, [running]);
}

/** Whether this window has the focus. */
export function useWindowFocus(): boolean {
  const [focused, setFocused] = useState(true);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener("focus", () => setFocused(true), { signal });
    window.addEventListener("blur", () => setFocused(false), { signal });
    return () => stop.abort();
  }, []);
  return focused;
}

/** Calls `onLeave` when the page changes; with `toNextPage`, when it changes for the second time. */
export function usePageLeave(toNextPage: boolean, onLeave: () => void): void {
  const pathname = usePathname();
  const page = useRef(pathname);
  const isExpected = useRef(toNextPage);
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    if (page.current === pathname) return;
    page.current = pathname;
    if (isExpected.current) isExpected.current = false;
    else leave();
  }, [pathname]);
}

const GAP_PX = 8;

/**
 * Places a toast below the header, as far as that is on the screen, by properties of the page: the toaster uses
 * `--toast-top`, and dialogs end below `--toast-bottom`.
 */
export function useOwnPlace(card: RefObject<HTMLElement | null>, open: boolean): void {
  useLayoutEffect(() => {
    if (!open || !card.current) return;
    const { style } = document.documentElement;
    const header = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
    const top = Math.max(0, header) + GAP_PX;
    style.setProperty("--toast-top", `${top}px`);
    // The height in the layout: the toast slides in.
    style.setProperty("--toast-bottom", `${top + card.current.offsetHeight + GAP_PX}px`);
    return () => {
      style.removeProperty("--toast-bottom");
    };
  }, [card, open]);
}

type Keys = { open: boolean; onVisit: () => void; onLeave: () => void; onDismiss: () => void };

/**
 * F8 moves the focus to the toast and back. Escape dismisses the toast from inside; from outside only when nothing
 * else used the key, so that a dialog below closes first.
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
    // Dialogs listen at the document: one listener runs before them, one after them.
    window.addEventListener("keydown", (event) => first(event), { signal, capture: true });
    window.addEventListener("keydown", (event) => last(event), { signal });
    return () => stop.abort();
  }, [open]);
}

/**
 * Follows a finger or the mouse to the right and calls `onAway` when it is released far enough (specification 9).
 * `offset` in pixels while it follows.
 */
export function useSwipeAway(onAway: () => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  const [offset, setOffset] = useState<number | null>(null);
  const [away, setAway] = useState(false);

  function move(event: PointerEvent<HTMLElement>) {
    if (!start.current) return;
    const x = event.clientX - start.current.x;
    const y = event.clientY - start.current.y;
    if (offset === null) {
      if (Math.hypot(x, y) < SLOP_PX) return;
      if (x < Math.abs(y)) {
        start.current = null;
        return;
      }
      event.currentTarget.setPointerCapture(event.pointerId);
    }
    setOffset(Math.max(0, x));
  }

  function stop() {
    start.current = null;
    setOffset(null);
  }

  function release() {
    if (offset !== null && offset >= THRESHOLD_PX) {
      setAway(true);
      start.current = null;
      onAway();
    } else stop();
  }

  return {
    offset,
    away,
    handlers: {
      onPointerDown: ({ button, clientX, clientY }: PointerEvent) => {
        if (button === 0) start.current = { x: clientX, y: clientY };
      },
      onPointerMove: move,
      onPointerUp: release,
      onPointerCancel: stop,
    },
  };
}
