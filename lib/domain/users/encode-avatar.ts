import "server-only";
import sharp, { type Sharp } from "sharp";
import { openImage } from "@/lib/domain/photos/open-image";
import { AppError } from "@/lib/errors";
import { SENT_AVATAR } from "./rules";

const SIDE = 128;
/** Far beyond what a browser sends; what a file of a few kilobytes claims to be can be larger still. */
const MAX_PIXELS = 4096 * 4096;
const TIMEOUT_SECONDS = 5;
/** The most that is stored, `data:` and all, so that the image is well within the 16 KB of D16. */
const MAX_STORED = 16_384;
/** Tried from the best; even noise fits at the last. */
const QUALITIES = [82, 64, 46, 28, 10];

/**
 * Makes the picture that is kept of what a person sent as a `data:` image (D16): upright, cropped to a square, 128 px, WebP, nothing else of
 * the file.
 * @throws AppError VALIDATION_ERROR for what is no whole JPEG, PNG, WebP, GIF or AVIF
 */
export async function encodeAvatar(sent: string): Promise<string> {
  const [, base64] = SENT_AVATAR.exec(sent) ?? [];
  if (!base64) throw refused();
  const bytes = Buffer.from(base64, "base64");
  const image = openImage(bytes, MAX_PIXELS);
  if (!image) throw refused();
  const { data, info } = await squareOf(image);
  // Of the answer only these: `premultiplied` there tells how it was scaled, here it would say what the pixels are.
  const raw = { width: info.width, height: info.height, channels: info.channels };
  for (const quality of QUALITIES) {
    const webp = await sharp(data, { raw }).webp({ quality, alphaQuality: quality }).toBuffer();
    const stored = `data:image/webp;base64,${webp.toString("base64")}`;
    if (stored.length <= MAX_STORED) return stored;
  }
  throw refused();
}

/** The square's pixels. */
async function squareOf(image: Sharp) {
  try {
    return await image
      .resize(SIDE, SIDE, { fit: "cover" })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (cause) {
    throw refused(cause);
  }
}

function refused(cause?: unknown): AppError {
  return new AppError("VALIDATION_ERROR", { fields: { avatar: "avatar" }, cause });
}
