import { CircleAlert, Info } from "lucide-react";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { cache } from "react";
import { AuthTabs } from "@/components/auth/auth-tabs";
import { RequestPreview } from "@/components/auth/request-preview";
import { SidePanel } from "@/components/auth/side-panel";
import { ClientMessages } from "@/components/shared/client-messages";
import { db } from "@/db/client";
import { findRequest, liveStats } from "@/lib/domain/requests/queries";
import { env } from "@/lib/env";
import { formatMoney } from "@/lib/money";
import { safePath } from "@/lib/web/safe-path";

type Props = PageProps<"/auth">;

/** Screens that say to a visitor why they ask for a login. */
const WANTED = ["profile", "request"] as const;

const ERRORS = ["google_unavailable", "google_failed", "account_exists"] as const;

/** The tags of a shared request, so that its link shows a preview wherever it is pasted (D32). */
export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { next } = await searchParams;
  const [t, locale, request] = await Promise.all([
    getTranslations("auth"),
    getLocale(),
    requestOf(destination(next)),
  ]);
  if (!request) return { title: t("title") };
  const { appName, currency } = env();
  const title = request.item;
  const description = t("preview.description", {
    name: request.user.username,
    raised: formatMoney(request.raised, locale, currency),
    goal: formatMoney(request.goal, locale, currency),
    text: excerpt(request.description),
  });
  const image = {
    url: `/share-image/${request.id}.png?language=${locale}`,
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
      locale,
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
        {request && <RequestPreview request={request} />}
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
const requestOf = cache(async (path: string) => {
  const { pathname, searchParams } = new URL(path, env().appUrl);
  const id = pathname === "/" ? searchParams.get("request") : null;
  return id === null ? null : findRequest(db(), id);
});

const EXCERPT_LENGTH = 140;

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= EXCERPT_LENGTH ? line : `${line.slice(0, EXCERPT_LENGTH).trimEnd()}…`;
}
