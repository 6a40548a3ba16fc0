import { Hourglass, PartyPopper, SearchX, TrendingUp, Trophy } from "lucide-react";
import Link from "next/link";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { EntryRow } from "@/components/leaderboard/entry-row";
import { LeaderboardSkeleton } from "@/components/leaderboard/leaderboard-skeleton";
import { OwnRankBar } from "@/components/leaderboard/own-rank-bar";
import { PeriodLinks } from "@/components/leaderboard/period-links";
import { PLACES, Podium } from "@/components/leaderboard/podium";
import { SearchForm } from "@/components/leaderboard/search-form";
import { EmptyState } from "@/components/shared/empty-state";
import { getMoney } from "@/components/shared/get-money";
import { personHref } from "@/components/shared/person-name";
import { PageTitle } from "@/components/shell/page-title";
import { cn } from "@/components/ui/cn";
import { db } from "@/db/client";
import { findOwnRank, listBoard, nextAbove } from "@/lib/domain/leaderboard/queries";
import { type BoardEntry, leaderboardQuerySchema, type NextAbove } from "@/lib/domain/leaderboard/schema";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { nullOn } from "@/lib/ground/errors";
import { formatWholeMoney } from "@/lib/ground/money/format";
import { addDays, nextStart, periodStarts } from "@/lib/ground/periods";
import type { Period } from "@/lib/ground/vocabulary";
import { isWithin } from "@/lib/web/rate-limit/limit";
import { MAX_AGE, readDb } from "@/lib/web/read-db";
import { requireViewer } from "@/lib/web/session";
import { titled } from "@/lib/web/titled";

/** Seconds that a board may be shown again as it was (specification 9, Data cache). */
export const unstable_dynamicStaleTime = 300;

export const generateMetadata = titled("leaderboard.title");

/**
 * Who gave most (specification 2, Leaderboard). An address that makes no sense shows the whole board. A search may
 * queue for a place, and shows the skeleton meanwhile.
 */
export default async function LeaderboardPage({ searchParams }: PageProps<"/leaderboard">) {
  const asked = leaderboardQuerySchema.safeParse(await searchParams);
  const { period, search = "" } = asked.success ? asked.data : { period: "all" as const };
  if (search === "") return <Leaderboard period={period} search="" />;
  return (
    <Suspense key={`${period} ${search}`} fallback={<LeaderboardSkeleton />}>
      <Leaderboard period={period} search={search} />
    </Suspense>
  );
}

async function Leaderboard({ period, search }: { period: Period; search: string }) {
  const [viewer, t, money] = await Promise.all([requireViewer(), getTranslations("leaderboard"), getMoney()]);
  const shared = await getTranslations("shared");
  const everybody = { href: `/leaderboard?period=${period}`, text: t("everybody") };
  const mayAsk = search === "" || (await isWithin(db(), "search", viewer.id));
  const [entries, ownRank, next] = await Promise.all([
    mayAsk ? entriesOf({ period, search, viewerId: viewer.id }) : null,
    findOwnRank(db(), viewer.id, period),
    nextAbove(db(), viewer.id, period),
  ]);
  const listed = entries?.some(({ id }) => id === viewer.id) ?? false;
  const rows = (entries ?? []).map((entry) => {
    const given = givenIn(entry, period);
    return { ...entry, given: given === null ? null : money(given), own: entry.id === viewer.id };
  });
  // A search's first three are not the board's.
  const onPodium = search === "" ? rows.slice(0, PLACES) : [];
  const others = rows.slice(onPodium.length);
  return (
    <>
      <PageTitle title={t("title")} />
      <div className="grid gap-3 lg:grid-cols-2">
        <PeriodLinks period={period} search={search} />
        <SearchForm period={period} search={search} />
      </div>
      <p className="mt-2 flex flex-wrap gap-x-3 text-sm text-muted-foreground empty:hidden">
        <StartsAgain period={period} />
        {rows.some(({ movement }) => movement) && <span>{t(`comparedWith.${period}`)}</span>}
      </p>
      {next && (
        <div className="mt-3">
          <PassNext next={next} />
        </div>
      )}
      {rows.length === 0 ? (
        <div className="mt-4">
          {entries === null ? (
            <EmptyState icon={Hourglass} title={t("searchLater")} wayOn={everybody} />
          ) : (
            <EmptyState
              icon={search ? SearchX : Trophy}
              title={t(search ? "noMatch" : "empty")}
              wayOn={search ? everybody : { href: "/", text: shared("seeRequests") }}
            />
          )}
        </div>
      ) : (
        <div
          className={cn(
            "mt-4 grid gap-4",
            onPodium.length > 0 && "lg:grid-cols-[23rem_minmax(0,1fr)] lg:gap-6",
          )}
        >
          {onPodium.length > 0 && (
            <div className="lg:sticky lg:top-20 lg:self-start">
              <Podium rows={onPodium} />
            </div>
          )}
          {others.length > 0 && (
            <ol start={onPodium.length + 1} className="space-y-2">
              {others.map((row) => (
                <li key={row.id} className="[contain-intrinsic-size:auto_4rem] [content-visibility:auto]">
                  <EntryRow {...row} />
                </li>
              ))}
            </ol>
          )}
        </div>
      )}
      {!listed && <OwnRankBar viewer={viewer} money={money} {...ownRank} />}
    </>
  );
}

/** The board, or what a search finds; null while the server has no place for another search. */
async function entriesOf(asked: Parameters<typeof listBoard>[1]): Promise<BoardEntry[] | null> {
  return readDb(MAX_AGE.leaderboard, (db) => listBoard(db, asked)).catch(nullOn("RATE_LIMITED"));
}

function givenIn(entry: BoardEntry, period: Period): number | null {
  const given: Record<Period, number | null> = {
    all: entry.totalGiven,
    monthly: entry.monthlyGiven,
    weekly: entry.weeklyGiven,
    daily: entry.dailyGiven,
  };
  return given[period];
}

/** When a board starts again (D30); nothing for all time. Rendered on the server, in the platform's time zone. */
function StartsAgain({ period }: { period: Period }) {
  const t = useTranslations("leaderboard.startsAgain");
  const format = useFormatter();
  const starts = periodStarts(now(), env().timeZone);
  const day = nextStart(period, starts);
  if (day === null) return null;
  if (day === addDays(starts.daily, 1)) return t("tomorrow");
  if (period === "weekly") return t("weekly");
  return t("monthly", { month: format.dateTime(new Date(day), { month: "long", timeZone: "UTC" }) });
}

/** With how much more a person passes the next one, or that they are first. Rendered on the server. */
function PassNext({ next }: { next: NextAbove }) {
  const t = useTranslations("leaderboard");
  const locale = useLocale();
  const Icon = next.state === "first" ? PartyPopper : TrendingUp;
  return (
    <p className="flex items-center gap-2.5 rounded-xl bg-accent-soft px-4 py-2.5 font-medium text-accent-foreground">
      <Icon aria-hidden className="size-5 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {next.state === "first"
          ? t("first")
          : t.rich("pass", {
              more: formatWholeMoney(next.more, locale, env().currency),
              username: next.username,
              person: (name) => (
                <Link
                  href={personHref(next.username)}
                  prefetch={false}
                  className="inline-flex min-h-6 items-center font-bold underline underline-offset-4"
                >
                  {name}
                </Link>
              ),
            })}
      </span>
    </p>
  );
}
