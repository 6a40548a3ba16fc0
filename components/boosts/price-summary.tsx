import { useTranslations } from "next-intl";
import { AmountRow } from "@/components/shared/amount-row";
import { useMoney } from "@/components/shared/use-money";
import { BOOST_PACK, BOOST_PRICE, boostTotal } from "@/lib/domain/boosts/rules";
import type { BoostType } from "@/lib/ground/vocabulary";

/** What boosts cost, line by line (D9), and in one announced sentence. */
export function PriceSummary({ boostType, quantity }: { boostType: BoostType; quantity: number }) {
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
