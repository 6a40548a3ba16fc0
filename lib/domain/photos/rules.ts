/** The most bytes of a photo as it is sent (D23). */
export const MAX_PHOTO_BYTES = 5 * 1024 * 1024;

/** What may be sent (D23). Its content decides what a file is; these are what a browser may call it. */
export const PHOTO_TYPES = ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"] as const;

/** For how long an upload's address is good. */
export const UPLOAD_SECONDS = 10 * 60;

/**
 * For how many hours an upload can be used, and after how many an unused one is removed. The hour between lets
 * calls in flight finish.
 */
export const USABLE_HOURS = 23;
export const REMOVED_AFTER_HOURS = 24;

/** The maximum of unused uploads per person: one more discards the oldest. */
export const UNUSED_PER_PERSON = 10;

/**
 * The maximum of unused uploads in all, in bytes: beyond it, uploads of the people with the most are discarded.
 */
export const MAX_UNUSED_BYTES = 5 * 1024 ** 3;

/** The longer side of a stored photo, at most (D23). */
export const MAX_SIDE = 1600;

/** Smaller stored widths, for screens that need no more. */
const SMALLER = [400, 800, 1200];

export type Size = { width: number; height: number };
type Photo = Size & { id: string };

/** The stored sizes of a photo, smallest first, the full one last. */
export function keptSizes({ width, height }: Size): Size[] {
  const smaller = SMALLER.filter((each) => each < width).map((each) => ({
    width: each,
    height: Math.max(1, Math.round((height * each) / width)),
  }));
  return [...smaller, { width, height }];
}

/**
 * The key of a stored size. The full one's key does not name its width, so that all keys of a photo are known
 * without its size.
 */
export function keyOf(id: string, full: Pick<Size, "width">, { width }: Pick<Size, "width">): string {
  return `photos/${id}/${width === full.width ? MAX_SIDE : width}.webp`;
}

/** Every key that files of a photo can have. */
export function keysOf(id: string): string[] {
  return [...SMALLER, MAX_SIDE].map((width) => `photos/${id}/${width}.webp`);
}

/** The URL of an upload that has no size yet, by which a request names its photo. */
export function uploadedPhotoUrl(id: string): string {
  return `/photos/${id}.webp`;
}

/**
 * The URL of a photo, or of one of its stored sizes. It names the size, so that a page can reserve the space.
 */
export function photoUrlOf({ id, width, height }: Photo): string {
  return `/photos/${id}-${width}x${height}.webp`;
}

const ADDRESS =
  /^\/photos\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-([1-9]\d{0,3})x([1-9]\d{0,3}))?\.webp$/;

/** The photo that a URL names, and its size if the URL has one; null when it is no photo's. */
export function readPhotoUrl(url: string): { id: string; size: Size | null } | null {
  const [, id, width, height] = ADDRESS.exec(url) ?? [];
  if (!id) return null;
  return { id, size: width ? { width: Number(width), height: Number(height) } : null };
}
