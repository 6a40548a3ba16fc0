"use client";

import { type PointerEvent, useRef, useState } from "react";

const THRESHOLD_PX = 50;
/** How far a finger may tremble. */
const SLOP_PX = 8;

/** Follows a finger, or the mouse, to the right; `onAway` when it lets go far enough (specification 9). `offset` in pixels while it follows. */
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

  function letGo() {
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
      onPointerUp: letGo,
      onPointerCancel: stop,
    },
  };
}
