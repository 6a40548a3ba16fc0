import "server-only";
import { AppError } from "@/lib/ground/errors";
import { PictureInvalid, withPictures } from "@/lib/providers/pictures";
import { SENT_AVATAR } from "./rules";

const SHAPE = { side: 128, fit: "cover" } as const;
/** Far beyond what a browser sends; what a file of a few kilobytes claims to be can be larger still. */
const LIMITS = { maxPixels: 1024 * 1024, seconds: 5 };
/** The most that is stored, `data:` and all, so that the image is well within the 16 KB of D16. */
const MAX_STORED = 16_384;
/** Tried from the best; even noise fits at the last. */
const QUALITIES = [82, 64, 46, 28, 10];

/**
 * Makes the picture that is kept of what a person sent as a `data:` image (D16): upright, cropped to a square, 128 px,
 * WebP, nothing else of the file.
 * @throws AppError VALIDATION_ERROR for what is no whole JPEG, PNG, WebP, GIF or AVIF, or has too many pixels;
 * UNAVAILABLE
 */
export async function encodeAvatar(sent: string): Promise<string> {
  const [, base64] = SENT_AVATAR.exec(sent) ?? [];
  if (!base64) throw refused();
  const bytes = Buffer.from(base64, "base64");
  try {
    return await withPictures(bytes, async (pictures) => {
      const pixels = await pictures.read(bytes, SHAPE, LIMITS);
      for (const quality of QUALITIES) {
        const webp = await pictures.webp(pixels, { quality, alphaQuality: quality });
        const stored = `data:image/webp;base64,${webp.toString("base64")}`;
        if (stored.length <= MAX_STORED) return stored;
      }
      throw refused();
    });
  } catch (error) {
    throw error instanceof PictureInvalid ? refused(error) : error;
  }
}

function refused(cause?: unknown): AppError {
  return new AppError("VALIDATION_ERROR", { fields: { avatar: "avatar" }, cause });
}
