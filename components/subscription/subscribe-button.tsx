"use client";

import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CheckoutWaiting } from "@/components/checkout/checkout-waiting";
import { NoPayments } from "@/components/checkout/no-payments";
import { useCheckout } from "@/components/checkout/use-checkout";
import { useReturnFocus } from "@/components/feed/use-return-focus";
import { lazily } from "@/components/shared/lazily";
import { useMoney } from "@/components/shared/money";
import { usePlatform } from "@/components/shared/platform";
import { Button } from "@/components/ui/button";
import { subscribeAction } from "@/lib/actions/subscriptions";
import { MONTHLY_PRICE } from "@/lib/domain/subscriptions/rules";
import type { PaidTier } from "@/lib/vocabulary";

const UpgradeDialog = lazily(() => import("./upgrade-dialog").then((module) => module.UpgradeDialog));

/** What pressing the button does: begin, go on after having cancelled, or change from gold to diamond. */
export type Step = "subscribe" | "resume" | "upgrade";

type Props = { tier: PaidTier; step: Step };

/** Leads to the wallet provider's page where a plan is approved; an upgrade says before what becomes of the old plan (D11). */
export function SubscribeButton({ tier, step }: Props) {
  const t = useTranslations("subscription");
  const money = useMoney();
  const checkout = useCheckout("subscription");
  const focus = useReturnFocus();
  const [asking, setAsking] = useState(false);
  const busy = checkout.state !== "idle";
  const upgrade = step === "upgrade";
  const price = money(MONTHLY_PRICE[tier]);
  const available = usePlatform().providers.includes("paypal");

  function subscribe() {
    void checkout.go({ tier }, (key) => subscribeAction({ tier }, key));
  }

  return (
    <div className="space-y-2" aria-busy={busy}>
      <Button
        size="lg"
        className="w-full"
        aria-disabled={busy || !available || undefined}
        {...(upgrade && { "aria-haspopup": "dialog" })}
        onClick={() => {
          if (busy || !available) return;
          if (!upgrade) return subscribe();
          focus.remember();
          setAsking(true);
        }}
      >
        {busy && !asking && <LoaderCircle aria-hidden className="animate-spin" />}
        {t(step, { price })}
      </Button>
      {!available && <NoPayments />}
      {available &&
        (busy && !asking ? (
          <CheckoutWaiting state={checkout.state} />
        ) : (
          <p className="text-center text-sm">{t(step === "resume" ? "resumed" : "monthly")}</p>
        ))}
      {asking && (
        <UpgradeDialog
          state={checkout.state}
          onConfirm={subscribe}
          onClose={() => setAsking(false)}
          onClosed={focus.giveBack}
        />
      )}
    </div>
  );
}
