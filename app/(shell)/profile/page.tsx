import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Identity } from "@/components/profile/identity";
import { MyRequests } from "@/components/profile/my-requests";
import { PaymentSettings } from "@/components/profile/payment-settings";
import { PrivacySettings } from "@/components/profile/privacy-settings";
import { ClientMessages } from "@/components/shared/client-messages";
import { PageTitle } from "@/components/shell/page-title";
import { Card, CardTitle } from "@/components/ui/card";
import { db } from "@/db/client";
import { countActive, listRequestsOf } from "@/lib/domain/requests/queries";
import { ACTIVE_LIMIT } from "@/lib/domain/requests/rules";
import { findMe } from "@/lib/domain/users/queries";
import { env } from "@/lib/env";
import { requireViewer } from "@/lib/web/session";

const PAGE = 20;
const TEXTS = ["profile", "share", "feed.loadMore", "feed.loadingMore", "feed.loadFailed"];

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("profile");
  return { title: t("title") };
}

/** One's own profile, settings and requests (specification 2). */
export default async function ProfilePage() {
  const [viewer, t] = await Promise.all([requireViewer(), getTranslations("profile")]);
  const [me, page, active] = await Promise.all([
    findMe(db(), viewer.id),
    listRequestsOf(db(), { ownerId: viewer.id, viewerId: viewer.id, limit: PAGE }),
    countActive(db(), viewer.id),
  ]);
  const next =
    page.next && `/api/requests/user/${viewer.id}?limit=${PAGE}&cursor=${encodeURIComponent(page.next)}`;
  const { paymentMethod, paypalEmail, hasCard } = me;
  const { anonymousProfile, hideGivenAmount, hideReceivedAmount } = me;
  return (
    <ClientMessages namespaces={TEXTS}>
      <PageTitle title={t("title")} />
      <div className="flex flex-col gap-4">
        <Identity me={me} />
        <Card id="payment" className="space-y-4">
          <CardTitle>{t("payment.title")}</CardTitle>
          <PaymentSettings payout={{ paymentMethod, paypalEmail, hasCard }} />
        </Card>
        <Card className="space-y-3">
          <CardTitle>{t("privacy.title")}</CardTitle>
          <PrivacySettings settings={{ anonymousProfile, hideGivenAmount, hideReceivedAmount }} />
        </Card>
        <MyRequests
          first={{ items: page.items, next }}
          active={active}
          limit={ACTIVE_LIMIT[viewer.tier]}
          appUrl={env().appUrl}
        />
      </div>
    </ClientMessages>
  );
}
