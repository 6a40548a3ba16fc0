import "server-only";
import { photoForPicture } from "@/lib/domain/photos/photo-for-picture";
import type { PhotoContext } from "@/lib/domain/photos/types";
import type { SharedRequest } from "@/lib/domain/requests/schema";
import { letter } from "@/lib/share-image/lettering";
import { draw } from "@/lib/share-image/renderer";
import { EmojiPanel } from "@/lib/share-image/share-picture";
import { PICTURE } from "./poster";

/**
 * The picture of a poster, as a JPEG: the photo, or the emoji of the item.
 * @throws ProviderUnavailable; AppError UNAVAILABLE
 */
export async function drawPosterPicture(context: PhotoContext, request: SharedRequest): Promise<Uint8Array> {
  const photo = await photoForPicture(context, request.photoUrl, PICTURE);
  if (photo !== null) return Buffer.from(photo.slice(photo.indexOf(",") + 1), "base64");
  return emojiPicture(request.itemEmoji);
}

/** An emoji in the shape of PICTURE, as a JPEG. */
export async function emojiPicture(emoji: string): Promise<Uint8Array> {
  const { texts, families } = await letter({ emoji });
  const panel = <EmojiPanel emoji={texts.emoji} size={PICTURE} letters={340} />;
  return draw(panel, { ...PICTURE, families, locale: "en" });
}
