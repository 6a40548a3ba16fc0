import { ImageResponse } from "next/og";
import type { NextRequest } from "next/server";
import { getLocale, getTranslations } from "next-intl/server";
import { drawable } from "@/components/share-image/drawable";
import { SharePicture } from "@/components/share-image/share-picture";
import { db } from "@/db/client";
import { findRequest } from "@/lib/domain/requests/queries";
import { env } from "@/lib/env";
import { isLocale } from "@/lib/i18n/match-language";
import { formatMoney, progressPercent } from "@/lib/money";

const SIZE = { width: 1200, height: 630 };
/** Pasted links are read in bursts; the bar in the picture may be a few minutes old. */
const CACHE = { "Cache-Control": "public, max-age=300" };

/** The picture of a shared request, `<id>.png?language=`, or of the product (D32). The address names the language, since caches keep it. */
export async function GET(asked: NextRequest, { params }: RouteContext<"/share-image/[file]">) {
  const id = (await params).file.replace(/\.png$/, "");
  const language = asked.nextUrl.searchParams.get("language");
  const locale = isLocale(language) ? language : await getLocale();
  const [t, request] = await Promise.all([
    getTranslations({ locale, namespace: "auth" }),
    findRequest(db(), id),
  ]);
  const { appName, currency } = env();
  const money = (cents: number) => formatMoney(cents, locale, currency);
  const picture = request
    ? {
        title: drawable(request.item) || appName,
        text: t("preview.picture", {
          name: request.user.username,
          raised: money(request.raised),
          goal: money(request.goal),
        }),
        percent: progressPercent(request.raised, request.goal),
      }
    : { title: appName, text: t("taglineTranslation"), percent: null };
  return new ImageResponse(
    <SharePicture
      appName={drawable(appName)}
      title={picture.title}
      text={drawable(picture.text)}
      percent={picture.percent}
    />,
    { ...SIZE, headers: CACHE },
  );
}
