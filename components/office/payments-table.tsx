import { getTranslations } from "next-intl/server";
import { DateTimeText } from "@/components/shared/dates";
import { getMoney } from "@/components/shared/get-money";
import type { PaymentRecord } from "@/lib/domain/operator/types";
import { OfficeTable } from "./office-table";
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
        {
          name: "receipt",
          head: t("receipt"),
          cell: ({ id, receiptNumber }) => <PaymentRef id={id} number={receiptNumber} />,
        },
        {
          name: "at",
          head: t("begun"),
          cell: ({ createdAt }) => <DateTimeText value={createdAt.toISOString()} />,
        },
        {
          name: "amount",
          head: t("amount"),
          cell: ({ amount, serviceFee }) => money(isPayer ? amount + serviceFee : amount),
          isNumber: true,
        },
        { name: "for", head: t("for"), cell: ({ kind }) => t("kind", { kind }) },
        {
          name: "state",
          head: t("state"),
          cell: ({ state, refundReason, refundRefusal }) => (
            <>
              {t(`paymentState.${state}`)}
              {refundReason !== null && state === "completed" && (
                <p>{t("refundDue", { isRefused: String(refundRefusal !== null) })}</p>
              )}
            </>
          ),
        },
      ]}
    />
  );
}
