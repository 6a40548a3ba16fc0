import "server-only";
import type { MailTexts } from "@/lib/delivery/translator";
import type { YearGiven } from "@/lib/domain/given/schema";
import { PICTURE_SIZE } from "@/lib/share-image/address";
import { letter } from "@/lib/share-image/lettering";
import { draw } from "@/lib/share-image/renderer";
import { SharePicture, TITLE_SIZES } from "@/lib/share-image/share-picture";

/** What somebody gave in a year as a JPEG: to how many people, and no amount, so that it can be shown to others. */
export async function drawYear(
  { year, people }: Pick<YearGiven, "year" | "people">,
  { shared, appName, locale }: MailTexts,
): Promise<Uint8Array<ArrayBuffer>> {
  const { texts, families } = await letter({
    brand: appName,
    title: shared("gifts.picture", { year: String(year), people }),
    emoji: "💚",
  });
  return draw(
    <SharePicture
      brand={texts.brand}
      title={texts.title}
      size={TITLE_SIZES[1]}
      requester={null}
      progress={null}
      shown={{ emoji: texts.emoji }}
    />,
    { ...PICTURE_SIZE, families, locale },
  );
}
