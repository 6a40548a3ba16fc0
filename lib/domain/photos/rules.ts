/** The most bytes of a photo as it is sent (D23). */
export const MAX_PHOTO_BYTES = 5 * 1024 * 1024;

/** What may be sent (D23). Its content decides what a file is; these are what a browser may call it. */
export const PHOTO_TYPES = ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"] as const;

/** For how long an upload's address is good. */
export const UPLOAD_SECONDS = 10 * 60;

/** For how long an upload can be used, and when one that was not is removed. The hour between lets what has begun come to its end. */
export const USABLE_HOURS = 23;
export const REMOVED_AFTER_HOURS = 24;

/** How many uploads without a request a person may have: with one more, the oldest is discarded. */
export const UNUSED_PER_PERSON = 10;

/** What uploads without a request may take in all, in bytes: with more, those are discarded whose owners have the most. */
export const MAX_UNUSED_BYTES = 5 * 1024 ** 3;

/** The longer side of a photo as it is kept, at most (D23). */
export const MAX_SIDE = 1600;

/** Widths that are kept beside the full one, for screens that need no more. */
const SMALLER = [400, 800, 1200];

export type Size = { width: number; height: number };
type Photo = Size & { id: string };

/** The sizes in which a photo is kept, smallest first, the full one last. */
export function keptSizes({ width, height }: Size): Size[] {
  const smaller = SMALLER.filter((each) => each < width).map((each) => ({
    width: each,
    height: Math.max(1, Math.round((height * each) / width)),
  }));
  return [...smaller, { width, height }];
}

/** The key of a kept size in the store; the full one's does not tell its width, so that all keys of a photo are known without its size. */
export function keyOf(id: string, full: Size, { width }: Size): string {
  return `photos/${id}/${width === full.width ? MAX_SIDE : width}.webp`;
}

/** Every key under which something of a photo can be kept. */
export function keysOf(id: string): string[] {
  return [...SMALLER, MAX_SIDE].map((width) => `photos/${id}/${width}.webp`);
}

/** The address of a photo that is uploaded and has no size yet; with it a request names its photo. */
export function uploadedPhotoUrl(id: string): string {
  return `/photos/${id}.webp`;
}

/** The address of a photo, or of it in one of its kept sizes. It tells the size, so that a page keeps the room free. */
export function photoUrlOf({ id, width, height }: Photo): string {
  return `/photos/${id}-${width}x${height}.webp`;
}

const ADDRESS =
  /^\/photos\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-([1-9]\d{0,3})x([1-9]\d{0,3}))?\.webp$/;

/** Which photo an address names, and in which size if it tells one; null when it is no photo's. */
export function readPhotoUrl(url: string): { id: string; size: Size | null } | null {
  const [, id, width, height] = ADDRESS.exec(url) ?? [];
  if (!id) return null;
  return { id, size: width ? { width: Number(width), height: Number(height) } : null };
}
