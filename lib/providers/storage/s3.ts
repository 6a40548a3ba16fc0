import { createHash } from "node:crypto";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { type Bytes, limited, ObjectTooLarge, type PhotoStore, StoreUnavailable } from "../photo-store";
import { type UploadRoute, uploadAddress } from "./signed-upload";

type BucketOptions = {
  bucket: string;
  region: string;
  endpoint: string | null;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Limit of a whole call, retries included. */
const TIMEOUT_MS = 15_000;

/**
 * A bucket of Amazon S3 or of a compatible store, shared by all servers. An upload goes there directly if its length is
 * known beforehand. Otherwise its signed address would accept any length, so the upload goes to this server's route,
 * which counts the bytes.
 */
export function createS3Store(
  options: BucketOptions,
  route: UploadRoute,
  timeoutMs = TIMEOUT_MS,
): PhotoStore {
  const Bucket = options.bucket;
  const client = new S3Client({
    region: options.region,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    // Other stores have no host name per bucket.
    ...(options.endpoint && { endpoint: options.endpoint, forcePathStyle: true }),
    // By default the library signs the checksum of an empty body into an upload's address, and sends headers that other
    // stores refuse.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const withTimeout = () => ({ abortSignal: AbortSignal.timeout(timeoutMs) });

  return {
    async allowUpload(terms) {
      const { key, seconds, contentType, contentLength } = terms;
      if (contentLength === undefined) return uploadAddress(route, terms);
      const command = new PutObjectCommand({
        Bucket,
        Key: key,
        ContentType: contentType,
        ContentLength: contentLength,
      });
      // Without a type the library makes one up, which must not be signed.
      const url = await getSignedUrl(client, command, {
        expiresIn: seconds,
        signableHeaders: new Set(["host", "content-length", ...(contentType ? ["content-type"] : [])]),
      });
      // Browsers set the length by themselves and refuse it as a header.
      return { url, headers: contentType === undefined ? {} : { "Content-Type": contentType } };
    },

    async receive(key, bytes, maxBytes) {
      const content = await collect(bytes, maxBytes);
      const command = new PutObjectCommand({ Bucket, Key: key, Body: content });
      await client.send(command, withTimeout()).catch(refuse);
      return createHash("md5").update(content).digest("hex");
    },

    async read(key, maxBytes) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key }), withTimeout());
        return await collect(Body as AsyncIterable<Buffer>, maxBytes);
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error instanceof ObjectTooLarge ? error : unavailable(error);
      }
    },

    async write(key, bytes, contentType) {
      const command = new PutObjectCommand({ Bucket, Key: key, Body: bytes, ContentType: contentType });
      await client.send(command, withTimeout()).catch(refuse);
    },

    async remove(keys) {
      const commands = keys.map((key) => new DeleteObjectCommand({ Bucket, Key: key }));
      await Promise.all(commands.map((command) => client.send(command, withTimeout()))).catch(refuse);
    },
  };
}

async function collect(body: Bytes, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of limited(body, maxBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function unavailable(cause: unknown): StoreUnavailable {
  const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  return new StoreUnavailable(`the photo store: ${reason}`, { cause });
}

function refuse(cause: unknown): never {
  throw unavailable(cause);
}
