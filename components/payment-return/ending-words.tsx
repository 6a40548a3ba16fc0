import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DateText } from "@/components/shared/dates";
import { useMoney } from "@/components/shared/use-money";
import { DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { TIER_RULES } from "@/lib/ground/tiers";
import { type Ending, stateOf } from "./ending";

/** What happened, what it cost, and what comes next. */
export function EndingWords({ ending }: { ending: Ending }) {
  return ending.bought === "purchase" ? (
    <PurchaseWords ending={ending} />
  ) : (
    <SubscriptionWords ending={ending} />
  );
}

type Of<B extends Ending["bought"]> = { ending: Extract<Ending, { bought: B }> };

function PurchaseWords({ ending }: Of<"purchase">) {
  const t = useTranslations("checkout.ending.purchase");
  const money = useMoney();
  const { outcome } = ending;
  const state = stateOf(ending);
  const values =
    "boostType" in outcome
      ? { type: outcome.boostType, quantity: outcome.quantity, amount: money(outcome.totalAmount) }
      : {};
  return <Words title={t(`titles.${state}`)}>{t(`texts.${state}`, values)}</Words>;
}

function SubscriptionWords({ ending }: Of<"subscription">) {
  const t = useTranslations("checkout.ending.subscription");
  const tiers = useTranslations("common.tier");
  const { outcome } = ending;
  const state = stateOf(ending);
  const bought = "tier" in outcome ? outcome : null;
  const next = bought?.state === "active" ? bought.expiry : null;
  const values = bought && {
    tier: tiers(bought.tier),
    boosts: t(`boosts.${bought.tier}`, { quantity: TIER_RULES[bought.tier].monthlyBoosts.quantity }),
  };
  return (
    <Words title={t(`titles.${state}`)}>
      {t(`texts.${state}`, values ?? {})}
      {next !== null && (
        <span className="mt-2 block text-base">
          {t.rich("renews", { date: () => <DateText value={next} /> })}
        </span>
      )}
    </Words>
  );
}

function Words({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="space-y-2 text-center">
      <DialogTitle className="px-8 text-2xl font-bold">{title}</DialogTitle>
      <DialogDescription className="text-lg">{children}</DialogDescription>
    </div>
  );
}
