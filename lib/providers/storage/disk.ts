import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Bytes, limited, ObjectTooLarge, type PhotoStore, StoreUnavailable } from "../photo-store";
import { type UploadRoute, uploadAddress } from "./signed-upload";

type DiskOptions = {
  /** The folder of all pictures. */
  folder: string;
  route: UploadRoute;
};

const WHOLE = "whole";
/** Names that every file system accepts unchanged. */
const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/** Pictures in a local folder, for one server. */
export function createDiskStore({ folder, route }: DiskOptions): PhotoStore {
  return {
    async allowUpload(terms) {
      return uploadAddress(route, terms);
    },

    receive: (key, bytes, maxBytes) => storeFile(folder, key, bytes, maxBytes),

    async read(key, maxBytes) {
      const bytes = await readFile(join(folderOf(folder, key), WHOLE)).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw unavailable(error);
      });
      if (bytes && bytes.byteLength > maxBytes) throw new ObjectTooLarge(`more than ${maxBytes} bytes`);
      return bytes;
    },

    async write(key, bytes) {
      await storeFile(folder, key, [bytes], bytes.byteLength);
    },

    async remove(keys) {
      const removed = keys.map((key) => rm(folderOf(folder, key), { recursive: true, force: true }));
      await Promise.all(removed).catch((error: unknown) => {
        throw unavailable(error);
      });
    },
  };
}

/**
 * Stores bytes under a key once all of them have arrived, and returns their MD5, as S3 does.
 * @throws ObjectTooLarge, StoreUnavailable
 */
async function storeFile(folder: string, key: string, bytes: Bytes, maxBytes: number): Promise<string> {
  const keyFolder = folderOf(folder, key);
  const part = join(keyFolder, `${randomUUID()}.part`);
  const hash = createHash("md5");
  try {
    await mkdir(keyFolder, { recursive: true, mode: 0o700 });
    const file = await open(part, "wx", 0o600);
    try {
      for await (const chunk of limited(bytes, maxBytes)) {
        hash.update(chunk);
        await file.writeFile(chunk);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, join(keyFolder, WHOLE));
    return hash.digest("hex");
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error instanceof ObjectTooLarge ? error : unavailable(error);
  }
}

/** Each key is a folder, so that unfinished uploads beside the file are removed with it. */
function folderOf(folder: string, key: string): string {
  if (!KEY.test(key)) throw new Error(`not a key: ${key}`);
  return join(/* turbopackIgnore: true */ folder, key);
}

function unavailable(cause: unknown): StoreUnavailable {
  return new StoreUnavailable(`the photo folder: ${cause instanceof Error ? cause.message : cause}`, {
    cause,
  });
}
