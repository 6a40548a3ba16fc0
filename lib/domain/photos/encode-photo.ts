import "server-only";
import { PictureInvalid, withPictures } from "@/lib/providers/pictures";
import { differenceHash, HASHED } from "./difference-hash";
import { photoInvalid } from "./photo-invalid";
import { keptSizes, MAX_SIDE, type Size } from "./rules";

/** More than a phone's camera gives within 5 MB; the worst of it takes some 100 MB of memory to decode. */
const LIMITS = { maxPixels: 30_000_000, seconds: 20 };
const QUALITY = 80;
/** Of the smaller sizes, which phones show at twice their pixels: a quarter fewer bytes, looked at side by side. */
const SMALLER_QUALITY = 70;
const SHAPE = { side: MAX_SIDE, fit: "inside", background: "#fff" } as const;

/** A photo as it is stored: its size, its difference hash, and a file for each stored size. */
export type EncodedPhoto = Size & { hash: bigint | null; files: (Size & { bytes: Buffer })[] };

/**
 * Encodes a sent file into the stored pictures (D23): upright, at most 1600 px, WebP, without metadata;
 * transparency becomes white.
 * @throws AppError PHOTO_INVALID for a file that is not a complete JPEG, PNG, WebP, GIF or AVIF, or has too many
 * pixels; UNAVAILABLE
 */
export async function encodePhoto(sent: Buffer): Promise<EncodedPhoto> {
  try {
    return await withPictures(sent, async (pictures) => {
      const pixels = await pictures.read(sent, SHAPE, LIMITS);
      const { width, height } = pixels;
      const files = [];
      for (const size of keptSizes({ width, height })) {
        const quality = size.width === width ? QUALITY : SMALLER_QUALITY;
        files.push({ ...size, bytes: await pictures.webp(pixels, { quality }, size) });
      }
      return { width, height, hash: differenceHash(await pictures.brightness(pixels, HASHED)), files };
    });
  } catch (error) {
    throw error instanceof PictureInvalid ? photoInvalid(error.reason, error) : error;
  }
}

/**
 * The difference hash of a stored picture; null for one without detail, and for one that is broken.
 * @throws AppError UNAVAILABLE
 */
export async function hashPhoto(stored: Buffer): Promise<bigint | null> {
  return withPictures(stored, async (pictures) => {
    const pixels = await pictures.read(stored, SHAPE, LIMITS);
    return differenceHash(await pictures.brightness(pixels, HASHED));
  }).catch((error: unknown) => {
    if (error instanceof PictureInvalid) return null;
    throw error;
  });
}
