import { useFormatter, useTranslations } from "next-intl";

const DAY = { day: "2-digit", month: "short", year: "numeric" } as const;
const TIME = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const JUST_NOW_MS = 60_000;

/** A day in the reader's language, from ISO 8601. */
export function DateText({ value }: { value: string }) {
  const format = useFormatter();
  return <time dateTime={value}>{format.dateTime(new Date(value), DAY)}</time>;
}

type MomentProps = {
  value: string;
  /** The moment the page was made, in milliseconds: what is younger than a minute is 'Just now'. */
  now: number;
};

/** 'Just now', or the day and the time (specification 2, Notifications). */
export function Moment({ value, now }: MomentProps) {
  const format = useFormatter();
  const t = useTranslations("common");
  const date = new Date(value);
  const text =
    now - date.getTime() < JUST_NOW_MS
      ? t("justNow")
      : t("dateAtTime", { date: format.dateTime(date, DAY), time: format.dateTime(date, TIME) });
  return <time dateTime={value}>{text}</time>;
}
