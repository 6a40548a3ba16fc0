"use client";

import { useEffect, useRef } from "react";

const SEEN = "celebrated";

/** A short burst of confetti, once for a payment, and none for people who asked for less motion. */
export function Celebration({ paymentId }: { paymentId: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    if (sessionStorage.getItem(SEEN) === paymentId) return;
    sessionStorage.setItem(SEEN, paymentId);
    import("canvas-confetti").then(({ default: confetti }) => {
      if (!canvas.current) return;
      // Without its worker, which the content policy would not let in.
      const fire = confetti.create(canvas.current, { resize: true, useWorker: false });
      fire({ particleCount: 120, spread: 75, startVelocity: 42, origin: { y: 0.5 } });
    });
  }, [paymentId]);

  return <canvas ref={canvas} aria-hidden className="pointer-events-none fixed inset-0 z-50 size-full" />;
}
