import "server-only";
import { PictureInvalid, withPictures } from "@/lib/providers/pictures";
import { photoInvalid } from "./photo-invalid";
import { keptSizes, MAX_SIDE, type Size } from "./rules";

/** More than a phone's camera gives within 5 MB; the worst of it takes some 100 MB of memory to decode. */
const LIMITS = { maxPixels: 30_000_000, seconds: 20 };
const QUALITY = { quality: 80 };

/** A photo as it is stored: its size, and a file for each stored size. */
export type EncodedPhoto = Size & { files: (Size & { bytes: Buffer })[] };

/**
 * Encodes a sent file into the stored pictures (D23): upright, at most 1600 px, WebP, without metadata;
 * transparency becomes white.
 * @throws AppError PHOTO_INVALID for a file that is not a complete JPEG, PNG, WebP, GIF or AVIF, or has too many
 * pixels; UNAVAILABLE
 */
export async function encodePhoto(sent: Buffer): Promise<EncodedPhoto> {
  try {
    return await withPictures(sent, async (pictures) => {
      const pixels = await pictures.read(sent, { side: MAX_SIDE, fit: "inside", background: "#fff" }, LIMITS);
      const { width, height } = pixels;
      const files = [];
      for (const size of keptSizes({ width, height })) {
        files.push({ ...size, bytes: await pictures.webp(pixels, QUALITY, size) });
      }
      return { width, height, files };
    });
  } catch (error) {
    throw error instanceof PictureInvalid ? photoInvalid(error.reason, error) : error;
  }
}
