import { useTranslations } from "next-intl";
import { TabLinks } from "@/components/shared/tab-links";
import { PERIODS, type Period } from "@/lib/ground/vocabulary";

/** The period selector. */
export function PeriodLinks({ period, search }: { period: Period; search: string }) {
  const t = useTranslations("leaderboard");
  const links = PERIODS.map((choice) => ({
    href: leaderboardHref(choice, search),
    text: t(`periods.${choice}`),
    isCurrent: choice === period,
  }));
  return <TabLinks label={t("period")} links={links} />;
}

/** The address of a board, without default values. */
export function leaderboardHref(period: Period, search: string): string {
  const query = new URLSearchParams({
    ...(period !== "all" && { period }),
    ...(search !== "" && { search }),
  });
  return query.size > 0 ? `/leaderboard?${query}` : "/leaderboard";
}
