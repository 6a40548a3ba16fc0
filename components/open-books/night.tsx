import { useFormatter } from "next-intl";
import { DAY_FORMAT } from "@/lib/ground/i18n/date-formats";

/** The day of published books, from ISO 8601. */
export function Night({ night }: { night: string }) {
  const format = useFormatter();
  return <time dateTime={night}>{format.dateTime(new Date(night), { ...DAY_FORMAT, timeZone: "UTC" })}</time>;
}
