import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { CheckoutWaiting } from "@/components/checkout/checkout-waiting";
import { MethodChoice } from "@/components/checkout/method-choice";
import { useCheckout } from "@/components/checkout/use-checkout";
import type { DialogProps } from "@/components/shared/use-dialog";
import { useMoney } from "@/components/shared/use-money";
import { Button } from "@/components/ui/button";
import { DialogDescription, DialogTitle, Modal } from "@/components/ui/dialog";
import { subscribeAction } from "@/lib/actions/subscriptions";
import { TIER_RULES } from "@/lib/ground/tiers";
import type { PaidTier, PaymentProvider } from "@/lib/ground/vocabulary";

/** What the dialog is for: subscribe, resume a cancelled plan, or change from gold to diamond. */
export type Step = "subscribe" | "resume" | "upgrade";

type Props = DialogProps & {
  tier: PaidTier;
  step: Step;
  /** The payment methods; the first is selected. */
  methods: readonly [PaymentProvider, ...PaymentProvider[]];
};

/**
 * A plan's price, how to pay it, and what happens to the plan before (D11, D49), before the provider's page opens.
 */
export function SubscribeDialog({ tier, step, methods, ...dialog }: Props) {
  const t = useTranslations("subscription");
  const tiers = useTranslations("common.tier");
  const common = useTranslations("common");
  const money = useMoney();
  const checkout = useCheckout("subscription");
  const [method, setMethod] = useState<PaymentProvider>(methods[0]);
  const busy = checkout.state !== "idle";
  const price = money(TIER_RULES[tier].monthlyPrice);

  function subscribe(event: FormEvent) {
    event.preventDefault();
    const input = { tier, method };
    void checkout.go(input, (key) => subscribeAction(input, key));
  }

  return (
    <Modal busy={busy} {...dialog}>
      <DialogTitle>{t(`subscribeDialog.title.${step}`, { tier: tiers(tier) })}</DialogTitle>
      <DialogDescription>{t("subscribeDialog.price", { price })}</DialogDescription>
      {step === "resume" && <p>{t("resumed")}</p>}
      {step === "upgrade" && (
        <>
          <p>{t("subscribeDialog.atOnce", { quantity: TIER_RULES[tier].monthlyBoosts.quantity })}</p>
          <p>{t("subscribeDialog.old")}</p>
        </>
      )}
      <form method="post" onSubmit={subscribe} aria-busy={busy} className="flex flex-col gap-4">
        <MethodChoice methods={methods} method={method} disabled={busy} onChange={setMethod} />
        <CheckoutWaiting state={checkout.state} />
        <div className="flex flex-col-reverse gap-2">
          <Button
            variant="outline"
            aria-disabled={busy || undefined}
            onClick={() => !busy && dialog.onClose()}
          >
            {common("cancel")}
          </Button>
          <Button type="submit" pending={busy}>
            {t("subscribeDialog.order", { price })}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
