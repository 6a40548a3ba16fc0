"use client";

import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { CheckoutWaiting } from "@/components/checkout/checkout-waiting";
import type { CheckoutState } from "@/components/checkout/use-checkout";
import { useMoney } from "@/components/shared/money";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { MONTHLY_BOOSTS, MONTHLY_PRICE } from "@/lib/domain/subscriptions/rules";

type Props = {
  state: CheckoutState;
  onConfirm: () => void;
  onClose: () => void;
  /** When the dialog is gone, with the focus to be put somewhere. */
  onClosed: (event: Event) => void;
};

/** Says what an upgrade from gold to diamond does before anyone pays for it (D11). */
export function UpgradeDialog({ state, onConfirm, onClose, onClosed }: Props) {
  const t = useTranslations("subscription");
  const common = useTranslations("common");
  const money = useMoney();
  const busy = state !== "idle";
  const price = money(MONTHLY_PRICE.diamond);
  return (
    <Dialog open onOpenChange={(open) => !open && !busy && onClose()}>
      <DialogContent onCloseAutoFocus={onClosed}>
        <DialogTitle>{t("upgradeDialog.title")}</DialogTitle>
        <DialogDescription>
          {t("upgradeDialog.atOnce", { quantity: MONTHLY_BOOSTS.diamond.quantity })}
        </DialogDescription>
        <p>{t("upgradeDialog.old")}</p>
        <p>{t("upgradeDialog.price", { price })}</p>
        <CheckoutWaiting state={state} />
        <div className="flex flex-col-reverse gap-2">
          <Button variant="outline" aria-disabled={busy || undefined} onClick={() => !busy && onClose()}>
            {common("cancel")}
          </Button>
          <Button aria-disabled={busy || undefined} onClick={onConfirm}>
            {busy && <LoaderCircle aria-hidden className="animate-spin" />}
            {t("upgrade", { price })}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
