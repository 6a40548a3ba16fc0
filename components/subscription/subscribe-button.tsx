"use client";

import { useTranslations } from "next-intl";
import { NoPayments, usePaymentMethods } from "@/components/checkout/method-choice";
import { lazily } from "@/components/shared/lazily";
import { useDialog } from "@/components/shared/use-dialog";
import { useMoney } from "@/components/shared/use-money";
import { Button } from "@/components/ui/button";
import { TIER_RULES } from "@/lib/ground/tiers";
import type { PaidTier } from "@/lib/ground/vocabulary";
import type { Step } from "./subscribe-dialog";

const SubscribeDialog = lazily(() => import("./subscribe-dialog"), "SubscribeDialog");

type Props = { tier: PaidTier; step: Step };

/** Opens the choice of how to pay a plan (D49). */
export function SubscribeButton({ tier, step }: Props) {
  const t = useTranslations("subscription");
  const money = useMoney();
  const dialog = useDialog();
  const [first, ...others] = usePaymentMethods();

  return (
    <div className="space-y-2">
      <Button
        size="lg"
        className="w-full"
        aria-disabled={!first || undefined}
        aria-haspopup="dialog"
        {...(first && { onClick: dialog.opens(true) })}
      >
        {t(step, { price: money(TIER_RULES[tier].monthlyPrice) })}
      </Button>
      {first ? (
        <p className="text-center text-sm">{t(step === "resume" ? "resumed" : "monthly")}</p>
      ) : (
        <NoPayments />
      )}
      {dialog.shown && first && (
        <SubscribeDialog tier={tier} step={step} methods={[first, ...others]} {...dialog.props} />
      )}
    </div>
  );
}
