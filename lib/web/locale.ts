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
  const chosen = await chosenHere();
  return chosen ?? matchLanguage((await headers()).get("accept-language")) ?? VISITOR_LOCALE;
}

async function chosenHere(): Promise<Locale | null> {
  const chosen = (await cookies()).get(cookieName("locale"))?.value;
  return isLocale(chosen) ? chosen : null;
}

/** Null when the database fails: the error page needs a language too. */
async function viewerLocale(): Promise<Locale | null> {
  try {
    const viewer = await currentViewer();
    // In an account that two people claim nothing can be changed, so the choice is in the browser only.
    return (viewer?.isContested ? await chosenHere() : null) ?? viewer?.preferredLanguage ?? null;
  } catch (error) {
    unstable_rethrow(error);
    log.error({ err: error }, "the language of the signed-in person is not known");
    return null;
  }
}
