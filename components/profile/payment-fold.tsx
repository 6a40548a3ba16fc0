import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { payoutProblem } from "@/lib/domain/requests/rules";
import { Fold } from "./fold";
import type { Payout } from "./payout";

/** The payment settings, folded to how the person is paid or what is missing. */
export function PaymentFold({ payout, children }: { payout: Payout; children: ReactNode }) {
  const t = useTranslations("profile");
  const { paymentMethod } = payout;
  const isIncomplete = payoutProblem(payout) !== null;
  const setting =
    paymentMethod === null
      ? t("folds.missing")
      : t(isIncomplete ? "folds.incomplete" : `payment.methods.${paymentMethod}`);
  return (
    <Fold id="payment" title={t("payment.title")} setting={setting} incomplete={isIncomplete}>
      {children}
    </Fold>
  );
}
