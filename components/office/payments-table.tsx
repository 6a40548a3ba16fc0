import { getTranslations } from "next-intl/server";
import { getMoney } from "@/components/shared/get-money";
import type { PaymentRecord } from "@/lib/domain/operator/types";
import { NUMBER, OfficeTable } from "./office-table";
import { PaymentRef } from "./refs";

type Props = {
  label: string;
  payments: readonly PaymentRecord[];
  /** They are listed for who paid: with the fee. */
  isPayer?: boolean;
};

/** Payments by their receipts, each with its state. */
export async function PaymentsTable({ label, payments, isPayer = false }: Props) {
  const [t, money] = await Promise.all([getTranslations("office.payment"), getMoney()]);
  return (
    <OfficeTable
      label={label}
      rows={payments}
      keyOf={({ id }) => id}
      empty={t("none")}
      columns={[
        [t("receipt"), ({ id, receiptNumber }) => <PaymentRef id={id} number={receiptNumber} />],
        [t("begun"), ({ createdAt }) => createdAt],
        [t("amount"), ({ amount, serviceFee }) => money(isPayer ? amount + serviceFee : amount), NUMBER],
        [t("for"), ({ kind }) => t("kind", { kind })],
        [
          t("state"),
          ({ state, refundReason, refundRefusal }) => (
            <>
              {t(`paymentState.${state}`)}
              {refundReason !== null && state === "completed" && (
                <p>{t("refundDue", { isRefused: String(refundRefusal !== null) })}</p>
              )}
            </>
          ),
        ],
      ]}
    />
  );
}
