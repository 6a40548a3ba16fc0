"use client";

import { useEffect, useRef } from "react";
import { toast } from "@/components/ui/toast-store";

const SEEN = "celebrated";

type Props = {
  /** Of what is celebrated: once each. */
  id: string;
  title: string;
  text: string;
  /** How much confetti. */
  particles?: number;
};

/** Shows a success once, with confetti for people who have not asked for less motion. */
export function Celebration({ id, title, text, particles = 120 }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    if (sessionStorage.getItem(SEEN) === id) return;
    sessionStorage.setItem(SEEN, id);
    toast({ title, description: text, variant: "success" });
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    import("canvas-confetti").then(({ default: confetti }) => {
      if (!canvas.current) return;
      // Without a worker, which the content security policy forbids.
      const fire = confetti.create(canvas.current, { resize: true, useWorker: false });
      fire({ particleCount: particles, spread: 75, startVelocity: 42, origin: { y: 0.5 } });
    });
  }, [id, title, text, particles]);

  return <canvas ref={canvas} aria-hidden className="pointer-events-none fixed inset-0 z-50 size-full" />;
}
