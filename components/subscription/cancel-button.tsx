"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { lazily } from "@/components/shared/lazily";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { isPaid } from "@/lib/ground/tiers";
import type { Plan } from "./plan-status";

const CancelDialog = lazily(() => import("./cancel-dialog").then((module) => module.CancelDialog));

/**
 * Cancels a subscription, after a question; nothing where there is none. When the button is gone, the focus returns
 * to the card.
 */
export function CancelButton({ plan, className }: { plan: Plan; className?: string }) {
  const t = useTranslations("subscription");
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { subscriptionTier: tier, subscriptionCancelled: cancelled } = plan;
  if (!asking && (!isPaid(tier) || cancelled)) return null;
  return (
    <>
      {!cancelled && (
        <Button
          ref={button}
          variant="ghost"
          className={cn("text-destructive", className)}
          aria-haspopup="dialog"
          onClick={() => setAsking(true)}
        >
          {t("cancel")}
        </Button>
      )}
      {asking && isPaid(tier) && (
        <CancelDialog
          tier={tier}
          expiry={plan.subscriptionExpiry}
          onClose={() => setAsking(false)}
          onClosed={(event) => {
            event.preventDefault();
            (button.current ?? document.getElementById("subscription"))?.focus();
          }}
        />
      )}
    </>
  );
}
