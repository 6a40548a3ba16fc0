"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState, useTransition } from "react";
import { Waiting } from "@/components/shared/waiting";
import { Button } from "@/components/ui/button";

/**
 * Pauses before each check. After the last the person can check; the server follows the payment anyway (D28).
 */
const PAUSES_MS = [1_500, 2_500, 4_000, 6_000, 10_000, 15_000, 20_000];

/** Checks a limited number of times how a payment ended; `later` is shown after that. */
export function Recheck({ later }: { later: string }) {
  const t = useTranslations("paymentSuccess");
  const router = useRouter();
  const [looks, setLooks] = useState(0);
  const [checking, startTransition] = useTransition();
  const pause = PAUSES_MS[looks];

  useEffect(() => {
    if (pause === undefined || checking) return;
    const timer = setTimeout(() => {
      setLooks((before) => before + 1);
      startTransition(() => router.refresh());
    }, pause);
    return () => clearTimeout(timer);
  }, [pause, checking, router]);

  if (pause !== undefined || checking) return <Waiting text={t("checking")} later={t("checking")} />;
  return (
    <div className="space-y-3">
      <p role="status">{later}</p>
      <Button variant="outline" className="w-full" onClick={() => startTransition(() => router.refresh())}>
        {t("checkNow")}
      </Button>
    </div>
  );
}
