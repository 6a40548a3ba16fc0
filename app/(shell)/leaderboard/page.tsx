import { Hourglass, SearchX, Trophy } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EntryRow } from "@/components/leaderboard/entry-row";
import { OwnStanding } from "@/components/leaderboard/own-standing";
import { PeriodLinks } from "@/components/leaderboard/period-links";
import { SearchForm } from "@/components/leaderboard/search-form";
import { EmptyState } from "@/components/shared/empty-state";
import { getMoney } from "@/components/shared/get-money";
import { PageTitle } from "@/components/shell/page-title";
import { db } from "@/db/client";
import { listLeaderboard, ownStanding } from "@/lib/domain/leaderboard/queries";
import { type LeaderboardEntry, leaderboardQuerySchema } from "@/lib/domain/leaderboard/schema";
import { AppError } from "@/lib/ground/errors";
import type { Period } from "@/lib/ground/vocabulary";
import { isWithin } from "@/lib/web/rate-limit/limit";
import { requireViewer } from "@/lib/web/session";

/** Seconds that a board may be shown again as it was (specification 9, Data cache). */
export const unstable_dynamicStaleTime = 300;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("leaderboard");
  return { title: t("title") };
}

/** Who gave most (specification 2, Leaderboard). An address that makes no sense shows the whole board. */
export default async function LeaderboardPage({ searchParams }: PageProps<"/leaderboard">) {
  const asked = leaderboardQuerySchema.safeParse(await searchParams);
  const { period, search = "" } = asked.success ? asked.data : { period: "all" as const };
  const [viewer, t, money] = await Promise.all([requireViewer(), getTranslations("leaderboard"), getMoney()]);
  const shared = await getTranslations("shared");
  const everybody = { href: `/leaderboard?period=${period}`, text: t("everybody") };
  const mayAsk = search === "" || (await isWithin(db(), "search", viewer.id));
  const [entries, standing] = await Promise.all([
    mayAsk ? entriesOf({ period, search, viewerId: viewer.id }) : null,
    ownStanding(db(), viewer.id, period),
  ]);
  const listed = entries?.some(({ id }) => id === viewer.id) ?? false;
  return (
    <>
      <PageTitle title={t("title")} />
      <div className="space-y-3">
        <PeriodLinks period={period} search={search} />
        <SearchForm period={period} search={search} />
      </div>
      {entries === null || entries.length === 0 ? (
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
        <ol className="mt-4 space-y-2">
          {entries.map((entry) => {
            const given = givenIn(entry, period);
            return (
              <li key={entry.id}>
                <EntryRow
                  rank={entry.rank}
                  username={entry.username}
                  avatar={entry.avatar}
                  isPremium={entry.isPremium}
                  given={given === null ? null : money(given)}
                  own={entry.id === viewer.id}
                />
              </li>
            );
          })}
        </ol>
      )}
      {!listed && <OwnStanding viewer={viewer} money={money} {...standing} />}
    </>
  );
}

/** The board, or what a search finds; null while the server has no place for another search. */
async function entriesOf(asked: Parameters<typeof listLeaderboard>[1]): Promise<LeaderboardEntry[] | null> {
  try {
    return await listLeaderboard(db(), asked);
  } catch (error) {
    if (error instanceof AppError && error.code === "RATE_LIMITED") return null;
    throw error;
  }
}

function givenIn(entry: LeaderboardEntry, period: Period): number | null {
  const given: Record<Period, number | null> = {
    all: entry.totalGiven,
    monthly: entry.monthlyGiven,
    weekly: entry.weeklyGiven,
    daily: entry.dailyGiven,
  };
  return given[period];
}
