import type { NextRequest } from "next/server";
import { getTranslations } from "next-intl/server";
import { offlinePage } from "@/components/shell/offline-page";
import { env } from "@/lib/ground/env";
import { VISITOR_LOCALE } from "@/lib/ground/i18n/languages";
import { LOCALES, type Locale } from "@/lib/ground/vocabulary";
import { NONCE_HEADER } from "@/lib/web/csp";
import { OUTAGE_HEADER } from "@/lib/web/outage";

/** When to come back after an outage, in seconds. */
const RETRY_AFTER = 5;

/**
 * The page without a network, cached by the service worker. Also the one in place of a page that needs
 * the database while it is away (middleware.ts).
 */
export async function GET(request: NextRequest): Promise<Response> {
  const isOutage = request.headers.has(OUTAGE_HEADER);
  const languages = [VISITOR_LOCALE, ...LOCALES.filter((locale) => locale !== VISITOR_LOCALE)];
  const texts = isOutage ? faultIn : offlineIn;
  const page = offlinePage({
    appName: env().appName,
    nonce: request.headers.get(NONCE_HEADER) ?? "",
    texts: await Promise.all(languages.map(async (locale) => [locale, await texts(locale)] as const)),
    isOutage,
  });
  const headers = { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" };
  return isOutage
    ? new Response(page, { status: 503, headers: { ...headers, "Retry-After": String(RETRY_AFTER) } })
    : new Response(page, { headers });
}

async function offlineIn(locale: Locale) {
  const t = await getTranslations({ locale, namespace: "install.offline" });
  return { title: t("title"), text: t("text"), retry: t("retry") };
}

async function faultIn(locale: Locale) {
  const t = await getTranslations({ locale, namespace: "shell.fault" });
  return { title: t("title"), text: t("text"), retry: t("retry") };
}
