import "server-only";
import sharp from "sharp";
import { openImage } from "./open-image";
import { photoInvalid } from "./photo-invalid";
import { keptSizes, MAX_SIDE, type Size } from "./rules";

/** More than a phone's camera gives within 5 MB; the worst of it takes some 100 MB of memory to decode. */
const MAX_PIXELS = 30_000_000;
const TIMEOUT_SECONDS = 20;
const QUALITY = 80;

/** A photo as it is kept: its size, and a file of each kept size. */
export type EncodedPhoto = Size & { files: (Size & { bytes: Buffer })[] };

let last: Promise<unknown> = Promise.resolve();

/**
 * Makes of what a person sent the pictures that are kept (D23): upright, at most 1600 px, WebP, nothing else of the file. One photo is worked
 * on at a time, so that many at once cost time and not memory.
 * @throws AppError PHOTO_INVALID for what is no whole JPEG, PNG, WebP, GIF or AVIF, or has too many pixels
 */
export function encodePhoto(bytes: Buffer): Promise<EncodedPhoto> {
  const turn = last.then(() => encode(bytes));
  last = turn.catch(() => undefined);
  return turn;
}

async function encode(bytes: Buffer): Promise<EncodedPhoto> {
  const { data, info } = await decode(bytes);
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const files = [];
  for (const size of keptSizes(info)) {
    const image = sharp(data, { raw }).resize(size.width, size.height, { fit: "fill" });
    files.push({ ...size, bytes: await image.webp({ quality: QUALITY }).toBuffer() });
  }
  return { width: info.width, height: info.height, files };
}

/** The pixels, within the largest size; what was transparent becomes white, as on paper. */
async function decode(bytes: Buffer) {
  const image = openImage(bytes, MAX_PIXELS);
  if (!image) throw photoInvalid("type");
  try {
    return await image
      .resize(MAX_SIDE, MAX_SIDE, { fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#fff" })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (cause) {
    const isTooLarge = cause instanceof Error && cause.message.includes("pixel limit");
    throw photoInvalid(isTooLarge ? "pixels" : "damaged", cause);
  }
}
