import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import { vi } from "vitest";
import { readEnv } from "@/lib/env";
import type { PhotoStore, UploadAddress } from "@/lib/providers/photo-store";
import { createPhotoStore, localFolder } from "@/lib/providers/storage";
import { createS3Store } from "@/lib/providers/storage/s3";

/** A store as the configuration makes it, which can be made to fail. */
export type TestStore = {
  store: PhotoStore;
  /** Sends an upload, as the address says unless told otherwise. */
  put: (address: UploadAddress, body: Buffer, headers?: Record<string, string>) => Promise<Response>;
  breakDown: () => Promise<void>;
  mend: () => Promise<void>;
  close: () => Promise<void>;
};

const unused = () => Promise.reject(new Error("no photo was expected"));

/** For what has nothing to do with photos. */
export const noPhotos: PhotoStore = { allowUpload: unused, read: unused, write: unused, remove: unused };

const folder = () => mkdtemp(join(tmpdir(), "steuntje-photos-"));

/** The local store. Uploads go straight to the function behind its route. */
export async function openDiskStore(): Promise<TestStore> {
  const dataDir = await folder();
  vi.stubEnv("DATABASE_URL", "postgres://localhost/steuntje");
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  vi.stubEnv("DATA_DIR", dataDir);
  const { takeUpload } = await import("@/lib/web/local-upload");
  const configuration = readEnv(process.env);
  const own = localFolder(configuration);
  return {
    store: createPhotoStore(configuration),
    put: (address, body, headers = address.headers) => {
      const key = new URL(address.url).pathname.replace("/api/photos/", "");
      const sent = { "Content-Length": String(body.byteLength), ...headers };
      return takeUpload(
        new Request(address.url, { method: "PUT", headers: sent, body: new Uint8Array(body) }),
        key,
      );
    },
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
  return {
    ...bucket,
    store: createS3Store(keys),
    put: ({ url, headers }, body, sent = headers) =>
      fetch(url, { method: "PUT", headers: sent, body: new Uint8Array(body) }),
  };
}
