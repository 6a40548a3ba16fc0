import "server-only";
import sharp, { type Sharp } from "sharp";

// Of libvips' many readers only these five can run.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((reader) => `VipsForeignLoad${reader}`),
});

/** Its reader takes some twenty bytes of memory per pixel, ten times what the others need. */
const AVIF = /^....ftyp/s;
const AVIF_PIXELS = 12_000_000;

/** How a JPEG, PNG, GIF, WebP and AVIF begin: what a file is, its content decides, so that nothing else is parsed even to be refused. */
const SIGNATURES = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^GIF8[79]a/, /^RIFF....WEBP/s, AVIF];

/**
 * A picture that a person sent, upright and ready to be scaled; of a moving one the first frame. Decoding begins with the first use, which
 * fails for a damaged file, and for one with more pixels than it may have before any is decoded. Null when it begins like no picture.
 */
export function openImage(bytes: Buffer, maxPixels: number): Sharp | null {
  const beginning = bytes.subarray(0, 12).toString("latin1");
  if (!SIGNATURES.some((signature) => signature.test(beginning))) return null;
  const limitInputPixels = AVIF.test(beginning) ? Math.min(maxPixels, AVIF_PIXELS) : maxPixels;
  return sharp(bytes, { limitInputPixels, failOn: "error", sequentialRead: true }).autoOrient();
}
