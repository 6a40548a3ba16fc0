import "server-only";
import { cookies, headers } from "next/headers";
import { unstable_rethrow } from "next/navigation";
import { cache } from "react";
import { isLocale, matchLanguage, VISITOR_LOCALE } from "@/lib/ground/i18n/languages";
import type { Locale } from "@/lib/ground/vocabulary";
import { log } from "@/lib/server/log";
import { cookieName } from "./cookies";
import { currentViewer } from "./session";

/** The language of the screen (D2): the person's setting, or a visitor's earlier choice, their browser's, or Dutch. */
export const currentLocale = cache(async (): Promise<Locale> => {
  return (await viewerLocale()) ?? (await visitorLocale());
});

async function visitorLocale(): Promise<Locale> {
  const chosen = (await cookies()).get(cookieName("locale"))?.value;
  if (isLocale(chosen)) return chosen;
  return matchLanguage((await headers()).get("accept-language")) ?? VISITOR_LOCALE;
}

/** Null when the database fails: the error page needs a language too. */
async function viewerLocale(): Promise<Locale | null> {
  try {
    return (await currentViewer())?.preferredLanguage ?? null;
  } catch (error) {
    unstable_rethrow(error);
    log.error({ err: error }, "the language of the signed-in person is not known");
    return null;
  }
}
