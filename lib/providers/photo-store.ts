import { ProviderUnavailable } from "./gateway";

/** What the product needs of a store for pictures, in our own words. Keys are paths such as `photos/<name>`. */
export interface PhotoStore {
  /** An address that takes the bytes of one upload with PUT until it expires. @throws StoreUnavailable */
  allowUpload(terms: UploadTerms): Promise<UploadAddress>;
  /**
   * Takes the bytes of an upload that comes to this server, and answers their MD5, as S3 does. Nothing stands under the key before all are there.
   * @throws ObjectTooLarge, StoreUnavailable
   */
  receive(key: string, bytes: Bytes, maxBytes: number): Promise<string>;
  /** What stands under a key; null if nothing does. @throws ObjectTooLarge, StoreUnavailable */
  read(key: string, maxBytes: number): Promise<Buffer | null>;
  /** Puts bytes under a key, in the place of what stood there. @throws StoreUnavailable */
  write(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Removes what stands under keys, if anything does. @throws StoreUnavailable */
  remove(keys: readonly string[]): Promise<void>;
}

/** What an address is good for. A type and a length (bytes) that are given hold: it takes nothing else. */
export type UploadTerms = {
  key: string;
  seconds: number;
  contentType?: string | undefined;
  contentLength?: number | undefined;
};

/** Bytes as they arrive. */
export type Bytes = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Where to send the bytes, and the headers that have to go with them. */
export type UploadAddress = { url: string; headers: Record<string, string> };

/** The store cannot be asked now, or did not do what it was asked. */
export class StoreUnavailable extends ProviderUnavailable {
  override name = "StoreUnavailable";
}

/** More stands under a key than the reader takes. */
export class ObjectTooLarge extends Error {
  override name = "ObjectTooLarge";
}
