import type { Metadata } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/shared/client-messages";
import { Disclosure } from "@/components/shared/disclosure";
import { getMoney } from "@/components/shared/get-money";
import { PageTitle } from "@/components/shell/page-title";
import { BoostOffer } from "@/components/subscription/boost-offer";
import { CancelButton } from "@/components/subscription/cancel-button";
import { PlanCard } from "@/components/subscription/plan-card";
import { type Plan, PlanStatus } from "@/components/subscription/plan-status";
import { PlanTable } from "@/components/subscription/plan-table";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { db } from "@/db/client";
import { BOOST } from "@/lib/domain/requests/rules";
import { findOwnAgreement } from "@/lib/domain/subscriptions/queries";
import { findMe } from "@/lib/domain/users/queries";
import { FEE_BASIS_POINTS } from "@/lib/ground/money";
import { isHighest, isPaid, PAID_TIERS } from "@/lib/ground/tiers";
import { BOOST_TYPES, type PaidTier, type Tier } from "@/lib/ground/vocabulary";
import { requireViewer } from "@/lib/web/session";

const TEXTS = ["subscription", "checkout"];

export async function generateMetadata(): Promise<Metadata> {
  const [{ tier }, t] = await Promise.all([requireViewer(), getTranslations("subscription")]);
  return { title: t(titleFor(tier)) };
}

/** The plans, the boosts and what people ask about them (specification 2, Subscription page). */
export default async function SubscriptionPage() {
  const [viewer, t, money] = await Promise.all([
    requireViewer(),
    getTranslations("subscription"),
    getMoney(),
  ]);
  const [me, agreement] = await Promise.all([findMe(db(), viewer.id), findOwnAgreement(db(), viewer.id)]);
  const { subscriptionTier, subscriptionExpiry, subscriptionCancelled } = me;
  const plan = { subscriptionTier, subscriptionExpiry, subscriptionCancelled };
  return (
    <ClientMessages namespaces={TEXTS}>
      <PageTitle title={t(titleFor(subscriptionTier))} />
      <p className="mb-4 text-lg">{t("intro")}</p>
      <div className="flex flex-col gap-6">
        {(isPaid(subscriptionTier) || subscriptionExpiry !== null) && (
          <Card tint={subscriptionTier} className="space-y-3">
            <CardTitle>{t("current")}</CardTitle>
            <PlanStatus plan={plan} money={money} />
            {agreement && <p>{t(agreement.failing ? "paymentFailed" : `renewsBy.${agreement.method}`)}</p>}
            <CancelButton plan={agreement?.failing ? failing(agreement.tier) : plan} className="-ml-4" />
          </Card>
        )}
        <section aria-label={t("plans")} className="grid gap-4 sm:grid-cols-2">
          {PAID_TIERS.map((tier) => (
            <PlanCard key={tier} tier={tier} plan={plan} money={money} />
          ))}
        </section>
        <PlanTable current={subscriptionTier} money={money} />
        <section aria-labelledby="boosts" className="space-y-3">
          <div>
            <h2 id="boosts" className="text-xl font-semibold">
              {t("boosts.title")}
            </h2>
            <p className="text-muted-foreground">{t("boosts.text")}</p>
          </div>
          <div className="grid gap-4 sm:grid-cols-2">
            {BOOST_TYPES.map((boostType) => (
              <BoostOffer key={boostType} boostType={boostType} money={money} />
            ))}
          </div>
        </section>
        <Faq />
        <Button asChild variant="outline">
          <Link href="/">{t("back")}</Link>
        </Button>
      </div>
    </ClientMessages>
  );
}

/** Whether there is a higher plan to choose. */
function titleFor(tier: Tier): "title" | "cardTitle" {
  return isHighest(tier) ? "cardTitle" : "title";
}

/** A plan that has run out because its payment failed can still be cancelled, so that it is not tried again. */
function failing(tier: PaidTier): Plan {
  return { subscriptionTier: tier, subscriptionExpiry: null, subscriptionCancelled: false };
}

const QUESTIONS = ["boost", "order", "fee", "pay", "cancel", "upgrade", "unused", "refund"] as const;

/** Frequent questions (specification 2, Subscription page). */
function Faq() {
  const t = useTranslations("subscription.faq");
  const values = {
    normal: BOOST.normal.hours,
    premium: BOOST.premium.hours,
    percent: FEE_BASIS_POINTS / 100,
  };
  return (
    <section aria-labelledby="faq" className="space-y-2">
      <h2 id="faq" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <div className="divide-y rounded-2xl border bg-card px-4">
        {QUESTIONS.map((question) => (
          <Disclosure key={question} summary={t(`${question}.q`)} summaryClass="min-h-12 py-3 font-semibold">
            <p className="pb-4 text-muted-foreground">{t(`${question}.a`, values)}</p>
          </Disclosure>
        ))}
      </div>
    </section>
  );
}
