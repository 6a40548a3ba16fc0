import { getLocale, getTranslations } from "next-intl/server";
import { getMoney } from "@/components/shared/get-money";
import { nameInFull } from "@/components/shared/person-name";
import type { SharedRequest } from "@/lib/domain/requests/schema";
import { pictureAddress } from "@/lib/share-image/address";
import { excerpt, previewTags } from "@/lib/share-image/preview-tags";

/** The tags of a shared request, so that its link, a path, shows a preview wherever it is pasted (D32). */
export async function requestTags(request: SharedRequest, link: string) {
  const [t, locale, money] = await Promise.all([getTranslations("auth.preview"), getLocale(), getMoney()]);
  const { item, user } = request;
  const amounts = { raised: money(request.raised), goal: money(request.goal) };
  const text = excerpt(request.description);
  return previewTags(locale, {
    title: item,
    description: user
      ? t("description", { ...amounts, name: nameInFull(user), text })
      : t("descriptionAnonymous", { ...amounts, text }),
    link,
    picture: pictureAddress(request, locale),
    pictureText: t("pictureText", { ...amounts, item }),
  });
}
