import { useTranslations } from "next-intl";
import { AmountRow } from "@/components/shared/amount-row";
import type { FormatMoney } from "@/components/shared/use-money";
import { type Breakdown as Amounts, breakdownRows } from "@/lib/ground/money";

type Props = {
  amounts: Amounts;
  money: FormatMoney;
  /** Who receives the donation, if anybody does. */
  recipient?: string;
};

/** What is given, charged on top and paid, in cents: the same on every screen. */
export function Breakdown({ amounts, money, recipient }: Props) {
  const t = useTranslations("donate.breakdown");
  return (
    <div className="rounded-xl bg-muted px-4 py-3">
      <dl className="space-y-1 tabular-nums">
        {breakdownRows(amounts, t, money).map(({ line, name, amount }) => (
          <AmountRow
            key={line}
            name={name}
            amount={amount}
            {...(line === "total" && {
              className: "mt-2 border-t border-input/40 pt-2 text-lg font-semibold",
            })}
          />
        ))}
      </dl>
      {recipient && (
        <p className="mt-1 text-sm text-muted-foreground [overflow-wrap:anywhere]">
          {t("receives", { name: recipient, amount: money(amounts.donationAmount) })}
        </p>
      )}
    </div>
  );
}
