import { drawPicture, openPicture, putOnWhite } from "@/components/shared/picture";
import { MAX_SENT_AVATAR } from "@/lib/domain/accounts/rules";

/** The longest side in pixels and the quality, best first. Any picture fits the last. */
const ATTEMPTS = [
  [512, 0.85],
  [512, 0.6],
  [320, 0.6],
  [128, 0.6],
] as const;

/** What the server accepts (D16); phones convert their own formats to one of these. */
export const PICTURE_TYPES = "image/jpeg,image/png,image/webp,image/gif,image/avif";

/**
 * A chosen picture, small enough to be sent as a `data:` image and without the camera's metadata.
 * @throws when the browser cannot read it as a picture
 */
export async function shrinkImage(file: Blob): Promise<string> {
  const picture = await openPicture(file);
  for (const [side, quality] of ATTEMPTS) {
    const encoded = encode(drawPicture(picture, { width: side, height: side }), quality);
    if (encoded.length <= MAX_SENT_AVATAR) return encoded;
  }
  throw new Error("the picture stays too large");
}

function encode(canvas: HTMLCanvasElement, quality: number): string {
  const webp = canvas.toDataURL("image/webp", quality);
  if (webp.startsWith("data:image/webp")) return webp;
  // Safari writes no WebP.
  putOnWhite(canvas);
  return canvas.toDataURL("image/jpeg", quality);
}
