import { getRequestConfig } from "next-intl/server";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { isLocale } from "@/lib/ground/i18n/languages";
import { currentLocale } from "./locale";

/** The language, texts and clock of next-intl. */
export default getRequestConfig(async ({ locale: asked }) => {
  const locale = isLocale(asked) ? asked : await currentLocale();
  const { default: messages } = await import(`../../messages/${locale}.json`);
  return { locale, messages, timeZone: env().timeZone, now: now() };
});
