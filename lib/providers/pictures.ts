import "server-only";
import sharp from "sharp";
import { heavy, heavyRefusal } from "@/lib/ground/heavy";
import { perProcess } from "@/lib/ground/per-process";

// Only these five of libvips' loaders may run.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((reader) => `VipsForeignLoad${reader}`),
});
// No picture is processed twice, so a cache would only use memory.
sharp.cache(false);
// One processor per picture leaves the others to HTTP requests.
sharp.concurrency(1);

/** Its loader needs up to thirty bytes of memory per pixel, ten times as many as the others. */
const AVIF = /^....ftyp/s;
const AVIF_PIXELS = 3_000_000;

/**
 * The first bytes of JPEG, PNG, GIF, WebP and AVIF. The content decides the type, so that nothing else is ever parsed.
 */
const SIGNATURES = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^GIF8[79]a/, /^RIFF....WEBP/s, AVIF];

/** Number of bytes that identify the type. */
export const BEGINNING = 12;

/** Most bytes that may wait for their turn: five of the largest photos, or hundreds of avatars. */
const MAX_WAITING = 25 * 1024 * 1024;

type Size = { width: number; height: number };
type Pixels = Size & { data: Buffer; channels: 1 | 2 | 3 | 4 };

/**
 * The result is upright, and fits inside a square of `side` pixels or covers it. `background` replaces transparency.
 */
type Shape = { side: number; fit: "inside" | "cover"; background?: string };
type Limits = { maxPixels: number; seconds: number };
type Quality = { quality: number; alphaQuality?: number };

/** The file is not a picture that we accept, has too many pixels, or is damaged. */
export class PictureInvalid extends Error {
  override name = "PictureInvalid";

  constructor(
    readonly reason: "type" | "pixels" | "damaged",
    cause?: unknown,
  ) {
    super(reason, { cause });
  }
}

/** The operations on pictures, available inside `withPictures`. */
export type Pictures = {
  /**
   * The pixels of a picture, or of the first frame of an animation. The header decides whether there are too many
   * pixels.
   * @throws PictureInvalid
   */
  read(bytes: Buffer, shape: Shape, limits: Limits): Promise<Pixels>;
  /** Pixels as a WebP, in their own size or another. */
  webp(pixels: Pixels, quality: Quality, size?: Size): Promise<Buffer>;
  /** The brightness of pixels scaled to a size, from 0 to 255, row by row. */
  brightness(pixels: Pixels, size: Size): Promise<Uint8Array>;
  /** One of our own pictures, whole, before a blurred part of it that fills exactly this size, as a JPEG. */
  frame(picture: Buffer, size: Size): Promise<Buffer>;
};

const queue = perProcess("pictures", () => ({ waitingBytes: 0 }));

/**
 * The only access to the image library (trust.md 40). A process works on one picture at a time, so that many uploads
 * cost time and not memory (D43).
 * @throws AppError UNAVAILABLE when too many bytes are waiting, and what `work` throws
 */
export async function withPictures<T>(bytes: Buffer, work: (pictures: Pictures) => Promise<T>): Promise<T> {
  if (queue.waitingBytes + bytes.byteLength > MAX_WAITING) throw heavyRefusal();
  queue.waitingBytes += bytes.byteLength;
  try {
    return await heavy.take("pictures", () => work(pictures));
  } finally {
    queue.waitingBytes -= bytes.byteLength;
  }
}

/** Whether a file begins like a picture that we accept. */
export function beginsLikePicture(bytes: Uint8Array): boolean {
  const beginning = Buffer.from(bytes.subarray(0, BEGINNING)).toString("latin1");
  return SIGNATURES.some((signature) => signature.test(beginning));
}

/** Of what a picture does not fill, in pixels: shapes are gone, colours stay. */
const BLUR = 24;

const pictures: Pictures = {
  async read(bytes, { side, fit, background }, { maxPixels, seconds }) {
    if (!beginsLikePicture(bytes)) throw new PictureInvalid("type");
    const isAvif = AVIF.test(bytes.subarray(0, BEGINNING).toString("latin1"));
    const limitInputPixels = isAvif ? Math.min(maxPixels, AVIF_PIXELS) : maxPixels;
    const image = sharp(bytes, { limitInputPixels, failOn: "error", sequentialRead: true })
      .autoOrient()
      .resize(side, side, { fit, withoutEnlargement: fit === "inside" });
    try {
      const { data, info } = await (background ? image.flatten({ background }) : image)
        .timeout({ seconds })
        .raw()
        .toBuffer({ resolveWithObject: true });
      // Not `premultiplied`: in the result it describes the scaling, but as an input it would describe the pixels.
      return { data, width: info.width, height: info.height, channels: info.channels as Pixels["channels"] };
    } catch (cause) {
      const isTooLarge = cause instanceof Error && cause.message.includes("pixel limit");
      throw new PictureInvalid(isTooLarge ? "pixels" : "damaged", cause);
    }
  },

  async webp({ data, ...raw }, quality, size) {
    const image = sharp(data, { raw });
    return (size ? image.resize(size.width, size.height, { fit: "fill" }) : image).webp(quality).toBuffer();
  },

  async brightness({ data, ...raw }, { width, height }) {
    return sharp(data, { raw }).resize(width, height, { fit: "fill" }).toColourspace("b-w").raw().toBuffer();
  },

  async frame(picture, { width, height }) {
    const whole = await sharp(picture).resize(width, height, { fit: "inside" }).toBuffer();
    return sharp(picture)
      .resize(width, height, { fit: "cover", position: sharp.strategy.attention })
      .blur(BLUR)
      .composite([{ input: whole }])
      .flatten({ background: "white" })
      .jpeg({ quality: 90 })
      .toBuffer();
  },
};
