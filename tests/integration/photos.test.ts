import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { donations, newId, photos, requests } from "@/db/schema";
import { hashOldPhotos } from "@/lib/domain/photos/hash-old-photos";
import { photoForPicture } from "@/lib/domain/photos/photo-for-picture";
import { findPhotoKey, readPhoto } from "@/lib/domain/photos/queries";
import { discardAllPhotos } from "@/lib/domain/photos/request-photo";
import { keptSizes, keysOf, MAX_PHOTO_BYTES, photoUrlOf, readPhotoUrl } from "@/lib/domain/photos/rules";
import { startUpload } from "@/lib/domain/photos/start-upload";
import { sweepPhotos } from "@/lib/domain/photos/sweep-photos";
import type { PhotoContext } from "@/lib/domain/photos/types";
import { editRequest } from "@/lib/domain/requests/change-own";
import { createRequest } from "@/lib/domain/requests/create-request";
import { deleteRequest } from "@/lib/domain/requests/delete-request";
import { countActive, findRequest } from "@/lib/domain/requests/queries";
import type { NewRequest } from "@/lib/domain/requests/schema";
import { setClock } from "@/lib/ground/clock";
import { HOUR, MINUTE } from "@/lib/ground/durations";
import type { PhotoStore } from "@/lib/providers/photo-store";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { addPerson, STRANGER } from "../support/people";
import { openDiskStore, openS3Store, type TestStore } from "../support/photo-store";
import { chunksOf, phonePhoto, picture, pngClaiming } from "../support/pictures";

/** Done once, by the first caller; all wait for it. */
function once(run: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= run();
    return done;
  };
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

/** More pixels than an AVIF may have, in very few bytes. */
const avif = () =>
  sharp({ create: { width: 2_001, height: 1_500, channels: 3, background: "#fff" } })
    .avif({ effort: 0 })
    .toBuffer();

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  vi.stubEnv("DATABASE_URL", database.url);
});
afterAll(() => database.drop());
afterEach(() => setClock());

