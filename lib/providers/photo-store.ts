import { ProviderUnavailable } from "./gateway";

/** A store for pictures. Keys are paths such as `photos/<name>`. */
export interface PhotoStore {
  /** An address that accepts one upload with PUT until it expires. @throws StoreUnavailable */
  allowUpload(terms: UploadTerms): Promise<UploadAddress>;
  /**
   * Stores an upload that comes to this server, and returns its MD5, as S3 does. Nothing is stored under the key before
   * all bytes have arrived.
   * @throws ObjectTooLarge, StoreUnavailable
   */
  receive(key: string, bytes: Bytes, maxBytes: number): Promise<string>;
  /** The bytes of a key; null if there are none. @throws ObjectTooLarge, StoreUnavailable */
  read(key: string, maxBytes: number): Promise<Buffer | null>;
  /** Stores or replaces the bytes of a key. @throws StoreUnavailable */
  write(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Removes keys, if they exist. @throws StoreUnavailable */
  remove(keys: readonly string[]): Promise<void>;
}

/** Restrictions of an upload address. It accepts only the type and the length (bytes) that are set here. */
export type UploadTerms = {
  key: string;
  seconds: number;
  contentType?: string | undefined;
  contentLength?: number | undefined;
};

export type Bytes = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Where to send the bytes, and with which headers. */
export type UploadAddress = { url: string; headers: Record<string, string> };

/** The store is unreachable, or a call failed. */
export class StoreUnavailable extends ProviderUnavailable {
  override name = "StoreUnavailable";
}

/** An object has more bytes than the reader accepts. */
export class ObjectTooLarge extends Error {
  override name = "ObjectTooLarge";
}

/** Passes bytes on; leaving closes their connection, so nothing beyond the limit is read. @throws ObjectTooLarge */
export async function* limited(bytes: Bytes, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new ObjectTooLarge(`more than ${maxBytes} bytes`);
    yield chunk;
  }
}

type BucketAddress = { bucket: string; region: string; endpoint: string | null };

/** The origin that browsers send uploads of a bucket to: the configured one, or AWS's own. */
export function uploadOrigin({ bucket, region, endpoint }: BucketAddress): string {
  if (endpoint) return new URL(endpoint).origin;
  const host = `s3.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`;
  // A certificate for *.s3 does not cover names with dots.
  return bucket.includes(".") ? `https://${host}` : `https://${bucket}.${host}`;
}
