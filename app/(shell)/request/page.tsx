import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RequestForm } from "@/components/requests/request-form";
import { ClientMessages } from "@/components/shared/client-messages";
import { PageTitle } from "@/components/shell/page-title";
import { Badge } from "@/components/ui/badge";
import { db } from "@/db/client";
import { findBoosts } from "@/lib/domain/boosts/queries";
import { countActive } from "@/lib/domain/requests/queries";
import { payoutProblem } from "@/lib/domain/requests/rules";
import { TIER_RULES } from "@/lib/ground/tiers";
import { requireViewer } from "@/lib/web/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("request.create");
  return { title: t("title") };
}

/** Create a request (specification 2). */
export default async function RequestPage() {
  const [viewer, t] = await Promise.all([requireViewer(), getTranslations("request.create")]);
  const [active, boosts] = await Promise.all([countActive(db(), viewer.id), findBoosts(db(), viewer.id)]);
  const limit = TIER_RULES[viewer.tier].activeLimit;
  const full = active >= limit ? "MAX_REQUESTS_REACHED" : null;
  return (
    <ClientMessages namespaces={["request.create", "boosts", "checkout", "subscription.viewPlans"]}>
      <PageTitle title={t("title")}>
        <Badge variant={full ? "accent" : "neutral"}>{t("active", { active, limit })}</Badge>
      </PageTitle>
      <p className="mb-5 text-muted-foreground">{t("intro")}</p>
      <RequestForm
        viewerId={viewer.id}
        goalLimit={TIER_RULES[viewer.tier].goalLimit}
        activeLimit={limit}
        boosts={boosts}
        tier={viewer.tier}
        blocker={payoutProblem(viewer) ?? full}
      />
    </ClientMessages>
  );
}