describe.each([
  ["in the local store", openDiskStore],
  ["in a bucket", openS3Store],
])("%s", (_, open) => {
  let place: TestStore;
  let context: PhotoContext;
  let person: { id: string };
  beforeAll(async () => {
    place = await open();
    context = { db: database.db, photos: place.store };
  });
  afterAll(() => place.close());
  beforeEach(async () => {
    person = await addPerson(database.db, { subscriptionTier: "diamond" });
  });

  /** Sends a photo as its owner would, and answers what a request names it by. */
  async function upload(bytes: Buffer, owner = person): Promise<string> {
    const { uploadURL: url, headers, photoUrl } = await startUpload(context, owner, {}, newId());
    const { status } = await place.put({ url, headers }, bytes);
    expect(status).toBe(200);
    return photoUrl;
  }

  const ask = (
    photoUrl: string | null,
    { id = newId(), ...changes }: Partial<NewRequest> & { id?: string } = {},
  ) =>
    createRequest(
      context,
      person,
      { item: "A coat", description: "It is cold.", goal: 10_000, photoUrl, ...changes },
      id,
    );
  const rowOf = async (photoUrl: string) => {
    const id = readPhotoUrl(photoUrl)?.id ?? "";
    const [row] = await database.db.select().from(photos).where(eq(photos.id, id));
    return row;
  };
  const show = async (url: string | null) => {
    const key =
      url === null
        ? null
        : ((await findPhotoKey(database.db, url, async () => ({ viewer: null })))?.key ?? null);
    return key === null ? null : readPhoto(context, key);
  };
  /** The keys of a photo under which anything is kept. */
  const kept = async (photo: { id: string; uploadKey: string } | undefined) => {
    const keys = photo ? [photo.uploadKey, ...keysOf(photo.id)] : [];
    const found = await Promise.all(keys.map((key) => place.store.read(key, MAX_PHOTO_BYTES * 4)));
    return keys.filter((__, index) => found[index]);
  };
  const invalid = (reason: string) => expect.objectContaining({ code: "PHOTO_INVALID", values: { reason } });

  describe("a request with a photo", () => {
    it("shows it re-encoded, in every size, and keeps nothing as it was sent", async () => {
      const sent = await upload(await picture("jpeg", 2_000, 1_000));
      const row = await rowOf(sent);
      expect(await kept(row)).toEqual([row?.uploadKey]);

      const { id, photoUrl } = await ask(sent);
      expect(photoUrl).toBe(sent.replace(".webp", "-1600x800.webp"));
      expect((await findRequest(database.db, id, STRANGER))?.photoUrl).toBe(photoUrl);
      expect(await kept(row)).toEqual(keysOf(row?.id ?? ""));
      for (const size of keptSizes({ width: 1_600, height: 800 })) {
        const bytes = await show(photoUrlOf({ id: row?.id ?? "", ...size }));
        expect(await sharp(bytes ?? undefined).metadata()).toMatchObject({ format: "webp", ...size });
      }
      expect(await show(sent)).toEqual(await show(photoUrl));
    });

    it.each(["jpeg", "png", "webp", "gif", "avif"] as const)("takes a %s", async (format) => {
      const { photoUrl } = await ask(await upload(await picture(format)));
      const { data, info } = await sharp((await show(photoUrl)) ?? undefined)
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(info).toMatchObject({ width: 60, height: 40 });
      const [left, right] = [20 * 60 + 10, 20 * 60 + 50].map((pixel) => [
        ...data.subarray(pixel * 3, pixel * 3 + 3),
      ]);
      expect(left?.[0]).toBeGreaterThan(200);
      expect(left?.[2]).toBeLessThan(60);
      expect(right?.[2]).toBeGreaterThan(200);
    });

    it("gets its hash later if it was stored before there was one, unless it has no detail or is gone", async () => {
      const noise = Buffer.from(Array.from({ length: 18 * 16 }, (__, place) => (place * 167 + 91) % 256));
      const detailed = sharp(noise, { raw: { width: 18, height: 16, channels: 1 } })
        .resize(360, 320, { kernel: "nearest" })
        .png();
      const plain = () =>
        sharp({ create: { width: 60, height: 40, channels: 3, background: "#888" } })
          .png()
          .toBuffer();
      const sent = [await upload(await detailed.toBuffer()), await upload(await plain())];
      const gone = await upload(await plain());
      for (const each of [...sent, gone]) await ask(each);
      const { differenceHash } = (await rowOf(sent[0] ?? "")) ?? {};
      expect(differenceHash).not.toBeNull();
      await place.store.remove(keysOf((await rowOf(gone))?.id ?? ""));
      await database.db.update(photos).set({ differenceHash: null, hashedAt: null });
      let looked = 0;
      for (let found = -1; found !== 0; looked += found) found = await hashOldPhotos(context);
      expect(looked).toBeGreaterThanOrEqual(3);
      const hashes = await Promise.all(
        [...sent, gone].map(async (each) => (await rowOf(each))?.differenceHash),
      );
      expect(hashes.slice(1)).toEqual([null, null]);
      const apart = BigInt.asUintN(64, (differenceHash ?? 0n) ^ (hashes[0] ?? 0n)).toString(2);
      expect(apart.replaceAll("0", "").length).toBeLessThanOrEqual(2);
    });

    it("turns it upright and keeps no place, camera, name or profile", async () => {
      const photo = await phonePhoto();
      expect(await sharp(photo).metadata()).toMatchObject({
        orientation: 6,
        exif: expect.anything(),
        xmp: expect.anything(),
        icc: expect.anything(),
      });
      const polyglot = Buffer.concat([photo, Buffer.from(`${SVG}<script>PK\u0003\u0004`)]);
      const { photoUrl } = await ask(await upload(polyglot));
      expect(readPhotoUrl(photoUrl ?? "")?.size).toEqual({ width: 40, height: 60 });
      const bytes = (await show(photoUrl)) ?? Buffer.alloc(0);
      expect(chunksOf(bytes)).toEqual(["VP8"]);
      for (const text of ["Secret", "GPS", "script", "svg"]) expect(bytes.includes(text)).toBe(false);
      const { channels } = await sharp(
        await sharp(bytes).extract({ left: 5, top: 5, width: 30, height: 15 }).toBuffer(),
      ).stats();
      expect(channels[0]?.mean).toBeGreaterThan(200);
      expect(channels[2]?.mean).toBeLessThan(60);
    });

    it("fills what was see-through with white, and lets a moving picture stand still", async () => {
      const glass = sharp({ create: { width: 30, height: 30, channels: 4, background: "#00000000" } });
      const white = await ask(await upload(await glass.png().toBuffer()));
      const stats = await sharp((await show(white.photoUrl)) ?? undefined).stats();
      expect(stats.isOpaque).toBe(true);
      expect(stats.channels[0]?.mean).toBeGreaterThan(250);

      const frames = Buffer.concat([Buffer.alloc(50 * 50 * 3, 255), Buffer.alloc(50 * 50 * 3, 0)]);
      const moving = sharp(frames, { raw: { width: 50, height: 100, channels: 3, pageHeight: 50 } });
      const still = await ask(await upload(await moving.gif().toBuffer()));
      const info = await sharp((await show(still.photoUrl)) ?? undefined).metadata();
      expect(info).toMatchObject({ width: 50, height: 50 });
      expect(info.pages ?? 1).toBe(1);
    });

    it("makes nothing larger than it was, and no line vanish", async () => {
      const small = await ask(await upload(await picture("png", 30, 20)));
      expect(small.photoUrl).toMatch(/-30x20\.webp$/);
      const line = await ask(await upload(await picture("png", 5_000, 2)));
      expect(line.photoUrl).toMatch(/-1600x1\.webp$/);
      expect(await show(line.photoUrl)).not.toBeNull();
    });

    it("gives a share picture a small JPEG of it", async () => {
      const { photoUrl } = await ask(await upload(await picture("jpeg", 1_500, 1_000)));
      const size = { width: 420, height: 600 };
      const [head, base64 = ""] = (await photoForPicture(context, photoUrl, size))?.split(",") ?? [];
      expect(head).toBe("data:image/jpeg;base64");
      expect(await sharp(Buffer.from(base64, "base64")).metadata()).toMatchObject({
        format: "jpeg",
        ...size,
      });
      for (const none of [null, "", "/photos/x.webp", `/photos/${randomUUID()}-9x9.webp`]) {
        expect(await photoForPicture(context, none, size)).toBeNull();
      }
    });
  });

  describe("asked again", () => {
    it("answers the same, even after the bytes were sent again", async () => {
      const { uploadURL: url, headers, photoUrl } = await startUpload(context, person, {}, newId());
      await place.put({ url, headers }, await picture("png"));
      const id = newId();
      const first = await ask(photoUrl, { id });
      await place.put({ url, headers }, await picture("png", 90, 90));
      expect(await ask(photoUrl, { id })).toEqual(first);
      expect(await countActive(database.db, person.id)).toBe(1);
    });

    it("makes one request of the same call ten times at once", async () => {
      const photoUrl = await upload(await picture("jpeg", 800, 600));
      const id = newId();
      const answers = await Promise.all(Array.from({ length: 10 }, () => ask(photoUrl, { id })));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(await show(answers[0]?.photoUrl ?? null)).not.toBeNull();
    });

    it("changes the photo of a request once, one after the other and at once", async () => {
      const [before, after] = [
        await upload(await picture("png")),
        await upload(await picture("jpeg", 90, 90)),
      ];
      const { id } = await ask(before);
      const change = () => editRequest(context, person, { id, photoUrl: after });
      const answers = [...(await Promise.all([change(), change(), change()])), await change()];
      expect(new Set(answers.map(({ photoUrl }) => photoUrl))).toEqual(
        new Set([after.replace(".webp", "-90x90.webp")]),
      );
      expect(await rowOf(after)).toMatchObject({ requestId: id, discardedAt: null });
      expect((await editRequest(context, person, { id, photoUrl: null })).photoUrl).toBeNull();
      await expect(editRequest(context, person, { id, photoUrl: "" })).rejects.toEqual(invalid("missing"));
    });

    it("gives a photo to one of ten requests", async () => {
      const photoUrl = await upload(await picture("png"));
      const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => ask(photoUrl)));
      const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
      expect(refused).toEqual(Array.from({ length: 9 }, () => invalid("used")));
      expect(await countActive(database.db, person.id)).toBe(1);
      await expect(ask(photoUrl)).rejects.toEqual(invalid("used"));
    });

    it("is refused before anybody looks at the photo, which can be used afterwards", async () => {
      const photoUrl = await upload(await picture("png"));
      await expect(ask(photoUrl, { goal: 1_000_001 })).rejects.toMatchObject({ code: "GOAL_LIMIT_EXCEEDED" });
      expect(await rowOf(photoUrl)).toMatchObject({ requestId: null, width: null });
      expect(await show(photoUrl)).toBeNull();
      expect((await ask(photoUrl)).photoUrl).toMatch(/-60x40\.webp$/);
    });
  });

  describe("trust 27: refused", () => {
    it.each<[string, string, () => Buffer | Promise<Buffer>]>([
      ["an SVG", "type", () => Buffer.from(SVG)],
      ["an SVG with a declaration", "type", () => Buffer.from(`<?xml version="1.0"?>${SVG}`)],
      ["an SVG behind the beginning of a GIF", "damaged", () => Buffer.from(`GIF89a${SVG}`)],
      ["an SVG behind the beginning of a JPEG", "damaged", () => Buffer.from(`\xff\xd8\xff${SVG}`, "latin1")],
      ["HTML", "type", () => Buffer.from("<!doctype html><script>alert(1)</script>")],
      ["a PDF", "type", () => Buffer.from("%PDF-1.4\n%%EOF")],
      [
        "a TIFF",
        "type",
        async () =>
          await sharp(await picture("png"))
            .tiff()
            .toBuffer(),
      ],
      ["a film", "damaged", () => Buffer.from("\0\0\0\x18ftypmp42\0\0\0\0mp42isom", "latin1")],
      ["half a JPEG", "damaged", async () => (await picture("jpeg", 400, 400)).subarray(0, 900)],
      ["a PNG of 50,000 × 50,000", "pixels", () => pngClaiming(50_000, 50_000)],
      ["a PNG of 30 million pixels and some", "pixels", () => pngClaiming(10_000, 3_001)],
      ["an AVIF of 3 million pixels and some", "pixels", avif],
      ["one byte", "type", () => Buffer.from("x")],
      ["nothing", "type", () => Buffer.alloc(0)],
    ])("%s", async (_name, reason, bytes) => {
      const photoUrl = await upload(await bytes());
      await expect(ask(photoUrl)).rejects.toEqual(invalid(reason));
      expect(await countActive(database.db, person.id)).toBe(0);
      expect(await show(photoUrl)).toBeNull();
      for (const key of keysOf(readPhotoUrl(photoUrl)?.id ?? ""))
        expect(await place.store.read(key, 9)).toBeNull();
    });

    it("more than 5 MB, wherever they came from", async () => {
      const photoUrl = await upload(await picture("png"));
      const row = await rowOf(photoUrl);
      await place.store.write(row?.uploadKey ?? "", Buffer.alloc(MAX_PHOTO_BYTES + 1), "image/png");
      await expect(ask(photoUrl)).rejects.toEqual(invalid("size"));
    });

    it("what never arrived, is another's, was invented, or is no address of a photo", async () => {
      const { photoUrl: empty } = await startUpload(context, person, {}, newId());
      const other = await addPerson(database.db);
      const foreign = await upload(await picture("png"), other);
      const { uploadKey } = (await rowOf(foreign)) ?? {};
      const shown = await ask(await upload(await picture("png")));
      const addresses = [
        empty,
        foreign,
        `/photos/${randomUUID()}.webp`,
        `/${uploadKey}`,
        "/photos/../uploads/x.webp",
        "../../etc/passwd",
        "https://evil.example/x.png",
        `https://evil.example${foreign}`,
        "data:image/png;base64,AAAA",
        "javascript:alert(1)",
        `${foreign}?`,
      ];
      for (const address of addresses) await expect(ask(address)).rejects.toEqual(invalid("missing"));
      await expect(ask(shown.photoUrl)).rejects.toEqual(invalid("used"));
      expect(await countActive(database.db, person.id)).toBe(1);
      expect((await rowOf(foreign))?.requestId).toBeNull();
    });
  });

  describe("shown is", () => {
    it("nothing but the kept sizes of a request's photo", async () => {
      const { photoUrl } = await ask(await upload(await picture("jpeg", 500, 300)));
      const { id = "" } = readPhotoUrl(photoUrl ?? "") ?? {};
      for (const name of ["-500x300", "-400x240", ""])
        expect(await show(`/photos/${id}${name}.webp`)).not.toBeNull();
      for (const name of [
        "-400x241",
        "-500x301",
        "-800x480",
        "-1600x960",
        "-0x0",
        "-400",
        "-400x240x1",
        "/400",
      ]) {
        expect(await show(`/photos/${id}${name}.webp`)).toBeNull();
      }
      for (const url of [
        `/photos/${id}.png`,
        `/photos/${id.toUpperCase()}.webp`,
        "/photos/",
        "/photos/..%2fx.webp",
      ]) {
        expect(await show(url)).toBeNull();
      }
    });
  });

  describe("housekeeping", () => {
    it("removes what was never used after a day, bytes and row, and lets nobody use it then", async () => {
      const [young, old] = [await upload(await picture("png")), await upload(await picture("png"))];
      await expect(ask(old, { goal: 1_000_001 })).rejects.toMatchObject({ code: "GOAL_LIMIT_EXCEEDED" });
      const rows = [await rowOf(young), await rowOf(old)];
      await database.db
        .update(photos)
        .set({ createdAt: new Date(Date.now() - 24.1 * HOUR) })
        .where(eq(photos.id, rows[1]?.id ?? ""));
      await expect(ask(old)).rejects.toEqual(invalid("missing"));
      await sweepPhotos(context);
      expect(await rowOf(old)).toBeUndefined();
      expect(await kept(rows[1])).toEqual([]);
      expect(await kept(rows[0])).toHaveLength(1);
      expect((await ask(young)).photoUrl).toBeTruthy();
    });

    it("leaves nothing of a photo that is discarded and removed while it is made ready", async () => {
      const sent = await upload(await picture("jpeg", 2_000, 1_000));
      const row = await rowOf(sent);
      setClock(() => new Date(Date.now() + 2 * HOUR));
      const gone = once(async () => {
        await discardAllPhotos(database.db, person.id, new Date());
        await sweepPhotos(context);
      });
      const write: PhotoStore["write"] = async (...file) => {
        await gone();
        await place.store.write(...file);
      };
      const late = { ...context, photos: { ...place.store, write } };
      const wanted = { item: "A coat", description: "It is cold.", goal: 10_000, photoUrl: sent };
      await expect(createRequest(late, person, wanted, newId())).rejects.toEqual(invalid("missing"));
      expect(await rowOf(sent)).toBeUndefined();
      expect(await kept(row)).toEqual([]);
    });

    it("removes what was sent again to an address whose photo is in use, once the address has expired", async () => {
      const { uploadURL: url, headers, photoUrl } = await startUpload(context, person, {}, newId());
      await place.put({ url, headers }, await picture("png"));
      const request = await ask(photoUrl);
      await place.put({ url, headers }, await picture("png"));
      const row = await rowOf(photoUrl);
      await sweepPhotos(context);
      expect(await kept(row)).toContain(row?.uploadKey);
      setClock(() => new Date(Date.now() + 16 * MINUTE));
      await sweepPhotos(context);
      expect(await kept(row)).not.toContain(row?.uploadKey);
      expect((await rowOf(photoUrl))?.uploadClearedAt).not.toBeNull();
      expect(await show(request.photoUrl)).not.toBeNull();
    });

    it.each([
      ["a request without donations", false],
      ["a request that is kept for the books", true],
    ])("removes the photo of %s once it is deleted; it is shown to nobody at once", async (_name, given) => {
      const request = await ask(await upload(await picture("png")));
      const row = await rowOf(request.photoUrl ?? "");
      if (given) {
        const donor = await addPerson(database.db);
        await database.db.insert(donations).values({
          id: newId(),
          requestId: request.id,
          donorId: donor.id,
          recipientId: person.id,
          amount: 100,
          serviceFee: 2,
          currency: "eur",
        });
      }
      await deleteRequest(database.db, person, request.id);
      expect(await show(request.photoUrl)).toBeNull();
      const [left] = await database.db.select().from(requests).where(eq(requests.id, request.id));
      if (given) expect(left).toMatchObject({ photoUrl: null, isActive: false });
      else expect(left).toBeUndefined();
      setClock(() => new Date(Date.now() + 16 * MINUTE));
      await sweepPhotos(context);
      expect(await kept(row)).toEqual([]);
      expect(await rowOf(request.photoUrl ?? "")).toBeUndefined();
    });
  });

  it("trust 31: creates nothing while the store is down, and the same call works afterwards", async () => {
    const photoUrl = await upload(await picture("png"));
    const discarded = await ask(await upload(await picture("png")));
    await deleteRequest(database.db, person, discarded.id);
    const id = newId();
    await place.breakDown();
    await expect(ask(photoUrl, { id })).rejects.toMatchObject({ name: "StoreUnavailable" });
    expect(await countActive(database.db, person.id)).toBe(0);
    setClock(() => new Date(Date.now() + 16 * MINUTE));
    await place.mend();
    const request = await ask(photoUrl, { id });
    expect(await show(request.photoUrl)).not.toBeNull();
    await sweepPhotos(context);
    expect(await rowOf(discarded.photoUrl ?? "")).toBeUndefined();
  });
});
