import { createHash } from "node:crypto";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { type Bytes, ObjectTooLarge, type PhotoStore, StoreUnavailable } from "../photo-store";
import { type Door, doorAddress } from "./door";

type Keys = {
  bucket: string;
  region: string;
  endpoint: string | null;
  accessKeyId: string;
  secretAccessKey: string;
};

/** For a whole call, its retries included. */
const PATIENCE_MS = 15_000;

/**
 * A bucket at Amazon or any store that speaks its protocol. Servers share it. An upload goes straight there if its length is told beforehand; the
 * address of a bucket takes any length otherwise, so that it comes through this server's door, which counts.
 */
export function createS3Store(keys: Keys, door: Door, patienceMs = PATIENCE_MS): PhotoStore {
  const Bucket = keys.bucket;
  const client = new S3Client({
    region: keys.region,
    credentials: { accessKeyId: keys.accessKeyId, secretAccessKey: keys.secretAccessKey },
    // Other stores have no host name per bucket.
    ...(keys.endpoint && { endpoint: keys.endpoint, forcePathStyle: true }),
    // Unasked, the library signs the checksum of an empty body into an upload's address, and sends headers that other stores refuse.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const patience = () => ({ abortSignal: AbortSignal.timeout(patienceMs) });

  return {
    async allowUpload(terms) {
      const { key, seconds, contentType, contentLength } = terms;
      if (contentLength === undefined) return doorAddress(door, terms);
      const command = new PutObjectCommand({
        Bucket,
        Key: key,
        ContentType: contentType,
        ContentLength: contentLength,
      });
      // Without a type the library makes one up, which then must not be signed.
      const url = await getSignedUrl(client, command, {
        expiresIn: seconds,
        signableHeaders: new Set(["host", "content-length", ...(contentType ? ["content-type"] : [])]),
      });
      // The length goes by itself with what is sent; a browser lets nobody set it.
      return { url, headers: contentType === undefined ? {} : { "Content-Type": contentType } };
    },

    async receive(key, bytes, maxBytes) {
      const whole = await collect(bytes, maxBytes);
      const command = new PutObjectCommand({ Bucket, Key: key, Body: whole });
      await client.send(command, patience()).catch(refuse);
      return createHash("md5").update(whole).digest("hex");
    },

    async read(key, maxBytes) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key }), patience());
        return await collect(Body as AsyncIterable<Buffer>, maxBytes);
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error instanceof ObjectTooLarge ? error : unavailable(error);
      }
    },

    async write(key, bytes, contentType) {
      const command = new PutObjectCommand({ Bucket, Key: key, Body: bytes, ContentType: contentType });
      await client.send(command, patience()).catch(refuse);
    },

    async remove(names) {
      const commands = names.map((key) => new DeleteObjectCommand({ Bucket, Key: key }));
      await Promise.all(commands.map((command) => client.send(command, patience()))).catch(refuse);
    },
  };
}

/** Leaving the loop closes the connection, so that no more than the limit is ever fetched. */
async function collect(body: Bytes, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new ObjectTooLarge(`more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function unavailable(cause: unknown): StoreUnavailable {
  const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  return new StoreUnavailable(`the photo store: ${reason}`, { cause });
}

function refuse(cause: unknown): never {
  throw unavailable(cause);
}
