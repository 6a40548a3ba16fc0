"use client";

import { useEffect, useRef } from "react";

const SEEN = "celebrated";

type Props = {
  /** Of what is celebrated: once each. */
  id: string;
  particles?: number;
};

/** Confetti over the page, for people who have not asked for less motion. */
export function Confetti({ id, particles = 120 }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    if (!isFirst(id) || window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    import("canvas-confetti").then(({ default: confetti }) => {
      if (!canvas.current) return;
      // Without a worker, which the content security policy forbids.
      const fire = confetti.create(canvas.current, { resize: true, useWorker: false });
      fire({ particleCount: particles, spread: 75, startVelocity: 42, origin: { y: 0.5 } });
    });
  }, [id, particles]);

  return <canvas ref={canvas} aria-hidden className="pointer-events-none fixed inset-0 z-50 size-full" />;
}

/** Whether this was not celebrated in this tab before; from then on it was. */
function isFirst(id: string): boolean {
  try {
    const isNew = sessionStorage.getItem(SEEN) !== id;
    sessionStorage.setItem(SEEN, id);
    return isNew;
  } catch {
    // Storage is forbidden.
    return false;
  }
}
