"use client";

import { useFormatter, useTimeZone, useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { MINUTE } from "@/lib/ground/durations";
import { DAY_FORMAT, TIME_FORMAT } from "@/lib/ground/i18n/date-formats";

const JUST_NOW_MS = MINUTE;

/** A day in the reader's language, from ISO 8601. A date without a time is the same day everywhere. */
export function DateText({ value }: { value: string }) {
  const format = useFormatter();
  const own = useOwnTimeZone();
  const timeZone = value.includes("T") ? own : "UTC";
  return <time dateTime={value}>{format.dateTime(new Date(value), { ...DAY_FORMAT, timeZone })}</time>;
}

/** The day and the time in the reader's language and time zone, from ISO 8601. */
export function DateTimeText({ value }: { value: string }) {
  const format = useFormatter();
  const t = useTranslations("common");
  const timeZone = useOwnTimeZone();
  const date = new Date(value);
  const text = t("dateAtTime", {
    date: format.dateTime(date, { ...DAY_FORMAT, timeZone }),
    time: format.dateTime(date, { ...TIME_FORMAT, timeZone }),
  });
  return <time dateTime={value}>{text}</time>;
}

type RelativeTimeProps = {
  value: string;
  /** When the page was rendered, in milliseconds: less than a minute before is 'Just now'. */
  now: number;
};

/** 'Just now', or the day and the time (specification 2, Notifications). */
export function RelativeTime({ value, now }: RelativeTimeProps) {
  const t = useTranslations("common");
  if (now - Date.parse(value) >= JUST_NOW_MS) return <DateTimeText value={value} />;
  return <time dateTime={value}>{t("justNow")}</time>;
}

const never = () => () => undefined;

/**
 * The device's time zone; while the server's HTML is shown, the deployment's, because the server knows no other.
 */
function useOwnTimeZone(): string {
  const platform = useTimeZone() ?? "UTC";
  return useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? platform,
    () => platform,
  );
}
