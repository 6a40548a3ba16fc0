import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { MAX_PHOTO_BYTES } from "@/lib/domain/photos/rules";
import {
  ObjectTooLarge,
  StoreUnavailable,
  type UploadAddress,
  uploadOrigin,
} from "@/lib/providers/photo-store";
import { createS3Store } from "@/lib/providers/storage/s3";
import { takeUpload } from "@/lib/web/local-upload";
import { openDiskStore, openS3Store, type TestStore } from "../support/photo-store";

const newKey = () => `uploads/${randomUUID()}/${randomUUID()}`;
const bytes = Buffer.from("what was sent");

describe.each([
  ["the local store", openDiskStore],
  ["a bucket", openS3Store],
])("%s", (_, open) => {
  let test: TestStore;
  beforeAll(async () => {
    test = await open();
  });
  afterAll(() => test.close());
  afterEach(() => {
    vi.useRealTimers();
  });

  const allow = (
    terms: { contentType?: string; contentLength?: number } = { contentLength: bytes.byteLength },
    key = newKey(),
  ) => test.store.allowUpload({ key, seconds: 60, ...terms });

  it.each([
    {},
    { contentType: "image/png" },
    { contentLength: bytes.byteLength },
    { contentType: "image/jpeg", contentLength: bytes.byteLength },
  ])("takes an upload allowed with %j, sent exactly as the answer says", async (terms) => {
    const key = newKey();
    const address = await allow(terms, key);
    const { status, headers } = await test.put(address, bytes);
    expect(status).toBe(200);
    expect(headers.get("etag")).toMatch(/^"[0-9a-f]{32}"$/);
    expect(await test.store.read(key, 100)).toEqual(bytes);
  });

  it("keeps what was sent last", async () => {
    const key = newKey();
    const address = await allow(undefined, key);
    await test.put(address, bytes);
    expect((await test.put(address, Buffer.from("what is later"))).status).toBe(200);
    expect(String(await test.store.read(key, 100))).toBe("what is later");
  });

  const foreign: [string, (url: URL) => void][] = [
    ["another key", (url) => (url.pathname = url.pathname.replace(/[^/]+$/, randomUUID()))],
    [
      "another person's key",
      (url) => (url.pathname = url.pathname.replace(/[^/]+(?=\/[^/]+$)/, randomUUID())),
    ],
    ["a key that climbs", (url) => (url.pathname = url.pathname.replace(/[^/]+$/, "..%2f..%2fx"))],
    ["another signature", (url) => setParam(url, /signature$/i, (value) => value.replace(/^./, flip))],
    ["no signature", (url) => deleteParam(url, /signature$/i)],
    ["a later end", (url) => setParam(url, /expires$/i, (value) => String(Number(value) + 3_600))],
  ];
  it.each(foreign)("trust 27: refuses %s", async (_name, change) => {
    const address = await allow();
    const url = new URL(address.url);
    change(url);
    const answer = await test.put({ ...address, url: url.href }, bytes);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(await answer.text()).toMatch(/<Code>\w+<\/Code>/);
  });

  it("trust 27: holds an upload to the type and the length it was allowed with", async () => {
    const typed = await allow({ contentType: "image/png", contentLength: bytes.byteLength });
    for (const type of ["image/svg+xml", "text/html", "image/jpeg"]) {
      const answer = await test.put(typed, bytes, { "Content-Type": type });
      expect(answer.status).toBe(403);
      expect(await answer.text()).toContain("<Code>SignatureDoesNotMatch</Code>");
    }
    const measured = await allow({ contentLength: bytes.byteLength });
    for (const body of [Buffer.alloc(bytes.byteLength + 1), Buffer.alloc(0), Buffer.alloc(MAX_PHOTO_BYTES)]) {
      expect((await test.put(measured, body)).status).toBe(403);
    }
  });

  it("trust 27: refuses an address that has expired, in the words that uploaders know", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 61_000 });
    const address = await allow();
    vi.useRealTimers();
    const answer = await test.put(address, bytes);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("<Message>Request has expired</Message>");
  });

  it("writes, replaces, reads up to a limit, and removes", async () => {
    const key = `photos/${randomUUID()}/400.webp`;
    expect(await test.store.read(key, 100)).toBeNull();
    await test.store.write(key, Buffer.from("one"), "image/webp");
    await test.store.write(key, bytes, "image/webp");
    expect(await test.store.read(key, bytes.byteLength)).toEqual(bytes);
    await expect(test.store.read(key, bytes.byteLength - 1)).rejects.toThrow(ObjectTooLarge);
    await test.store.remove([key, newKey()]);
    expect(await test.store.read(key, 100)).toBeNull();
  });

  it("trust 31: says that it is down, and works again by itself", async () => {
    const key = newKey();
    await test.store.write(key, bytes, "image/webp");
    await test.breakDown();
    await expect(test.store.read(key, 100)).rejects.toThrow(StoreUnavailable);
    await expect(test.store.write(key, bytes, "image/webp")).rejects.toThrow(StoreUnavailable);
    await test.mend();
    expect(await test.store.read(key, 100)).toEqual(bytes);
  });
});

