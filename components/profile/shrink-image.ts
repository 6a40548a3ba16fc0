import { MAX_SENT_AVATAR } from "@/lib/domain/users/rules";

/** The longest side in pixels and the quality, from the best on; the last fits whatever the picture. */
const ATTEMPTS = [
  [512, 0.85],
  [512, 0.6],
  [320, 0.6],
  [128, 0.6],
] as const;

/** What the server reads (D16); phones turn their own formats into one of these. */
export const PICTURE_TYPES = "image/jpeg,image/png,image/webp,image/gif,image/avif";

/**
 * A chosen picture, small enough to be sent as a `data:` image and without what a camera writes into it.
 * @throws when the browser cannot read it as a picture
 */
export async function shrinkImage(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  try {
    for (const [side, quality] of ATTEMPTS) {
      const encoded = draw(picture, side, quality);
      if (encoded.length <= MAX_SENT_AVATAR) return encoded;
    }
  } finally {
    picture.close();
  }
  throw new Error("the picture stays too large");
}

function draw(picture: ImageBitmap, side: number, quality: number): string {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const webp = canvas.toDataURL("image/webp", quality);
  if (webp.startsWith("data:image/webp")) return webp;
  // Safari writes no WebP; in a JPEG what is see-through would turn black.
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/jpeg", quality);
}
