import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { CheckoutWaiting } from "@/components/checkout/checkout-waiting";
import { MethodChoice, NoPayments, usePaymentMethods } from "@/components/checkout/method-choice";
import { useCheckout } from "@/components/checkout/use-checkout";
import { AmountRow } from "@/components/shared/amount-row";
import type { DialogProps } from "@/components/shared/use-dialog";
import { useMoney } from "@/components/shared/use-money";
import { Button } from "@/components/ui/button";
import { DialogDescription, DialogTitle, Modal } from "@/components/ui/dialog";
import { purchaseBoostsAction } from "@/lib/actions/boosts";
import { BOOST_PACK, BOOST_PRICE, boostTotal } from "@/lib/domain/boosts/rules";
import { BOOST } from "@/lib/domain/requests/rules";
import type { BoostType, Tier } from "@/lib/ground/vocabulary";
import { BoostMark } from "./boost-mark";
import { NoBenefit } from "./no-benefit";
import { QuantityStepper } from "./quantity-stepper";
import type { BoostSelection } from "./selection";

type Props = DialogProps & {
  selection: BoostSelection;
  /** How many of these the person has. */
  owned: number;
  tier: Tier;
  /** Before the browser goes to the payment page. */
  onLeave?: (() => void) | undefined;
};

/** Buys boosts (specification 2, Boost purchase dialog; D9): how many, what they cost, how to pay. */
export function PurchaseDialog({ selection, owned, tier, onLeave, ...dialog }: Props) {
  const { boostType } = selection;
  const t = useTranslations("boosts");
  const common = useTranslations("common");
  const money = useMoney();
  const [quantity, setQuantity] = useState<number | null>(selection.quantity);
  const methods = usePaymentMethods();
  const [method, setMethod] = useState(methods[0]);
  const checkout = useCheckout("purchase", { onLeave });
  const busy = checkout.state !== "idle";

  function submit(event: FormEvent) {
    event.preventDefault();
    // React bubbles this to a form around the dialog, which would submit too.
    event.stopPropagation();
    if (quantity === null || method === undefined) return;
    const input = { boostType, quantity, amount: boostTotal(boostType, quantity), method };
    void checkout.go(input, (key) => purchaseBoostsAction(input, key));
  }

  return (
    <Modal busy={busy} onOpenAutoFocus={focusSheet} {...dialog}>
      <form method="post" onSubmit={submit} noValidate aria-busy={busy} className="flex flex-col gap-4">
        <div className="flex items-center gap-3">
          <BoostMark boostType={boostType} />
          <div className="min-w-0">
            <DialogTitle>{t(`purchase.title.${boostType}`)}</DialogTitle>
            <DialogDescription>
              {t(`effects.${boostType}`, { hours: BOOST[boostType].hours })}
              <br />
              {t("owned", { count: owned })}
            </DialogDescription>
          </div>
        </div>
        <NoBenefit boostType={boostType} tier={tier} />
        <QuantityStepper quantity={quantity} disabled={busy} onChange={setQuantity} />
        <PackButton
          boostType={boostType}
          chosen={quantity === BOOST_PACK.quantity}
          disabled={busy}
          onChoose={() => setQuantity(BOOST_PACK.quantity)}
        />
        <PriceSummary boostType={boostType} quantity={quantity ?? 0} />
        {method ? (
          <MethodChoice methods={methods} method={method} disabled={busy} onChange={setMethod} />
        ) : (
          <NoPayments />
        )}
        <CheckoutWaiting state={checkout.state} />
        <div className="flex flex-wrap gap-2">
          <Button
            variant="outline"
            size="lg"
            aria-disabled={busy || undefined}
            onClick={() => !busy && dialog.onClose()}
          >
            {common("cancel")}
          </Button>
          <Button
            pending={busy}
            type="submit"
            size="lg"
            aria-disabled={busy || quantity === null || method === undefined || undefined}
            className="flex-1"
          >
            {quantity === null
              ? t("purchase.empty")
              : t("purchase.submit", { amount: money(boostTotal(boostType, quantity)) })}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

type PackProps = { boostType: BoostType; chosen: boolean; disabled: boolean; onChoose: () => void };

/** Chooses the pack, and says what it saves (specification 9; D9). */
function PackButton({ boostType, chosen, disabled, onChoose }: PackProps) {
  const t = useTranslations("boosts.purchase");
  const money = useMoney();
  const { quantity } = BOOST_PACK;
  const price = BOOST_PACK.price[boostType];
  const saving = BOOST_PRICE[boostType] * quantity - price;
  return (
    <Button
      variant="outline"
      aria-pressed={chosen}
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onChoose()}
      className="h-auto flex-wrap justify-between gap-x-3 gap-y-0 text-left aria-pressed:border-primary aria-pressed:bg-secondary aria-pressed:text-secondary-foreground"
    >
      <span>{t("pack", { quantity, price: money(price) })}</span>
      <span className="font-normal">{t("saving", { amount: money(saving) })}</span>
    </Button>
  );
}

/**
 * The dialog itself gets the focus: its first control, one boost fewer, is useless at one, and the field would open
 * the keyboard of a phone.
 */
function focusSheet(event: Event): void {
  event.preventDefault();
  if (event.target instanceof HTMLElement) event.target.focus();
}

/** What boosts cost, line by line (D9), and in one announced sentence. */
function PriceSummary({ boostType, quantity }: { boostType: BoostType; quantity: number }) {
  const t = useTranslations("boosts.purchase");
  const money = useMoney();
  const price = BOOST_PRICE[boostType];
  const single = price * quantity;
  const total = boostTotal(boostType, quantity);
  return (
    <div className="rounded-xl bg-muted px-4 py-3">
      <dl className="space-y-1 tabular-nums">
        <AmountRow name={t("line", { quantity, price: money(price) })} amount={money(single)} />
        {total < single && (
          <AmountRow
            name={t("packDiscount", { quantity: BOOST_PACK.quantity })}
            amount={money(total - single)}
          />
        )}
        <AmountRow
          name={t("total")}
          amount={money(total)}
          className="mt-2 border-t border-input/40 pt-2 text-lg font-semibold"
        />
      </dl>
      <p className="mt-1 text-sm text-muted-foreground">
        {quantity > BOOST_PACK.quantity ? t("packOnly", { quantity: BOOST_PACK.quantity }) : t("noFee")}
      </p>
      <p role="status" className="sr-only">
        {t("announced", { quantity, total: money(total) })}
      </p>
    </div>
  );
}