describe.each([
  ["the local store", openDiskStore],
  ["a bucket", openS3Store],
])("%s behind our door", (_, open) => {
  let test: TestStore;
  beforeAll(async () => {
    test = await open();
  });
  afterAll(() => test.close());

  it.each([0, 1])("trust 27: takes 5 MB and %i bytes more only if that is nothing", async (more) => {
    const body = Buffer.alloc(MAX_PHOTO_BYTES + more);
    for (const headers of [{}, { "Content-Length": "" }]) {
      const address = await test.store.allowUpload({ key: newKey(), seconds: 60 });
      const answer = await test.put(address, body, headers);
      expect(answer.status).toBe(more === 0 ? 200 : 400);
      if (more > 0) expect(await answer.text()).toContain("<Code>EntityTooLarge</Code>");
    }
  });

  it("trust 27: takes one upload of a person at a time: the later ends the earlier, however that stalls", async () => {
    const owner = randomUUID();
    const own = () => test.store.allowUpload({ key: `uploads/${owner}/${randomUUID()}`, seconds: 60 });
    const address = await own();
    const stall = ({ url }: UploadAddress) => {
      const body = new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(1_000)) });
      const key = new URL(url).pathname.replace("/api/photos/", "");
      return takeUpload(
        test.store,
        new Request(url, { method: "PUT", body, duplex: "half" } as RequestInit),
        key,
      );
    };
    const earlier = [stall(address), stall(await own())];
    const other = stall(await test.store.allowUpload({ key: newKey(), seconds: 60 }));
    expect((await test.put(address, bytes)).status).toBe(200);
    for (const answer of await Promise.all(earlier)) {
      expect(answer.status).toBe(409);
      expect(await answer.text()).toContain("<Code>OperationAborted</Code>");
    }
    expect(await Promise.race([other, "still arriving"])).toBe("still arriving");
    expect((await test.put(await own(), Buffer.alloc(MAX_PHOTO_BYTES + 1))).status).toBe(400);
    expect((await test.put(address, bytes)).status).toBe(200);
  });
});

describe("the local store alone", () => {
  let test: TestStore;
  beforeAll(async () => {
    test = await openDiskStore();
  });
  afterAll(() => test.close());

  it.each(["../x", "uploads/../../x", "uploads//x", "/etc/passwd", "uploads/x\0", ".hidden", "a/.b"])(
    "never leaves its folder: %j",
    async (key) => {
      await expect(test.store.read(key, 100)).rejects.toThrow("not a key");
      await expect(test.store.write(key, bytes, "image/webp")).rejects.toThrow("not a key");
      await expect(test.store.remove([key])).rejects.toThrow("not a key");
    },
  );
});

describe("where a browser sends uploads", () => {
  const keys = { accessKeyId: "a", secretAccessKey: "b" };
  it.each([
    { bucket: "photos", region: "eu-west-1", endpoint: null },
    { bucket: "photos", region: "us-east-1", endpoint: null },
    { bucket: "photos.example.org", region: "eu-west-1", endpoint: null },
    { bucket: "photos", region: "cn-north-1", endpoint: null },
    { bucket: "photos", region: "auto", endpoint: "https://abc.r2.cloudflarestorage.com" },
    { bucket: "photos", region: "us-east-1", endpoint: "http://minio:9000/" },
  ])("is what the page's policy allows: %j", async (place) => {
    const store = createS3Store({ ...place, ...keys }, { uploadUrl: "http://localhost:3000", secret: "s" });
    const { url } = await store.allowUpload({ key: newKey(), seconds: 60, contentLength: 1 });
    expect(new URL(url).origin).toBe(uploadOrigin(place));
  });
});

function deleteParam(url: URL, name: RegExp): void {
  for (const key of [...url.searchParams.keys()]) if (name.test(key)) url.searchParams.delete(key);
}

function setParam(url: URL, name: RegExp, change: (value: string) => string): void {
  for (const [key, value] of [...url.searchParams]) {
    if (name.test(key)) url.searchParams.set(key, change(value));
  }
}

const flip = (character: string) => (character === "a" ? "b" : "a");
