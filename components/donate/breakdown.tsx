import { useTranslations } from "next-intl";
import { AmountRow } from "@/components/shared/amount-row";
import type { FormatMoney } from "@/components/shared/use-money";
import { cn } from "@/components/ui/cn";
import { type Breakdown as Amounts, breakdown, breakdownRows } from "@/lib/ground/money";

const NONE = breakdown(0);

type Props = {
  /** Null until an amount is chosen: as high as with one, so that choosing it moves nothing. */
  amounts: Amounts | null;
  money: FormatMoney;
  /** Who receives the donation, if anybody does. */
  recipient?: string;
};

/** What is given, charged on top and paid, in cents: the same on every screen. */
export function Breakdown({ amounts, money, recipient }: Props) {
  const t = useTranslations("donate.breakdown");
  return (
    <div className={cn("rounded-xl bg-muted px-4 py-3", !amounts && "text-muted-foreground")}>
      <dl className="space-y-1 tabular-nums">
        {breakdownRows(amounts ?? NONE, t, amounts ? money : () => "–").map(({ line, name, amount }) => (
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
        <p
          className={cn(
            "mt-1 text-sm text-muted-foreground [overflow-wrap:anywhere]",
            !amounts && "invisible",
          )}
        >
          {t("receives", { name: recipient, amount: money((amounts ?? NONE).donationAmount) })}
        </p>
      )}
    </div>
  );
}
