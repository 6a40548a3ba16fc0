import type { NextRequest } from "next/server";
import { getTranslations } from "next-intl/server";
import { offlinePage } from "@/components/shell/offline-page";
import { env } from "@/lib/ground/env";
import { VISITOR_LOCALE } from "@/lib/ground/i18n/languages";
import { LOCALES, type Locale } from "@/lib/ground/vocabulary";
import { NONCE_HEADER } from "@/lib/web/csp";

/** The page without a network, cached by the service worker. */
export async function GET(request: NextRequest): Promise<Response> {
  const languages = [VISITOR_LOCALE, ...LOCALES.filter((locale) => locale !== VISITOR_LOCALE)];
  const page = offlinePage({
    appName: env().appName,
    nonce: request.headers.get(NONCE_HEADER) ?? "",
    texts: await Promise.all(languages.map(async (locale) => [locale, await textsIn(locale)] as const)),
  });
  return new Response(page, {
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" },
  });
}

async function textsIn(locale: Locale) {
  const t = await getTranslations({ locale, namespace: "install.offline" });
  return { title: t("title"), text: t("text"), retry: t("retry") };
}
