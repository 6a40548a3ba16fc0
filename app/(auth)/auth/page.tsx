import { CircleAlert } from "lucide-react";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { AuthTabs } from "@/components/auth/auth-tabs";
import { RequestPreview } from "@/components/auth/request-preview";
import { SidePanel } from "@/components/auth/side-panel";
import { ClientMessages } from "@/components/shared/client-messages";
import { db } from "@/db/client";
import { findRequest, findSharedRequest, liveStats } from "@/lib/domain/requests/queries";
import type { FundingRequest, SharedRequest } from "@/lib/domain/requests/types";
import { env } from "@/lib/env";
import { formatMoney } from "@/lib/money";
import type { Locale } from "@/lib/vocabulary";
import { safePath } from "@/lib/web/safe-path";
import { pictureAddress } from "@/lib/web/share-image/address";

type Props = PageProps<"/auth">;

const ERRORS = ["google_unavailable", "google_failed", "account_exists"] as const;

/** Open Graph names a language together with a country. */
const OPEN_GRAPH_LOCALE: Record<Locale, string> = {
  en: "en_GB",
  nl: "nl_NL",
  es: "es_ES",
  fr: "fr_FR",
  de: "de_DE",
};

/** The tags of a shared request, so that its link shows a preview wherever it is pasted (D32). */
export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { next } = await searchParams;
  const [t, locale, request] = await Promise.all([
    getTranslations("auth"),
    getLocale(),
    sharedRequestOf(destination(next)),
  ]);
  if (!request) return { title: t("title") };
  const { appName, currency } = env();
  const title = request.item;
  const values = {
    raised: formatMoney(request.raised, locale, currency),
    goal: formatMoney(request.goal, locale, currency),
    text: excerpt(request.description),
  };
  const description =
    request.requester === null
      ? t("preview.descriptionAnonymous", values)
      : t("preview.description", { ...values, name: request.requester });
  const image = {
    url: pictureAddress(request, locale),
    width: 1200,
    height: 630,
    alt: title,
  };
  return {
    title,
    description,
    openGraph: {
      type: "website",
      siteName: appName,
      locale: OPEN_GRAPH_LOCALE[locale],
      title,
      description,
      url: `/?request=${request.id}`,
      images: [image],
    },
    twitter: { card: "summary_large_image", title, description, images: [image] },
  };
}

export default async function AuthPage({ searchParams }: Props) {
  const { next, error } = await searchParams;
  const path = destination(next);
  const [t, locale, stats, request] = await Promise.all([
    getTranslations("auth"),
    getLocale(),
    liveStats(db()),
    requestOf(path),
  ]);
  const problem = ERRORS.find((known) => known === error);
  return (
    <div className="grid gap-6 lg:grid-cols-2 lg:gap-12">
      <div className="lg:col-start-1">
        <h1 lang="nl" className="text-2xl font-bold sm:text-3xl">
          {t("tagline")}
        </h1>
        {locale !== "nl" && <p className="mt-1.5 text-lg text-muted-foreground">{t("taglineTranslation")}</p>}
      </div>
      <div className="space-y-6 lg:col-start-2 lg:row-span-3 lg:row-start-1">
        {request && <RequestPreview request={request} />}
        {problem && (
          <p
            role="alert"
            className="flex gap-3 rounded-xl border border-destructive p-4 font-medium text-destructive"
          >
            <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
            {t(`errors.${problem}`)}
          </p>
        )}
        <ClientMessages namespaces={["auth"]}>
          <AuthTabs next={path} />
        </ClientMessages>
      </div>
      <div className="lg:col-start-1">
        <SidePanel {...stats} />
      </div>
    </div>
  );
}

/** Where to go once signed in: a path of this origin (D33). */
function destination(next: string | string[] | undefined): string {
  return (typeof next === "string" && safePath(next)) || "/";
}

/** The request that a share link's path names; null for another path or when it is not there. */
async function requestOf(path: string): Promise<FundingRequest | null> {
  const id = sharedId(path);
  return id === null ? null : findRequest(db(), id);
}

async function sharedRequestOf(path: string): Promise<SharedRequest | null> {
  const id = sharedId(path);
  return id === null ? null : findSharedRequest(db(), id);
}

function sharedId(path: string): string | null {
  const { pathname, searchParams } = new URL(path, env().appUrl);
  return pathname === "/" ? searchParams.get("request") : null;
}

const EXCERPT_LENGTH = 140;

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, " ");
  const letters = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
  return letters.length <= EXCERPT_LENGTH ? line : `${letters.slice(0, EXCERPT_LENGTH).join("").trimEnd()}…`;
}
