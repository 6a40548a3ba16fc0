import { CircleAlert, CircleCheck, Info } from "lucide-react";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { cache } from "react";
import { AuthTabs } from "@/components/auth/auth-tabs";
import type { Greetings } from "@/components/auth/greeting";
import { HowItWorks } from "@/components/auth/how-it-works";
import { LiveRequests } from "@/components/auth/live-requests";
import { RequestPreview } from "@/components/auth/request-preview";
import { requestTags } from "@/components/auth/request-tags";
import { SidePanel } from "@/components/auth/side-panel";
import { ClientMessages } from "@/components/shared/client-messages";
import { getMoney } from "@/components/shared/get-money";
import { OperatorLinks } from "@/components/shared/operator-links";
import { db } from "@/db/client";
import { takesDonations } from "@/lib/domain/donations/terms";
import { giftPathOf } from "@/lib/domain/guests/gift-link";
import { findSharedRequest, listSharedFeed, liveStats } from "@/lib/domain/requests/queries";
import { env } from "@/lib/ground/env";
import { LOCALES, type Locale } from "@/lib/ground/i18n/languages";
import { pictureAddress } from "@/lib/share-image/address";
import { previewTags } from "@/lib/share-image/preview-tags";
import { MAX_AGE, readDb } from "@/lib/web/read-db";
import { safePath } from "@/lib/web/safe-path";

type Props = PageProps<"/auth">;

/** Screens that say to a visitor why they ask for a login. */
const WANTED = ["profile", "request"] as const;

/** How many requests visitors see before they sign in. */
const SHOWN = 3;

/** The texts of the forms. */
const TEXTS = ["auth.google", "auth.login", "auth.or", "auth.register", "auth.showPassword", "auth.tabs"];

const ERRORS = ["google_unavailable", "google_failed", "account_exists"] as const;

/**
 * The tags of a shared request, so that its link shows a preview wherever it is pasted; otherwise those of the site
 * (D32).
 */
export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { next } = await searchParams;
  const [t, shell, locale, request] = await Promise.all([
    getTranslations("auth"),
    getTranslations("shell"),
    getLocale(),
    requestOf(destination(next)),
  ]);
  if (!request) {
    const { appName } = env();
    const description = shell("description", { appName });
    const tags = previewTags(locale, {
      title: appName,
      description,
      link: "/",
      picture: pictureAddress(null, locale),
      pictureText: description,
    });
    return { ...tags, title: t("title"), alternates: { canonical: "/auth" } };
  }
  const link = `/?request=${request.id}`;
  const tags = await requestTags(request, link);
  // Requesters share with people they choose: services show the preview, search engines do not list it.
  return { ...tags, alternates: { canonical: link }, robots: { index: false } };
}

export default async function AuthPage({ searchParams }: Props) {
  const { next, error, erased, tab } = await searchParams;
  const path = destination(next);
  const [t, locale, money, stats, request, feed, greetings] = await Promise.all([
    getTranslations("auth"),
    getLocale(),
    getMoney(),
    readDb(MAX_AGE.feed, liveStats),
    requestOf(path),
    readDb(MAX_AGE.feed, (read) => listSharedFeed(read, { limit: SHOWN }, db())),
    Promise.all(LOCALES.map(greetingIn)),
  ]);
  const giftPath = request && (await giftPathOf(db(), request.id));
  const takesMore = request !== null && (await takesDonations(db(), request.id));
  const live = request ? [] : feed.items.filter(({ isCompleted }) => !isCompleted);
  const problem = ERRORS.find((known) => known === error);
  const wanted = WANTED.find((page) => new URL(path, env().appUrl).pathname === `/${page}`);
  return (
    <div className="grid gap-6 lg:grid-cols-2 lg:gap-12">
      <div className="lg:col-start-1">
        <h1 lang="nl" className="text-2xl font-bold sm:text-3xl">
          {t("tagline")}
        </h1>
        {locale !== "nl" && <p className="mt-1.5 text-lg text-muted-foreground">{t("taglineTranslation")}</p>}
      </div>
      <div className="space-y-6 lg:col-start-2 lg:row-span-3 lg:row-start-1">
        {request && (
          <RequestPreview request={request} money={money} takesMore={takesMore} giftPath={giftPath} />
        )}
        {erased !== undefined && (
          <p role="status" className="flex gap-3 rounded-xl border bg-card p-4 font-medium">
            <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-primary" />
            {t("erased")}
          </p>
        )}
        {wanted && (
          <p className="flex gap-3 rounded-xl border bg-card p-4 font-medium">
            <Info aria-hidden className="mt-0.5 size-5 shrink-0 text-primary" />
            {t(`wanted.${wanted}`)}
          </p>
        )}
        {problem && (
          <p
            role="alert"
            className="flex gap-3 rounded-xl border border-destructive p-4 font-medium text-destructive"
          >
            <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
            {t(`errors.${problem}`)}
          </p>
        )}
        <ClientMessages namespaces={TEXTS}>
          <AuthTabs
            next={path}
            tab={tab === "register" ? "register" : "login"}
            greetings={Object.fromEntries(greetings) as Greetings}
          />
        </ClientMessages>
      </div>
      <div className="space-y-6 lg:col-start-1">
        <LiveRequests requests={live} money={money} />
        <SidePanel {...stats} />
        <HowItWorks />
        <OperatorLinks />
      </div>
    </div>
  );
}

async function greetingIn(locale: Locale): Promise<[Locale, Greetings[Locale]]> {
  const t = await getTranslations({ locale, namespace: "auth.login" });
  return [locale, { title: t("success"), description: t("welcome"), offer: t("offer") }];
}

/** Where to go once signed in: a path of this origin (D33). */
function destination(next: string | string[] | undefined): string {
  return (typeof next === "string" && safePath(next)) || "/";
}

/** The request that a share link's path names; null for another path or when it is not there. */
const requestOf = cache(async (path: string) => {
  const { pathname, searchParams } = new URL(path, env().appUrl);
  const id = pathname === "/" ? searchParams.get("request") : null;
  return id === null ? null : findSharedRequest(db(), id);
});
