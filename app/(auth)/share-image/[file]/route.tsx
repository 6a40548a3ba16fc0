import { ImageResponse } from "next/og";
import type { NextRequest } from "next/server";
import { getTranslations } from "next-intl/server";
import { drawable, plain } from "@/components/share-image/drawable";
import { SharePicture } from "@/components/share-image/share-picture";
import { db } from "@/db/client";
import { findSharedRequest } from "@/lib/domain/requests/queries";
import type { SharedRequest } from "@/lib/domain/requests/types";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { isLocale, VISITOR_LOCALE } from "@/lib/i18n/match-language";
import { formatMoney, progressPercent } from "@/lib/money";
import type { Locale } from "@/lib/vocabulary";
import { clientAddress } from "@/lib/web/client-address";
import { limit } from "@/lib/web/rate-limit/limit";
import { pictureVersion } from "@/lib/web/share-image/address";
import { letteringFor } from "@/lib/web/share-image/fonts";
import { Recent } from "@/lib/web/share-image/recent";

const SIZE = { width: 1200, height: 630 };
/** Short, although the address changes with the picture: a deleted request must not stay on show. */
const HEADERS = { "Content-Type": "image/png", "Cache-Control": "public, max-age=300" };

/** About 40 kB each. */
const pictures = new Recent<ArrayBuffer>(300);

/**
 * The picture of a shared request, `<id>.png?language=`, or of the product (D32). It depends on nothing but its address and the request, so
 * that it may be kept for everyone; drawing one that is not in memory counts against the address that asks.
 */
export async function GET(asked: NextRequest, { params }: RouteContext<"/share-image/[file]">) {
  const id = (await params).file.replace(/\.png$/, "");
  const language = asked.nextUrl.searchParams.get("language");
  const locale = isLocale(language) ? language : VISITOR_LOCALE;
  const request = await findSharedRequest(db(), id);
  const key = `${locale} ${request ? `${request.id} ${pictureVersion(request)}` : "site"}`;
  try {
    const picture = await pictures.get(key, async () => {
      await limit(db(), "sharePictureAddress", clientAddress(asked.headers));
      return draw(request, locale);
    });
    return new Response(picture, { headers: HEADERS });
  } catch (error) {
    if (!(error instanceof AppError && error.code === "RATE_LIMITED")) throw error;
    return new Response(null, { status: 429, headers: { "Retry-After": String(error.retryAfter) } });
  }
}

async function draw(request: SharedRequest | null, locale: Locale): Promise<ArrayBuffer> {
  const t = await getTranslations({ locale, namespace: "auth" });
  const { appName, currency } = env();
  const progress = ({ raised, goal, requester }: SharedRequest) => {
    const values = {
      raised: formatMoney(raised, locale, currency),
      goal: formatMoney(goal, locale, currency),
    };
    return requester === null
      ? t("preview.pictureAnonymous", values)
      : t("preview.picture", { ...values, name: requester });
  };
  const name = plain(appName);
  const title = plain(request?.item ?? "");
  const text = plain(request ? progress(request) : t("taglineTranslation"));
  const { fonts, has } = await letteringFor(`${name}${title}${text}…`);
  return new ImageResponse(
    <SharePicture
      appName={drawable(name, has)}
      title={drawable(title, has) || drawable(name, has)}
      text={drawable(text, has)}
      percent={request && progressPercent(request.raised, request.goal)}
    />,
    { ...SIZE, fonts },
  ).arrayBuffer();
}
