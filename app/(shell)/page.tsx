import { HeartHandshake, Hourglass, SearchX } from "lucide-react";
import { headers } from "next/headers";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { Feed } from "@/components/feed/feed";
import { FindBar } from "@/components/feed/find-bar";
import { type Asked, findHref, findQuery } from "@/components/feed/find-href";
import { OwnCard } from "@/components/feed/own-card";
import type { FirstPage } from "@/components/requests/use-request-pages";
import { clientTexts } from "@/components/shared/client-messages";
import { EmptyState } from "@/components/shared/empty-state";
import { getMoney } from "@/components/shared/get-money";
import { TextsProvider } from "@/components/shared/texts-provider";
import { RefreshWhenStale } from "@/components/shell/refresh-when-stale";
import { db } from "@/db/client";
import { hasGivenTo } from "@/lib/domain/donations/queries";
import { findPlace, listPlaces } from "@/lib/domain/finding/places";
import { filtersOf, type Place, searchQuerySchema } from "@/lib/domain/finding/schema";
import { search } from "@/lib/domain/finding/search";
import { findOwnRank } from "@/lib/domain/leaderboard/queries";
import { findRequest, listFeed } from "@/lib/domain/requests/queries";
import { now } from "@/lib/ground/clock";
import { nullOn } from "@/lib/ground/errors";
import { cardSetup } from "@/lib/web/buying";
import { isWithin } from "@/lib/web/rate-limit/limit";
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
  "find.here",
  "find.noPosition",
  "find.noTown",
  "people.delivered",
  "profile.requests.own.save",
  "profile.requests.own.saved",
  "profile.requests.post.text",
  "request.detail",
  "request.payout",
  "request.story",
  "donate",
  "share",
  "safety.report.link",
  "cardErrors",
];

/**
 * The home feed, or what a search in it finds (giving.md, Finding); `?request=` opens one request (specification 2),
 * `?gave=` puts the one that the viewer gave to among the first. Of others it does not, so that no link changes the
 * order of the feed (D20).
 */
export default async function FeedPage({ searchParams }: PageProps<"/">) {
  const [viewer, { request: opened, gave, ...query }, sent, t, texts, money] = await Promise.all([
    requireViewer(),
    searchParams,
    headers(),
    getTranslations("feed"),
    clientTexts(TEXTS),
    getMoney(),
  ]);
  const returnedTo = typeof gave === "string" && (await hasGivenTo(db(), viewer.id, gave)) ? gave : null;
  const named = opened ?? returnedTo;
  const own = { ...first, viewerId: viewer.id };
  const asked = await askedIn(query);
  const [ownRank, page, linked] = await Promise.all([
    asked ? null : findOwnRank(db(), viewer.id, "all"),
    asked
      ? found(viewer.id, asked)
      : returnedTo
        ? listFeed(db(), own)
        : readDb(MAX_AGE.feed, (read) => listFeed(read, own, db())),
    typeof named === "string" ? findRequest(db(), named, viewer) : null,
  ]);
  const renderedAt = now().getTime();
  const list = asked ? `/api/search?${findQuery(asked)}&` : "/api/requests?";
  const next = page?.next ? `${list}limit=${PAGE}&cursor=${encodeURIComponent(page.next)}` : null;
  return (
    <TextsProvider {...texts}>
      <RefreshWhenStale renderedAt={renderedAt} seconds={unstable_dynamicStaleTime} />
      <h1 className="sr-only">{t(asked ? "found" : "title")}</h1>
      <div className="flex flex-col gap-3">
        {ownRank && (
          <OwnCard
            name={viewer.name}
            avatar={viewer.avatar}
            profileImageUrl={viewer.profileImageUrl}
            rank={ownRank.rank}
            totalGiven={money(viewer.totalGiven)}
          />
        )}
        <FindBar asked={asked} />
        <Feed
          key={asked ? findHref(asked) : "/"}
          first={JSON.stringify({ items: page?.items ?? [], next } satisfies FirstPage)}
          linked={linked}
          returnedTo={returnedTo}
          viewerId={viewer.id}
          setup={cardSetup()}
          renderedAt={renderedAt}
          isPhone={/Mobi/.test(sent.get("user-agent") ?? "")}
          empty={<Empty asked={asked} isLater={page === null} />}
        />
      </div>
    </TextsProvider>
  );
}

/** What the address asks to find; null for the feed itself, and for what makes no sense. */
async function askedIn({ place, ...query }: Record<string, string | string[] | undefined>) {
  const { data } = searchQuerySchema.safeParse(query);
  if (!data) return null;
  const typed = typeof place === "string" ? place.trim().slice(0, 60) : "";
  const near = await placeIn(data.near, typed);
  const { q = "", category = null, sort } = data;
  const unknownPlace = near === null && typed !== "" ? typed : null;
  const asked: Asked = { q, category, filters: filtersOf(data), sort, near, unknownPlace };
  return findQuery(asked).size > 0 || unknownPlace !== null ? asked : null;
}

/** The town of an id, or else the first of a name that was typed. */
async function placeIn(id: number | undefined, name: string): Promise<Place | null> {
  if (name !== "") return (await listPlaces(db(), name))[0] ?? null;
  return id === undefined ? null : findPlace(db(), id);
}

/** The first page of what is found; null while the server has no capacity for another search. */
async function found(viewerId: string, { q, sort, filters, category, near }: Asked) {
  if (!(await isWithin(db(), "search", viewerId))) return null;
  const query = {
    ...first,
    q,
    sort,
    filter: filters.join(),
    category: category ?? undefined,
    near: near?.id,
  };
  const page = readDb(MAX_AGE.feed, (read) => search(read, { id: viewerId }, query));
  return page.catch(nullOn("RATE_LIMITED"));
}

/** Instead of an empty list, with a way on. */
function Empty({ asked, isLater }: { asked: Asked | null; isLater: boolean }) {
  const t = useTranslations("feed");
  const find = useTranslations("find");
  if (asked === null) {
    return (
      <EmptyState icon={HeartHandshake} title={t("empty")} wayOn={{ href: "/request", text: t("ask") }}>
        <p>{t("emptyHint")}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={isLater ? Hourglass : SearchX}
      title={find(isLater ? "later" : "nothing")}
      wayOn={{ href: "/", text: find("everything") }}
    />
  );
}
