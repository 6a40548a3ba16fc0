import { getTranslations } from "next-intl/server";
import { Feed } from "@/components/feed/feed";
import { OwnCard } from "@/components/feed/own-card";
import type { FirstPage } from "@/components/requests/use-request-pages";
import { clientTexts } from "@/components/shared/client-messages";
import { getMoney } from "@/components/shared/get-money";
import { TextsProvider } from "@/components/shared/texts-provider";
import { RefreshWhenStale } from "@/components/shell/refresh-when-stale";
import { db } from "@/db/client";
import { hasGivenTo } from "@/lib/domain/donations/queries";
import { ownStanding } from "@/lib/domain/leaderboard/queries";
import { findRequest, listFeed } from "@/lib/domain/requests/queries";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { cardSetup } from "@/lib/web/buying";
import { MAX_AGE, readDb } from "@/lib/web/read-db";
import { requireViewer } from "@/lib/web/session";

/** Seconds that the feed may be shown again as it was (specification 9, Data cache). */
export const unstable_dynamicStaleTime = 120;

const PAGE = 20;
const first = { limit: PAGE };
const TEXTS = [
  "checkout.failures",
  "checkout.leaving",
  "checkout.preparing",
  "checkout.stillPreparing",
  "feed",
  "request.detail",
  "request.payout",
  "request.story",
  "donate",
  "share",
  "safety.report.link",
  "cardErrors",
];

/**
 * The home feed; `?request=` opens one request (specification 2), `?gave=` puts the one that the viewer gave to among
 * the first. Of others it does not, so that no link changes the order of the feed (D20).
 */
export default async function FeedPage({ searchParams }: PageProps<"/">) {
  const [viewer, { request: opened, gave }, t, texts, money] = await Promise.all([
    requireViewer(),
    searchParams,
    getTranslations("feed"),
    clientTexts(TEXTS),
    getMoney(),
  ]);
  const returnedTo = typeof gave === "string" && (await hasGivenTo(db(), viewer.id, gave)) ? gave : null;
  const named = opened ?? returnedTo;
  const own = { ...first, viewerId: viewer.id };
  const [{ rank }, page, linked] = await Promise.all([
    ownStanding(db(), viewer.id, "all"),
    returnedTo ? listFeed(db(), own) : readDb(MAX_AGE.feed, (read) => listFeed(read, own, db())),
    typeof named === "string" ? findRequest(db(), named, viewer) : null,
  ]);
  const { appUrl } = env();
  const renderedAt = now().getTime();
  const next = page.next && `/api/requests?limit=${PAGE}&cursor=${encodeURIComponent(page.next)}`;
  return (
    <TextsProvider {...texts}>
      <RefreshWhenStale renderedAt={renderedAt} seconds={unstable_dynamicStaleTime} />
      <h1 className="sr-only">{t("title")}</h1>
      <div className="flex flex-col gap-3">
        <OwnCard
          name={viewer.name}
          avatar={viewer.avatar}
          profileImageUrl={viewer.profileImageUrl}
          rank={rank}
          totalGiven={money(viewer.totalGiven)}
        />
        <Feed
          first={JSON.stringify({ items: page.items, next } satisfies FirstPage)}
          linked={linked}
          returnedTo={returnedTo}
          viewerId={viewer.id}
          setup={cardSetup()}
          appUrl={appUrl}
          renderedAt={renderedAt}
        />
      </div>
    </TextsProvider>
  );
}
