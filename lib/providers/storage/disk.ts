import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Bytes, ObjectTooLarge, type PhotoStore, StoreUnavailable } from "../photo-store";
import { type Door, doorAddress } from "./door";

type Place = {
  /** The folder that holds everything. */
  folder: string;
  door: Door;
};

const WHOLE = "whole";
/** Names that no file system reads as anything else. */
const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/** Pictures in a local folder, for one server. */
export function createDiskStore({ folder, door }: Place): PhotoStore {
  return {
    async allowUpload(terms) {
      return doorAddress(door, terms);
    },

    receive: (key, bytes, maxBytes) => keepOnDisk(folder, key, bytes, maxBytes),

    async read(key, maxBytes) {
      const bytes = await readFile(join(folderOf(folder, key), WHOLE)).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw unavailable(error);
      });
      if (bytes && bytes.byteLength > maxBytes) throw new ObjectTooLarge(`more than ${maxBytes} bytes`);
      return bytes;
    },

    async write(key, bytes) {
      await keepOnDisk(folder, key, [bytes], bytes.byteLength);
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
 * Keeps bytes under a key once all of them are there, and answers their MD5, as S3 does.
 * @throws ObjectTooLarge, StoreUnavailable
 */
async function keepOnDisk(folder: string, key: string, bytes: Bytes, maxBytes: number): Promise<string> {
  const own = folderOf(folder, key);
  const part = join(own, `${randomUUID()}.part`);
  const hash = createHash("md5");
  try {
    await mkdir(own, { recursive: true, mode: 0o700 });
    const file = await open(part, "wx", 0o600);
    try {
      await writeFile(
        file,
        measured(bytes, maxBytes, (chunk) => hash.update(chunk)),
      );
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, join(own, WHOLE));
    return hash.digest("hex");
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error instanceof ObjectTooLarge ? error : unavailable(error);
  }
}

/** A key is a folder: what is still arriving stands there beside what is whole, and is removed with it. */
function folderOf(folder: string, key: string): string {
  if (!KEY.test(key)) throw new Error(`not a key: ${key}`);
  return join(/* turbopackIgnore: true */ folder, key);
}

async function* measured(bytes: Bytes, maxBytes: number, look: (chunk: Uint8Array) => void) {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new ObjectTooLarge(`more than ${maxBytes} bytes`);
    look(chunk);
    yield chunk;
  }
}

function unavailable(cause: unknown): StoreUnavailable {
  return new StoreUnavailable(`the photo folder: ${cause instanceof Error ? cause.message : cause}`, {
    cause,
  });
}
