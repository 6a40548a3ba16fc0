"use client";

import { useEffect, useEffectEvent, useRef } from "react";

type Options = { running: boolean; onEnd: () => void };

/** Calls `onEnd` once, after so many milliseconds of running. */
export function useCountdown(ms: number, { running, onEnd }: Options): void {
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
