import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { newId, photos } from "@/db/schema";
import { receiveUpload, UploadEnded } from "@/lib/domain/photos/receive-upload";
import { MAX_PHOTO_BYTES, readPhotoUrl, UNUSED_PER_PERSON } from "@/lib/domain/photos/rules";
import { startUpload } from "@/lib/domain/photos/start-upload";
import type { PhotoContext } from "@/lib/domain/photos/types";
import { createRequest } from "@/lib/domain/requests/create-request";
import { setClock } from "@/lib/ground/clock";
import { ObjectTooLarge } from "@/lib/providers/photo-store";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { addPerson } from "../support/people";
import { openDiskStore, type TestStore } from "../support/photo-store";
import { picture, pngClaiming } from "../support/pictures";

let database: TestDatabase;
let place: TestStore;
let context: PhotoContext;
let person: { id: string };
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  vi.stubEnv("DATABASE_URL", database.url);
  place = await openDiskStore();
  context = { db: database.db, photos: place.store };
});
afterAll(async () => {
  await place.close();
  await database.drop();
});
beforeEach(async () => {
  person = await addPerson(database.db, { subscriptionTier: "diamond" });
});
afterEach(() => setClock());

const rowOf = async (photoUrl: string) => {
  const [row] = await database.db
    .select()
    .from(photos)
    .where(eq(photos.id, readPhotoUrl(photoUrl)?.id ?? ""));
  if (!row) throw new Error("no such photo");
  return row;
};
const start = async (contentLength?: number) => {
  const { photoUrl } = await startUpload(context, person, { contentLength }, newId());
  return { photoUrl, key: (await rowOf(photoUrl)).uploadKey };
};
const keep = (key: string, bytes: Buffer) => receiveUpload(context, key, [bytes], MAX_PHOTO_BYTES);
const read = (key: string) => place.store.read(key, MAX_PHOTO_BYTES);
const ask = (photoUrl: string) =>
  createRequest(
    context,
    person,
    { item: "A coat", description: "It is cold.", goal: 10_000, photoUrl },
    newId(),
  );

describe("trust 35: what is uploaded and not used", () => {
  it("is at most ten photos of a person: one more ends the oldest, bytes and address", async () => {
    const bytes = await picture("jpeg");
    const begun: Awaited<ReturnType<typeof start>>[] = [];
    for (let n = 0; n <= UNUSED_PER_PERSON; n += 1) {
      setClock(() => new Date(Date.now() + n * 1_000));
      const upload = await start();
      await keep(upload.key, bytes);
      begun.push(upload);
    }
    const [oldest, second] = begun;
    expect(await read(oldest?.key ?? "")).toBeNull();
    expect((await rowOf(oldest?.photoUrl ?? "")).discardedAt).not.toBeNull();
    await expect(keep(oldest?.key ?? "", bytes)).rejects.toThrow(UploadEnded);
    await expect(ask(oldest?.photoUrl ?? "")).rejects.toMatchObject({ values: { reason: "missing" } });
    expect(await read(second?.key ?? "")).toEqual(bytes);
    expect((await ask(second?.photoUrl ?? "")).photoUrl).toMatch(/-60x40\.webp$/);
  });

  it("does not count what a request uses, or what is another's", async () => {
    const bytes = await picture("jpeg");
    const first = await start();
    await keep(first.key, bytes);
    const used = (await ask(first.photoUrl)).photoUrl;
    const [own] = [person];
    for (let n = 0; n < UNUSED_PER_PERSON; n += 1) await start();
    person = await addPerson(database.db);
    await start();
    person = own as { id: string };
    expect((await rowOf(first.photoUrl)).discardedAt).toBeNull();
    expect(used).not.toBeNull();
  });

  it("counts by the bytes that were sent, or may be sent to a bucket", async () => {
    const { photoUrl, key } = await start(4_000);
    expect((await rowOf(photoUrl)).sentBytes).toBe(4_000);
    const bytes = await picture("jpeg");
    await keep(key, bytes);
    expect((await rowOf(photoUrl)).sentBytes).toBe(bytes.byteLength);
    expect((await rowOf((await start()).photoUrl)).sentBytes).toBe(MAX_PHOTO_BYTES);
  });

  it("has a quota in all that nobody can fill for others: those go first of whom most is unused", async () => {
    const quiet = await start();
    person = await addPerson(database.db);
    const begun: Awaited<ReturnType<typeof start>>[] = [];
    for (let n = 0; n < 4; n += 1) {
      setClock(() => new Date(Date.now() + n * 1_000));
      begun.push(await start());
    }
    await database.db
      .update(photos)
      .set({ sentBytes: 2 ** 31 - 1 })
      .where(eq(photos.userId, person.id));
    person = await addPerson(database.db);
    const later = await start();
    const ended = async ({ photoUrl }: { photoUrl: string }) => (await rowOf(photoUrl)).discardedAt !== null;
    expect(await Promise.all([quiet, ...begun, later].map(ended))).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("trust 35: bytes that are no picture", () => {
  it.each([
    ["at once", (bytes: Buffer) => [bytes]],
    [
      "in pieces of one byte",
      (bytes: Buffer) => [...bytes.subarray(0, 50)].map((byte) => Buffer.from([byte])),
    ],
  ])("are dropped as they arrive, %s, and the request says what was wrong", async (_, pieces) => {
    const { photoUrl, key } = await start();
    const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${" ".repeat(1_000_000)}</svg>`);
    await receiveUpload(context, key, pieces(svg), MAX_PHOTO_BYTES);
    expect((await read(key))?.byteLength).toBe(12);
    expect((await rowOf(photoUrl)).sentBytes).toBe(12);
    await expect(ask(photoUrl)).rejects.toMatchObject({ code: "PHOTO_INVALID", values: { reason: "type" } });
  });

  it("are counted all the same", async () => {
    const { key } = await start();
    await expect(keep(key, Buffer.alloc(MAX_PHOTO_BYTES + 1))).rejects.toThrow(ObjectTooLarge);
    expect(await read(key)).toBeNull();
  });

  it("and pictures that cannot be shown are removed once that is known", async () => {
    const { photoUrl, key } = await start();
    await keep(key, pngClaiming(50_000, 50_000));
    await expect(ask(photoUrl)).rejects.toMatchObject({ values: { reason: "pixels" } });
    expect(await read(key)).toBeNull();
  });

  it("shorter than a beginning are kept as they are", async () => {
    const { key } = await start();
    await keep(key, Buffer.from("x"));
    expect(await read(key)).toEqual(Buffer.from("x"));
  });
});
