import { getTranslations } from "next-intl/server";
import { nameInFull } from "@/components/shared/person-name";
import { db } from "@/db/client";
import { photoForPicture } from "@/lib/domain/photos/photo-for-picture";
import type { SharedRequest } from "@/lib/domain/requests/schema";
import { findAvatarImage } from "@/lib/domain/users/queries";
import type { PublicUser } from "@/lib/domain/users/schema";
import { env } from "@/lib/ground/env";
import { formatMoney, progressPercent } from "@/lib/ground/money";
import type { Locale } from "@/lib/ground/vocabulary";
import { PICTURE_SIZE } from "@/lib/share-image/address";
import { letter } from "@/lib/share-image/lettering";
import { draw } from "@/lib/share-image/renderer";
import { Amount, PHOTO_SIZE, SharePicture } from "@/lib/share-image/share-picture";
import { photos } from "@/lib/web/photos";
import { titleSize } from "./title-size";

/** Draws what a link to a request shows, in a language. @throws ProviderUnavailable when its photo cannot be had now */
export async function drawRequest(request: SharedRequest, locale: Locale): Promise<Uint8Array<ArrayBuffer>> {
  const { appName, currency } = env();
  const { user } = request;
  const money = (cents: number) => formatMoney(cents, locale, currency);
  const value = progressPercent(request.raised, request.goal);
  const [t, detail, photo, avatarImage, { texts, families }] = await Promise.all([
    getTranslations({ locale, namespace: "auth" }),
    getTranslations({ locale, namespace: "request.detail" }),
    photoForPicture(photos(), request.photoUrl, PHOTO_SIZE),
    user && ownPicture(user),
    letter({
      brand: appName,
      title: request.item,
      name: user ? nameInFull(user) : "",
      avatar: user?.avatar ?? "",
      raised: money(request.raised),
      goal: money(request.goal),
      mark: request.completionEmoji ?? "",
      emoji: request.itemEmoji,
    }),
  ]);
  const title = texts.title || texts.brand;
  return draw(
    <SharePicture
      brand={texts.brand}
      title={title}
      size={await titleSize(title, { isWide: false, families, locale })}
      requester={user && { name: texts.name, avatar: avatarImage ?? texts.avatar }}
      progress={{ value, mark: texts.mark, amounts: request.raised === 0 ? first() : raised() }}
      shown={photo === null ? { emoji: texts.emoji } : { photo }}
    />,
    { ...PICTURE_SIZE, families, locale },
  );

  function raised() {
    return t.rich("preview.raised", {
      raised: () => texts.raised,
      goal: () => texts.goal,
      strong: (amount) => <Amount>{amount}</Amount>,
    });
  }

  /** Nothing yet: what is asked for, and an invitation. */
  function first() {
    return (
      <>
        <Amount>{texts.goal}</Amount>
        {detail("beFirst")}
      </>
    );
  }
}

/** Draws what a link to the product itself shows. */
export async function drawSite(locale: Locale): Promise<Uint8Array<ArrayBuffer>> {
  const t = await getTranslations({ locale, namespace: "auth" });
  const { texts, families } = await letter({ brand: env().appName, title: t("taglineTranslation") });
  return draw(
    <SharePicture
      brand={texts.brand}
      title={texts.title}
      size={await titleSize(texts.title, { isWide: true, families, locale })}
      requester={null}
      progress={null}
      shown={null}
    />,
    { ...PICTURE_SIZE, families, locale },
  );
}

/** Someone's own picture as a `data:` image; null when they have an emoji. Pictures elsewhere are not fetched. */
async function ownPicture({ avatar }: PublicUser): Promise<string | null> {
  const [, hash] = /^\/avatars\/(\w+)\.webp$/.exec(avatar) ?? [];
  const image = hash ? await findAvatarImage(db(), hash) : null;
  return image && `data:image/webp;base64,${Buffer.from(image).toString("base64")}`;
}
