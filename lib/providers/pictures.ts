import "server-only";
import sharp from "sharp";
import { AppError } from "@/lib/ground/errors";

// Of libvips' many readers only these five can run.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((reader) => `VipsForeignLoad${reader}`),
});
// Nothing is drawn twice: what libvips keeps for that would only take memory.
sharp.cache(false);
// A picture takes one processor, so that the others are left to what people wait for.
sharp.concurrency(1);

/** Its reader takes up to thirty bytes of memory per pixel, ten times what the others need. */
const AVIF = /^....ftyp/s;
const AVIF_PIXELS = 3_000_000;

/**
 * How a JPEG, PNG, GIF, WebP and AVIF begin: what a file is, its content decides, so that nothing else is parsed even
 * to be refused.
 */
const SIGNATURES = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^GIF8[79]a/, /^RIFF....WEBP/s, AVIF];

/** As many bytes as tell what a file is. */
export const BEGINNING = 12;

/** What may wait for its turn, in bytes: five of the largest photos, or hundreds of avatars. */
const MAX_WAITING = 25 * 1024 * 1024;

type Size = { width: number; height: number };
type Pixels = Size & { data: Buffer; channels: 1 | 2 | 3 | 4 };

/** What one may become: upright, at most so large or exactly a square, on a colour where it is see-through. */
type Shape = { side: number; fit: "inside" | "cover"; background?: string };
type Limits = { maxPixels: number; seconds: number };
type Quality = { quality: number; alphaQuality?: number };

/** A file that is no picture of ours, has more pixels than it may, or is broken. */
export class PictureInvalid extends Error {
  override name = "PictureInvalid";

  constructor(
    readonly reason: "type" | "pixels" | "damaged",
    cause?: unknown,
  ) {
    super(reason, { cause });
  }
}

/** What can be done with pictures while it is one's turn. */
export type Pictures = {
  /**
   * The pixels of a file; of a moving picture those of the first frame. Too many are refused by the header. @throws
   * PictureInvalid
   */
  read(bytes: Buffer, shape: Shape, limits: Limits): Promise<Pixels>;
  /** Pixels as a WebP, in their own size or another. */
  webp(pixels: Pixels, quality: Quality, size?: Size): Promise<Buffer>;
  /** The telling part of a picture that we made, of exactly a size, as a JPEG. */
  cut(kept: Buffer, size: Size): Promise<Buffer>;
};

type Turn = { last: Promise<unknown>; waitingBytes: number };

/** Kept on globalThis because Next.js bundles routes and actions apart. */
const shared = globalThis as { steuntjePictures?: Turn };
shared.steuntjePictures ??= { last: Promise.resolve(), waitingBytes: 0 };
const state = shared.steuntjePictures;

/**
 * The one door to the image library (trust.md 40). One picture is worked on at a time in a process, whatever it is for,
 * so that many at once cost time and not memory (D43).
 * @throws AppError UNAVAILABLE when too many bytes wait already, and what `work` throws
 */
export async function withPictures<T>(bytes: Buffer, work: (pictures: Pictures) => Promise<T>): Promise<T> {
  if (state.waitingBytes + bytes.byteLength > MAX_WAITING)
    throw new AppError("UNAVAILABLE", { retryAfter: 10 });
  state.waitingBytes += bytes.byteLength;
  const turn = state.last
    .then(() => work(pictures))
    .finally(() => {
      state.waitingBytes -= bytes.byteLength;
    });
  state.last = turn.catch(() => undefined);
  return turn;
}

/** Whether a file begins like a picture that we take. */
export function beginsLikePicture(bytes: Uint8Array): boolean {
  const beginning = Buffer.from(bytes.subarray(0, BEGINNING)).toString("latin1");
  return SIGNATURES.some((signature) => signature.test(beginning));
}

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
      // Of the answer only these: `premultiplied` there tells how it was scaled, here it would say what the pixels are.
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

  async cut(kept, { width, height }) {
    return sharp(kept)
      .resize(width, height, { fit: "cover", position: sharp.strategy.attention })
      .flatten({ background: "white" })
      .jpeg({ quality: 90 })
      .toBuffer();
  },
};
