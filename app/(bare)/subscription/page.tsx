import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { PageTitle } from "@/components/shell/page-title";
import { PlanCard } from "@/components/subscription/plan-card";
import { Button } from "@/components/ui/button";
import { env } from "@/lib/env";
import { requireViewer } from "@/lib/web/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("subscription");
  return { title: t("title") };
}

/** The plans, to read (specification 2, Subscription page). */
export default async function SubscriptionPage() {
  const [t] = await Promise.all([getTranslations("subscription"), requireViewer()]);
  const { currency } = env();
  return (
    <>
      <PageTitle title={t("title")} />
      <p className="mb-4 text-lg">{t("intro")}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <PlanCard tier="gold" currency={currency} />
        <PlanCard tier="diamond" currency={currency} />
      </div>
      <p className="my-4 text-muted-foreground">{t("soon")}</p>
      <Button asChild variant="outline">
        <Link href="/">{t("back")}</Link>
      </Button>
    </>
  );
}
