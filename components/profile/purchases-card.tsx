import { useTranslations } from "next-intl";
import { DateText } from "@/components/shared/dates";
import type { FormatMoney } from "@/components/shared/use-money";
import { Card, CardTitle } from "@/components/ui/card";
import type { Purchase } from "@/lib/domain/withdrawals/schema";
import { lastOf } from "@/lib/ground/i18n/date-formats";
import { WithdrawButton } from "./withdraw-button";

/** What the person can withdraw from, and until when (safety.md, Buying); nothing where there is none. */
export function PurchasesCard({ purchases, money }: { purchases: Purchase[]; money: FormatMoney }) {
  const t = useTranslations("profile.purchases");
  const bought = useTranslations("providerPages");
  const tiers = useTranslations("common.tier");
  const open = purchases.filter(({ comesBack }) => comesBack > 0);
  if (open.length === 0) return null;
  const nameOf = ({ what, quantity }: Purchase) =>
    what === "normal" || what === "premium" ? bought(what, { quantity }) : tiers(what);
  const lastDay = ({ withdrawUntil, at }: Purchase) => lastOf(withdrawUntil ?? at).toISOString();
  return (
    <Card id="purchases" tabIndex={-1} className="space-y-3 outline-none">
      <CardTitle>{t("title")}</CardTitle>
      <p className="text-muted-foreground">{t("about")}</p>
      <ul className="divide-y">
        {open.map((purchase) => (
          <li
            key={purchase.id}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 py-3 last:pb-0"
          >
            <div className="min-w-0">
              <h3 className="font-semibold">{nameOf(purchase)}</h3>
              <p className="text-sm text-muted-foreground tabular-nums">
                {money(purchase.amount)} · <DateText value={purchase.at} />
                {purchase.used > 0 && ` · ${t("used", { count: purchase.used })}`}
              </p>
              <p className="text-sm">
                {t.rich("until", { day: () => <DateText value={lastDay(purchase)} /> })}
              </p>
            </div>
            <WithdrawButton
              purchase={purchase}
              what={nameOf(purchase)}
              comesBack={money(purchase.comesBack)}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
