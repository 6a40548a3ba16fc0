import "server-only";
import sharp, { type Sharp } from "sharp";

// Of libvips' many readers only these five can run.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((reader) => `VipsForeignLoad${reader}`),
});

/** How a JPEG, PNG, GIF, WebP and AVIF begin: what a file is, its content decides, so that nothing else is parsed even to be refused. */
const SIGNATURES = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^GIF8[79]a/, /^RIFF....WEBP/s, /^....ftyp/s];

/**
 * A picture that a person sent, upright and ready to be scaled; of a moving one the first frame. Decoding begins with the first use, which
 * fails for a damaged file, and for one with more pixels than that before any is decoded. Null when it begins like no picture.
 */
export function openImage(bytes: Buffer, maxPixels: number): Sharp | null {
  const beginning = bytes.subarray(0, 12).toString("latin1");
  if (!SIGNATURES.some((signature) => signature.test(beginning))) return null;
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: "error", sequentialRead: true }).autoOrient();
}
