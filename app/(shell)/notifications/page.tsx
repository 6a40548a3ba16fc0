import { BellRing } from "lucide-react";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { KeepCurrent } from "@/components/notifications/keep-current";
import { MarkAllButton } from "@/components/notifications/mark-buttons";
import { NotificationItem } from "@/components/notifications/notification-item";
import { PushInvitation } from "@/components/notifications/push-invitation";
import { ClientMessages } from "@/components/shared/client-messages";
import { EmptyState } from "@/components/shared/empty-state";
import { getMoney } from "@/components/shared/get-money";
import { PageTitle } from "@/components/shell/page-title";
import { RefreshWhenStale } from "@/components/shell/refresh-when-stale";
import { TabPending } from "@/components/shell/tab-pending";
import { Button } from "@/components/ui/button";
import { db } from "@/db/client";
import { listNotifications } from "@/lib/domain/messages/queries";
import type { ShownNotification } from "@/lib/domain/messages/schema";
import { vapidPublicKey } from "@/lib/domain/messages/vapid-keys";
import { itemEmoji } from "@/lib/domain/requests/emoji-rules";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { requireViewer } from "@/lib/web/session";
import { startOver } from "@/lib/web/start-over";
import { titled } from "@/lib/web/titled";

/**
 * Each item reads a request and a person, so this decides how many pages of the database a screen reads: most for
 * thanks of different people for different requests.
 */
const PAGE = 10;

/** Nothing old is shown, also from the history (specification 7, freshness). */
const FRESH_SECONDS = 1;

export const generateMetadata = titled("notifications.title");

/** What happened, newest first (specification 2, Notifications). */
export default async function NotificationsPage({ searchParams }: PageProps<"/notifications">) {
  const [viewer, { cursor }, t, feed, money] = await Promise.all([
    requireViewer(),
    searchParams,
    getTranslations("notifications"),
    getTranslations("feed"),
    getMoney(),
  ]);
  const page = await listNotifications(db(), viewer.id, {
    limit: PAGE,
    cursor: typeof cursor === "string" ? cursor : null,
  }).catch(startOver("/notifications"));
  const at = now().getTime();
  // Nobody is asked about push messages before their first notification of a donation.
  const invites = env().mail !== null && page.items.some(({ type }) => type === "donation");
  return (
    <ClientMessages namespaces={["notifications", ...(invites ? ["push"] : [])]}>
      <RefreshWhenStale renderedAt={at} seconds={FRESH_SECONDS} />
      <KeepCurrent unread={viewer.unread} renderedAt={at} />
      <PageTitle title={t("title")}>{viewer.unread > 0 && <MarkAllButton />}</PageTitle>
      {invites && <PushInvitation publicKey={await vapidPublicKey(db())} />}
      {page.items.length === 0 ? (
        <EmptyState icon={BellRing} title={t("empty")} wayOn={{ href: "/request", text: feed("ask") }} />
      ) : (
        <ul className="space-y-2">
          {page.items.map((notification) => (
            <li key={notification.id}>
              <NotificationItem
                notification={notification}
                money={money}
                now={at}
                itemEmoji={emojiOf(notification)}
              />
            </li>
          ))}
        </ul>
      )}
      {page.next !== null && (
        <Button asChild variant="outline" className="mt-4 w-full">
          <Link href={`/notifications?cursor=${encodeURIComponent(page.next)}`}>
            {t("older")}
            <TabPending href="/notifications" />
          </Link>
        </Button>
      )}
    </ClientMessages>
  );
}

function emojiOf({ requestId, requestTitle }: ShownNotification): string | null {
  return requestId === null || requestTitle === null ? null : itemEmoji(requestTitle, requestId);
}
