"use client";

import { useTranslations } from "next-intl";
import { useMoney } from "@/components/shared/money";
import { cn } from "@/components/ui/cn";
import { type Breakdown as Amounts, FEE_BASIS_POINTS } from "@/lib/ground/money";

type Props = {
  amounts: Amounts;
  /** Who receives the donation; absent where nobody does. */
  recipient?: string;
};

/** What is given, charged on top and paid, in cents: the same wherever money is spoken of (design/look.md). */
export function Breakdown({ amounts, recipient }: Props) {
  const t = useTranslations("donate.breakdown");
  const money = useMoney();
  return (
    <div className="rounded-xl bg-muted px-4 py-3">
      <dl className="space-y-1 tabular-nums">
        <AmountRow name={t("donation")} amount={money(amounts.donationAmount)} />
        <AmountRow name={t("fee", { percent: FEE_BASIS_POINTS / 100 })} amount={money(amounts.serviceFee)} />
        <AmountRow
          name={t("total")}
          amount={money(amounts.totalAmount)}
          className="mt-2 border-t border-input/40 pt-2 text-lg font-semibold"
        />
      </dl>
      {recipient && (
        <p className="mt-1 text-sm text-muted-foreground [overflow-wrap:anywhere]">
          {t("receives", { name: recipient, amount: money(amounts.donationAmount) })}
        </p>
      )}
    </div>
  );
}

/** A name and an amount, in a list of such rows. */
export function AmountRow({ name, amount, className }: { name: string; amount: string; className?: string }) {
  return (
    <div className={cn("flex items-baseline justify-between gap-4", className)}>
      <dt>{name}</dt>
      <dd className="whitespace-nowrap">{amount}</dd>
    </div>
  );
}
