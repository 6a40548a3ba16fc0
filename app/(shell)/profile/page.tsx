import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { MyRequests } from "@/components/profile/my-requests";
import { PaymentSettings } from "@/components/profile/payment-settings";
import { PersonCard } from "@/components/profile/person-card";
import { PrivacySettings } from "@/components/profile/privacy-settings";
import { ClientMessages } from "@/components/shared/client-messages";
import { PageTitle } from "@/components/shell/page-title";
import { db } from "@/db/client";
import { countActive, listRequestsOf } from "@/lib/domain/requests/queries";
import { ACTIVE_LIMIT } from "@/lib/domain/requests/rules";
import { findMe } from "@/lib/domain/users/queries";
import { requireViewer } from "@/lib/web/session";

const PAGE = 30;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("profile");
  return { title: t("title") };
}

/** Oneself, one's settings, and one's requests (specification 2, Profile). */
export default async function ProfilePage({ searchParams }: PageProps<"/profile">) {
  const [viewer, { cursor }, t] = await Promise.all([
    requireViewer(),
    searchParams,
    getTranslations("profile"),
  ]);
  const [me, page, active] = await Promise.all([
    findMe(db(), viewer.id),
    listRequestsOf(db(), {
      ownerId: viewer.id,
      viewerId: viewer.id,
      limit: PAGE,
      cursor: typeof cursor === "string" ? cursor : null,
    }),
    countActive(db(), viewer.id),
  ]);
  const { paypalEmail, paymentMethod, hasCard, anonymousProfile, hideGivenAmount, hideReceivedAmount } = me;
  return (
    <ClientMessages namespaces={["profile"]}>
      <PageTitle title={t("title")} />
      <div className="space-y-4">
        <PersonCard me={me} />
        <PaymentSettings me={{ paypalEmail, paymentMethod, hasCard }} />
        <PrivacySettings me={{ anonymousProfile, hideGivenAmount, hideReceivedAmount }} />
        <MyRequests
          requests={page.items}
          active={active}
          limit={ACTIVE_LIMIT[viewer.tier]}
          olderHref={page.next && `/profile?cursor=${encodeURIComponent(page.next)}#my-requests`}
        />
      </div>
    </ClientMessages>
  );
}
