"use client";

import { useEffect, useRef } from "react";
import { chime } from "./chime";
import { inTab } from "./stored";

const SEEN = "celebrated";

/** How much confetti for a donation or a new request, and for a goal that was reached. */
const PARTICLES = { usual: 90, goal: 160 };

type Props = {
  /** Of what is celebrated: once each. */
  id: string;
  /** A goal was reached: more of it, from both sides. */
  isGoal?: boolean;
};

/** Celebrates once, for people who have not asked for less motion. */
export function Confetti({ id, isGoal = false }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    if (inTab.read(SEEN) === id) return;
    inTab.store(SEEN, id);
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    chime(isGoal);
    import("canvas-confetti").then(({ default: confetti }) => {
      if (!canvas.current) return;
      // Without a worker, which the content security policy forbids.
      const fire = confetti.create(canvas.current, { resize: true, useWorker: false });
      if (!isGoal) {
        fire({ particleCount: PARTICLES.usual, spread: 75, startVelocity: 42, origin: { y: 0.5 } });
        return;
      }
      for (const [x, angle] of [
        [0, 60],
        [1, 120],
      ] as const)
        fire({
          particleCount: PARTICLES.goal,
          angle,
          spread: 80,
          startVelocity: 55,
          ticks: 320,
          origin: { x, y: 0.7 },
        });
    });
  }, [id, isGoal]);

  return <canvas ref={canvas} aria-hidden className="pointer-events-none fixed inset-0 z-50 size-full" />;
}
