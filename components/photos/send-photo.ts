import { MAX_PHOTO_BYTES, PHOTO_TYPES } from "@/lib/domain/photos/rules";
import type { Upload } from "@/lib/domain/photos/types";
import { send } from "@/lib/web/http";
import type { Connection } from "./photo-state";
import { type SmallPhoto, shrinkPhoto } from "./shrink-photo";

/** The waits before each new try (specification 9, Uploader defaults). */
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000];

/** A connection on which no byte moved for so long counts as broken: phones do not always notice. */
const STALLED_MS = 30_000;

/** Why files are refused (specification 8, Uploader messages). */
export type Refusal = "tooMany" | "duplicate" | "wrongType" | "tooSmall" | "tooLarge" | "unreadable";

/** A chosen file was refused. */
export class PhotoRefused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal);
  }
}

/** The store did not take the photo. */
export class StoreError extends Error {
  constructor(
    /** Of its answer; 0 when none came. */
    readonly status: number,
    readonly expired = false,
  ) {
    super(`the store answered ${status}`);
  }
}

export type Reports = {
  /** 0 to 100. */
  progress(percent: number): void;
  connection(state: Connection): void;
};

/** Why files cannot be added to the one that is chosen, if any. */
export function refusalOf(files: readonly File[], chosen?: File): Refusal | null {
  const refusals = files.map((file) => (chosen && isSame(file, chosen) ? "duplicate" : problemOf(file)));
  const taken = refusals.filter((refusal) => refusal === null).length + (chosen ? 1 : 0);
  return taken > 1 ? "tooMany" : (refusals.find((refusal) => refusal !== null) ?? null);
}

function isSame(one: File, other: File): boolean {
  return (
    one.name === other.name &&
    one.type === other.type &&
    one.size === other.size &&
    one.lastModified === other.lastModified
  );
}

function problemOf({ type, name, size }: File): Refusal | null {
  // Some phones name no type.
  const isPhoto = type
    ? PHOTO_TYPES.some((known) => known === type)
    : /\.(jpe?g|png|webp|gif|avif)$/i.test(name);
  if (!isPhoto) return "wrongType";
  return size === 0 ? "tooSmall" : null;
}

/**
 * Makes the one chosen photo small enough to travel.
 * @throws PhotoRefused
 */
export async function preparePhoto(files: readonly File[]): Promise<SmallPhoto> {
  const refusal = refusalOf(files);
  const [file] = files;
  if (refusal || !file) throw new PhotoRefused(refusal ?? "unreadable");
  const small = await shrinkPhoto(file).catch(() => null);
  // Only what travels is measured: a photo of any phone fits once it is small.
  if ((small?.photo ?? file).size > MAX_PHOTO_BYTES) throw new PhotoRefused("tooLarge");
  if (!small) throw new PhotoRefused("unreadable");
  return small;
}

/**
 * Sends a photo to the store, with retries; each asks for a new address. Without a network it waits for one. Returns
 * the photo's `photoUrl`.
 * @throws ApiError when it was given no address, StoreError when the store refused it, the signal's reason
 */
export async function sendPhoto(photo: Blob, reports: Reports, signal: AbortSignal): Promise<string> {
  const delays = RETRY_DELAYS_MS.values();
  for (;;) {
    signal.throwIfAborted();
    try {
      const body = { contentType: photo.type, contentLength: photo.size };
      const target = await send<Upload>("POST", "/api/photos/upload", body);
      await put(target, photo, reports, signal);
      return target.photoUrl;
    } catch (failure) {
      signal.throwIfAborted();
      if (!navigator.onLine) {
        reports.connection("offline");
        await pause((done) => window.addEventListener("online", done, { once: true }), signal);
        reports.connection("back");
        continue;
      }
      const delay = isTransient(failure) ? delays.next().value : undefined;
      if (delay === undefined) throw failure;
      reports.connection("retrying");
      await pause((done) => setTimeout(done, delay), signal);
    }
  }
}

/** By XMLHttpRequest, because `fetch` does not report how much was sent. */
function put(target: Upload, photo: Blob, reports: Reports, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    let stalled = setTimeout(stop, STALLED_MS);
    request.open(target.method, target.uploadURL);
    for (const [name, value] of Object.entries(target.headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      clearTimeout(stalled);
      stalled = setTimeout(stop, STALLED_MS);
      reports.progress(Math.round((100 * loaded) / total));
    });
    // After an answer, an error or an abort.
    request.addEventListener("loadend", () => {
      clearTimeout(stalled);
      signal.removeEventListener("abort", stop);
      const { status, responseText } = request;
      if (status >= 200 && status < 300) resolve();
      else reject(new StoreError(status, responseText.includes("<Message>Request has expired</Message>")));
    });
    signal.addEventListener("abort", stop);
    request.send(photo);
  });
}

/**
 * Whether another try may succeed: no answer came, the server is at fault, or the address has expired. A refusal is
 * final.
 */
export function isTransient(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  if (failure instanceof StoreError && failure.expired) return true;
  const { status = 0 } = failure as { status?: number };
  return status === 0 || status === 408 || status >= 500;
}

/** Waits for something, or until the photo is removed. */
function pause(until: (done: () => void) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    until(resolve);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
