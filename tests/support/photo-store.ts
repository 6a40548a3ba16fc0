import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import { vi } from "vitest";
import { readEnv } from "@/lib/ground/env";
import type { PhotoStore, UploadAddress } from "@/lib/providers/photo-store";
import { createPhotoStore, localFolder } from "@/lib/providers/storage";
import { createS3Store } from "@/lib/providers/storage/s3";

/** A store as the configuration makes it, which can be made to fail. */
export type TestStore = {
  store: PhotoStore;
  /** Sends an upload, as the address says unless changed. */
  put: (address: UploadAddress, body: Buffer, headers?: Record<string, string>) => Promise<Response>;
  breakDown: () => Promise<void>;
  mend: () => Promise<void>;
  close: () => Promise<void>;
};

const unused = () => Promise.reject(new Error("no photo was expected"));

/** For what has nothing to do with photos. */
export const noPhotos: PhotoStore = {
  allowUpload: unused,
  receive: unused,
  read: unused,
  write: unused,
  remove: unused,
};

const folder = () => mkdtemp(join(tmpdir(), "steuntje-photos-"));

/** Sends an upload to this server's door, straight to the function behind its route. */
async function putAtDoor(
  store: PhotoStore,
  { url, headers }: UploadAddress,
  body: Buffer,
  sent: Record<string, string> = headers,
): Promise<Response> {
  const { takeUpload } = await import("@/lib/web/local-upload");
  const key = new URL(url).pathname.replace("/api/photos/", "");
  const all = { "Content-Length": String(body.byteLength), ...sent };
  return takeUpload(
    store,
    new Request(url, { method: "PUT", headers: all, body: new Uint8Array(body) }),
    key,
  );
}

const DOOR = { uploadUrl: "http://localhost:3000/api/photos", secret: "a secret for the tests" };

/** The local store. */
export async function openDiskStore(): Promise<TestStore> {
  const dataDir = await folder();
  vi.stubEnv("DATABASE_URL", "postgres://localhost/steuntje");
  vi.stubEnv("AUTH_SECRET", DOOR.secret);
  vi.stubEnv("DATA_DIR", dataDir);
  const configuration = readEnv(process.env);
  const own = localFolder(configuration);
  const store = createPhotoStore(configuration);
  return {
    store,
    put: (address, body, headers) => putAtDoor(store, address, body, headers),
    breakDown: async () => {
      await rename(own, `${own}.away`).catch(() => undefined);
      await writeFile(own, "no folder");
    },
    mend: async () => {
      await rm(own);
      await rename(`${own}.away`, own).catch(() => undefined);
    },
    close: () => rm(dataDir, { recursive: true, force: true }),
  };
}

/** A bucket of a server that speaks S3 and checks every signature, and what has to be configured to use it. */
export async function openBucket() {
  const directory = await folder();
  const start = async (port: number) => {
    const server = new S3rver({
      address: "127.0.0.1",
      port,
      silent: true,
      directory,
      configureBuckets: [{ name: "photos", configs: [] }],
    });
    return { server, port: (await server.run()).port };
  };
  let { server, port } = await start(0);
  return {
    keys: {
      bucket: "photos",
      region: "eu-west-1",
      endpoint: `http://127.0.0.1:${port}`,
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
    },
    breakDown: () => server.close(),
    mend: async () => {
      ({ server, port } = await start(port));
    },
    close: async () => {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export async function openS3Store(): Promise<TestStore> {
  const { keys, ...bucket } = await openBucket();
  vi.stubEnv("DATABASE_URL", "postgres://localhost/steuntje");
  vi.stubEnv("AUTH_SECRET", DOOR.secret);
  const store = createS3Store(keys, DOOR);
  return {
    ...bucket,
    store,
    put: (address, body, sent = address.headers) =>
      address.url.startsWith(DOOR.uploadUrl)
        ? putAtDoor(store, address, body, sent)
        : fetch(address.url, { method: "PUT", headers: sent, body: new Uint8Array(body) }),
  };
}
