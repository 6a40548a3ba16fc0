import Link from "next/link";
import { useTranslations } from "next-intl";
import { TabPending } from "@/components/shell/tab-pending";
import { cn } from "@/components/ui/cn";
import { PERIODS, type Period } from "@/lib/ground/vocabulary";

/** The period selector, as links, so that each board has an address. */
export function PeriodLinks({ period, search }: { period: Period; search: string }) {
  const t = useTranslations("leaderboard");
  return (
    <nav aria-label={t("period")} className="flex flex-wrap gap-1 rounded-xl bg-muted p-1">
      {PERIODS.map((choice) => (
        <Link
          key={choice}
          href={leaderboardHref(choice, search)}
          aria-current={choice === period ? "true" : undefined}
          className={cn(
            "flex min-h-11 flex-1 items-center justify-center rounded-lg px-1 text-center text-sm leading-tight font-semibold default:text-muted-foreground",
            choice === period && "bg-card text-foreground shadow-sm dark:bg-border",
          )}
        >
          {t(`periods.${choice}`)}
          <TabPending href="/leaderboard" />
        </Link>
      ))}
    </nav>
  );
}

/** The address of a board, without default values. */
export function leaderboardHref(period: Period, search: string): string {
  const query = new URLSearchParams({
    ...(period !== "all" && { period }),
    ...(search !== "" && { search }),
  });
  return query.size > 0 ? `/leaderboard?${query}` : "/leaderboard";
}
