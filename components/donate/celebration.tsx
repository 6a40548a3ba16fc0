"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { toast } from "@/components/ui/toast-store";

const SEEN = "celebrated";

/** Says once for a payment that it succeeded, with a short burst of confetti for people who have not asked for less motion. */
export function Celebration({ paymentId }: { paymentId: string }) {
  const t = useTranslations("paymentSuccess.toast");
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    if (sessionStorage.getItem(SEEN) === paymentId) return;
    sessionStorage.setItem(SEEN, paymentId);
    toast({ title: t("title"), description: t("text"), variant: "success" });
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    import("canvas-confetti").then(({ default: confetti }) => {
      if (!canvas.current) return;
      // Without its worker, which the content policy would not let in.
      const fire = confetti.create(canvas.current, { resize: true, useWorker: false });
      fire({ particleCount: 120, spread: 75, startVelocity: 42, origin: { y: 0.5 } });
    });
  }, [paymentId, t]);

  return <canvas ref={canvas} aria-hidden className="pointer-events-none fixed inset-0 z-50 size-full" />;
}
