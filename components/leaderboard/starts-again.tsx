import { useFormatter, useTranslations } from "next-intl";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { addDays, nextStart, periodStarts } from "@/lib/ground/periods";
import type { Period } from "@/lib/ground/vocabulary";

/** When a board starts again (D30); nothing for all time. Rendered on the server, in the platform's time zone. */
export function StartsAgain({ period }: { period: Period }) {
  const t = useTranslations("leaderboard.startsAgain");
  const format = useFormatter();
  const starts = periodStarts(now(), env().timeZone);
  const day = nextStart(period, starts);
  if (day === null) return null;
  if (day === addDays(starts.daily, 1)) return t("tomorrow");
  if (period === "weekly") return t("weekly");
  return t("monthly", { month: format.dateTime(new Date(day), { month: "long", timeZone: "UTC" }) });
}
