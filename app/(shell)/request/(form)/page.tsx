import { getTranslations } from "next-intl/server";
import { RequestForm } from "@/components/requests/request-form";
import { StepUp } from "@/components/security/step-up";
import { ClientMessages, STEP_UP_TEXTS } from "@/components/shared/client-messages";
import { PageTitle } from "@/components/shell/page-title";
import { Badge } from "@/components/ui/badge";
import { db } from "@/db/client";
import { leftToAsk } from "@/lib/domain/gift-meter/meter";
import { findStanding } from "@/lib/domain/payouts/standing";
import { countActive } from "@/lib/domain/requests/queries";
import { payoutProblem } from "@/lib/domain/requests/rules";
import { findMe } from "@/lib/domain/users/queries";
import { now } from "@/lib/ground/clock";
import { TIER_RULES } from "@/lib/ground/tiers";
import { requireViewer } from "@/lib/web/session";
import { titled } from "@/lib/web/titled";

const TEXTS = [
  "request.create",
  "request.payout",
  "feed",
  "find.category",
  "find.chooseCategory",
  "find.noCategory",
  "find.choosePlace",
  "find.placeHint",
  "giftMeter.ask",
  ...STEP_UP_TEXTS,
  "boosts",
  "checkout",
  "subscription.viewPlans",
];

export const generateMetadata = titled("request.create.title");

/** Create a request (specification 2). */
export default async function RequestPage() {
  const [viewer, t] = await Promise.all([requireViewer(), getTranslations("request.create")]);
  const [active, me, standing, left] = await Promise.all([
    countActive(db(), viewer.id),
    findMe(db(), viewer.id),
    findStanding(db(), viewer.id),
    leftToAsk(db(), viewer),
  ]);
  const limit = TIER_RULES[viewer.tier].activeLimit;
  const full = active >= limit ? "MAX_REQUESTS_REACHED" : null;
  return (
    <ClientMessages namespaces={TEXTS}>
      <PageTitle title={t("title")}>
        <Badge variant={full ? "accent" : "neutral"}>{t("active", { active, limit })}</Badge>
      </PageTitle>
      <p className="mb-5 text-muted-foreground">{t("intro")}</p>
      <RequestForm
        requester={{
          id: viewer.id,
          username: viewer.username,
          name: viewer.name,
          avatar: viewer.avatar,
          profileImageUrl: viewer.profileImageUrl,
          isPremium: me.isPremium,
          totalGiven: null,
          subscriptionTier: viewer.tier,
          delivered: { of: 0, done: 0 },
          canBePaidOut: standing.by !== null,
        }}
        leftToAsk={left}
        goalLimit={TIER_RULES[viewer.tier].goalLimit}
        activeLimit={limit}
        boosts={{ normal: me.normalBoosts, premium: me.premiumBoosts }}
        blocker={payoutProblem(viewer) ?? full}
        renderedAt={now().getTime()}
      />
      {/* For how one is paid, the form's last question. */}
      {payoutProblem(viewer) === "PAYMENT_METHOD_REQUIRED" && <StepUp />}
    </ClientMessages>
  );
}
