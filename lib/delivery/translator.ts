import { createFormatter, createTranslator, type Messages } from "next-intl";
import { env } from "@/lib/ground/env";
import { DAY_FORMAT, TIME_FORMAT } from "@/lib/ground/i18n/date-formats";
import { memoized } from "@/lib/ground/memoized";
import { formatMoney } from "@/lib/ground/money";
import type { Locale } from "@/lib/ground/vocabulary";

type MailTranslator = ReturnType<typeof createTranslator<Messages, "mail">>;
type AnyTranslator = ReturnType<typeof createTranslator<Messages>>;

/** What a message needs to be written in the recipient's language. */
export type MailTexts = {
  locale: Locale;
  /** The texts of messages: `mail.<key>`. */
  t: MailTranslator;
  /** Texts that screens have too, by their whole key. */
  shared: AnyTranslator;
  /** Cents as money. */
  money: (cents: number) => string;
  /** A day in the product's time zone. */
  day: (at: Date) => string;
  /** A day with the time. */
  dayAndTime: (at: Date) => string;
  /** A month's name, 1 to 12. */
  monthName: (month: number) => string;
  appName: string;
};

const loaded = new Map<string, Promise<MailTexts>>();

/** The texts and formats of a language. */
export function mailTexts(locale: Locale): Promise<MailTexts> {
  return memoized(loaded, locale, () => load(locale));
}

async function load(locale: Locale): Promise<MailTexts> {
  const { default: messages }: { default: Messages } = await import(`../../messages/${locale}.json`);
  const { appName, currency, timeZone } = env();
  const shared = createTranslator<Messages>({ locale, messages, timeZone });
  const format = createFormatter({ locale, timeZone });
  const day = (at: Date) => format.dateTime(at, DAY_FORMAT);
  return {
    locale,
    t: createTranslator<Messages, "mail">({ locale, messages, namespace: "mail", timeZone }),
    shared,
    money: (cents) => formatMoney(cents, locale, currency),
    day,
    dayAndTime: (at) =>
      shared("common.dateAtTime", { date: day(at), time: format.dateTime(at, TIME_FORMAT) }),
    monthName: (month) => format.dateTime(new Date(Date.UTC(2026, month - 1, 15)), { month: "long" }),
    appName,
  };
}
