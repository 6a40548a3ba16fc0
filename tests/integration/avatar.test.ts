import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { donationTotals, users } from "@/db/schema";
import { MAX_SENT_AVATAR } from "@/lib/domain/accounts/rules";
import { updateUserSchema } from "@/lib/domain/accounts/schema";
import { updateUser } from "@/lib/domain/accounts/update-user";
import { listLeaderboard } from "@/lib/domain/leaderboard/queries";
import { findRequest, findSharedRequest, listFeed } from "@/lib/domain/requests/queries";
import { openSession } from "@/lib/domain/sessions/open-session";
import { findViewerBySession } from "@/lib/domain/sessions/queries";
import { findAvatarImage, findMe } from "@/lib/domain/users/queries";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { addPerson, addRequest, STRANGER } from "../support/people";
import { chunksOf, pngClaiming } from "../support/pictures";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
});
afterAll(() => database.drop());

type Kind = "jpeg" | "png" | "webp" | "gif" | "avif";
const KINDS: Kind[] = ["jpeg", "png", "webp", "gif", "avif"];

const dataUrl = (bytes: Buffer | string, type = "image/png") =>
  `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
const bytesOf = (url: string) => Buffer.from(url.slice(url.indexOf(",") + 1), "base64");

const plain = (width: number, height: number, background = "#c2410c"): Sharp =>
  sharp({ create: { width, height, channels: 3, background } });

async function change(avatar: string, person?: { id: string }) {
  const who = person ?? (await addPerson(database.db));
  return (await updateUser(database.db, who, updateUserSchema.parse({ avatar }))).avatar;
}

describe("what is kept of a picture", () => {
  test.each(KINDS)("%s becomes a WebP of 128 px", async (kind) => {
    const stored = await change(dataUrl(await plain(300, 180).toFormat(kind).toBuffer(), `image/${kind}`));
    expect(stored).toMatch(/^data:image\/webp;base64,[A-Za-z0-9+/]+=*$/);
    expect(await sharp(bytesOf(stored)).metadata()).toMatchObject({
      format: "webp",
      width: 128,
      height: 128,
    });
  });

  test("the content decides, not what it is called", async () => {
    const jpeg = await plain(10, 10).jpeg().toBuffer();
    expect(await change(dataUrl(jpeg, "image/gif"))).toMatch(/^data:image\/webp/);
  });

  test("the middle of the picture, upright", async () => {
    // Lying on its side: blue at the left, red in the middle, green at the right.
    const part = (background: string) => plain(100, 100, background).png().toBuffer();
    const wide = plain(300, 100).composite([
      { input: await part("#00f"), left: 0, top: 0 },
      { input: await part("#f00"), left: 100, top: 0 },
      { input: await part("#0f0"), left: 200, top: 0 },
    ]);
    const stored = await change(dataUrl(await wide.withMetadata({ orientation: 6 }).jpeg().toBuffer()));
    const { channels } = await sharp(bytesOf(stored)).stats();
    expect(channels[0]?.mean).toBeGreaterThan(230);
    expect(channels[2]?.mean).toBeLessThan(30);

    // What is above the middle once upright is what lay at the left.
    const square = plain(100, 100, "#f00").composite([
      { input: await plain(30, 100, "#00f").png().toBuffer(), left: 0, top: 0 },
    ]);
    const turned = await change(dataUrl(await square.withMetadata({ orientation: 6 }).jpeg().toBuffer()));
    const upper = await sharp(bytesOf(turned))
      .extract({ left: 0, top: 0, width: 128, height: 20 })
      .toBuffer();
    const top = await sharp(upper).stats();
    expect(top.channels[2]?.mean).toBeGreaterThan(200);
  });

  test("see-through where it was, in its own colour", async () => {
    const glass = sharp({
      create: { width: 60, height: 60, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } },
    });
    const stored = bytesOf(await change(dataUrl(await glass.png().toBuffer())));
    const [red, green, , alpha] = (await sharp(stored).stats()).channels.map(({ mean }) => Math.round(mean));
    expect({ red, green, alpha }).toEqual({
      red: expect.closeTo(255, -1),
      green: expect.closeTo(0, -1),
      alpha: 128,
    });
  });

  test("at most 16 KB, even of noise with transparency", async () => {
    const noise = Buffer.from(Array.from({ length: 100 * 100 * 4 }, (_, i) => (i * 2_654_435_761) >>> 13));
    const png = await sharp(noise, { raw: { width: 100, height: 100, channels: 4 } })
      .png()
      .toBuffer();
    const sent = dataUrl(png);
    expect(sent.length).toBeLessThan(MAX_SENT_AVATAR);
    const stored = await change(sent);
    expect(stored.length).toBeLessThanOrEqual(16 * 1024);
    expect(stored.length).toBeGreaterThan(8 * 1024);
  });

  test("no place, no camera, no colour profile, nothing behind the picture", async () => {
    const photo = await plain(200, 200)
      .withExif({
        IFD0: { Make: "Camera", Copyright: "Somebody" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "52/1 22/1 0/1" },
      })
      .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'>Somebody</x:xmpmeta>")
      .withIccProfile("p3", { attach: true })
      .jpeg()
      .toBuffer();
    expect(await sharp(photo).metadata()).toMatchObject({ exif: expect.anything(), icc: expect.anything() });
    const polyglot = Buffer.concat([photo, Buffer.from("<script>alert(1)</script>PK\u0003\u0004")]);
    const stored = bytesOf(await change(dataUrl(polyglot, "image/jpeg")));
    expect(chunksOf(stored)).toEqual(["VP8"]);
    for (const text of ["Somebody", "Camera", "script", "PK"]) expect(stored.includes(text)).toBe(false);
  });

  test("a moving picture stands still", async () => {
    const frames = Buffer.concat([Buffer.alloc(50 * 50 * 3, 255), Buffer.alloc(50 * 50 * 3, 0)]);
    const gif = await sharp(frames, { raw: { width: 50, height: 100, channels: 3, pageHeight: 50 } })
      .gif()
      .toBuffer();
    expect(await sharp(gif).metadata()).toMatchObject({ pages: 2 });
    const stored = bytesOf(await change(dataUrl(gif, "image/gif")));
    expect((await sharp(stored).metadata()).pages ?? 1).toBe(1);
  });
});

describe("refused", () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  const jpeg = () => plain(200, 200).jpeg().toBuffer();
  const tiff = () => plain(20, 20).tiff().toBuffer();

  test.each<[string, () => string | Promise<string>]>([
    ["an SVG", () => dataUrl(SVG, "image/svg+xml")],
    ["an SVG that is called a PNG", () => dataUrl(SVG)],
    ["an SVG behind the first bytes of a GIF", () => dataUrl(`GIF89a${SVG}`, "image/gif")],
    ["an SVG with a declaration", () => dataUrl(`<?xml version="1.0"?>\n<!-- GIF -->${SVG}`)],
    ["HTML", () => dataUrl("<!doctype html><script>alert(1)</script>", "image/png")],
    ["a page", () => dataUrl("<!doctype html>", "text/html")],
    ["a TIFF", async () => dataUrl(await tiff(), "image/tiff")],
    ["a TIFF that is called a JPEG", async () => dataUrl(await tiff(), "image/jpeg")],
    ["a PDF", () => dataUrl("%PDF-1.4\n%%EOF", "image/png")],
    ["half a JPEG", async () => dataUrl((await jpeg()).subarray(0, 500), "image/jpeg")],
    [
      "half a PNG",
      async () => {
        const png = await plain(200, 200).png({ compressionLevel: 0 }).toBuffer();
        return dataUrl(png.subarray(0, 30_000));
      },
    ],
    ["nothing", () => "data:image/png;base64,"],
    ["no base64", () => "data:image/png;base64,%00%00"],
    ["an image without base64", async () => `data:image/png,${(await jpeg()).toString("latin1")}`],
    ["the address of a picture", () => "https://example.org/picture.png"],
    ["the address of somebody's picture", () => `/avatars/${"0".repeat(32)}.webp`],
  ])("%s", async (_, picture) => {
    const person = await addPerson(database.db);
    await expect(change(await picture(), person)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      fields: { avatar: "avatar" },
    });
    expect((await findMe(database.db, person.id)).avatar).toBe("😊");
  });

  test.each([
    [50_000, 50_000],
    [100_000, 200],
    [5_000, 5_000],
  ])("a file of a few bytes that unpacks to %i × %i, without unpacking it", async (width, height) => {
    const started = performance.now();
    await expect(change(dataUrl(pngClaiming(width, height)))).rejects.toMatchObject({
      fields: { avatar: "avatar" },
    });
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test("what is larger than a call may be", () => {
    const { success, error } = updateUserSchema.safeParse({ avatar: "a".repeat(MAX_SENT_AVATAR + 1) });
    expect(success).toBe(false);
    expect(error?.issues[0]).toMatchObject({ path: ["avatar"], message: "avatar" });
  });

  test("by the database: another image, or a larger one", async () => {
    const person = await addPerson(database.db);
    for (const avatar of [dataUrl(SVG, "image/svg+xml"), dataUrl(Buffer.alloc(16_384), "image/webp")]) {
      await expect(
        database.db.update(users).set({ avatar }).where(eq(users.id, person.id)),
      ).rejects.toMatchObject({ cause: { constraint_name: "users_avatar_form" } });
    }
  });
});

describe("how others see it", () => {
  const picture = async (background: string) => dataUrl(await plain(64, 64, background).png().toBuffer());

  test("lists carry its address, under which it is served as it is stored", async () => {
    const person = await addPerson(database.db);
    const { id } = await addRequest(database.db, person);
    await database.db
      .insert(donationTotals)
      .values({ userId: person.id, period: "all", start: "1970-01-01", amount: 500, publicAmount: 500 });
    const stored = await change(await picture("#1d4ed8"), person);
    const hash = createHash("sha256").update(bytesOf(stored)).digest("hex").slice(0, 32);
    const address = `/avatars/${hash}.webp`;

    const feed = await listFeed(database.db, { limit: 50, cursor: undefined });
    expect(feed.items.find((each) => each.id === id)?.user.avatar).toBe(address);
    expect((await findRequest(database.db, id, STRANGER))?.user.avatar).toBe(address);
    const board = await listLeaderboard(database.db, { period: "all", viewerId: person.id });
    expect(board.find((each) => each.id === person.id)?.avatar).toBe(address);
    expect((await findMe(database.db, person.id)).avatar).toBe(stored);
    expect(Buffer.from((await findAvatarImage(database.db, hash)) ?? [])).toEqual(bytesOf(stored));
  });

  test("the viewer of every page carries the address too", async () => {
    const person = await addPerson(database.db);
    await change(await picture("#15803d"), person);
    const { token } = await openSession(database.db, person.id, { replaces: null });
    expect((await findViewerBySession(database.db, token))?.avatar).toMatch(
      /^\/avatars\/[0-9a-f]{32}\.webp$/,
    );
  });

  test("visitors see none of an anonymous person's, and a picture that is replaced is gone", async () => {
    const person = await addPerson(database.db, { anonymousProfile: true });
    const { id } = await addRequest(database.db, person);
    await change(await picture("#a21caf"), person);
    expect(await findSharedRequest(database.db, id)).toMatchObject({ userId: null, user: null });

    const hashOf = async () => {
      const [row] = await database.db
        .select({ hash: users.avatarHash })
        .from(users)
        .where(eq(users.id, person.id));
      return row?.hash ?? null;
    };
    const before = (await hashOf()) ?? "";
    await change("🦊", person);
    expect(await hashOf()).toBeNull();
    expect(await findAvatarImage(database.db, before)).toBeNull();
  });

  test.each(["", "😊", "..", "%", "0".repeat(31), "0".repeat(32), "A".repeat(32)])(
    "%j names no picture",
    async (hash) => {
      expect(await findAvatarImage(database.db, hash)).toBeNull();
    },
  );

  test("is found by an index", async () => {
    await database.db.execute(sql`analyze users`);
    const plan = await database.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      return tx.execute(sql`explain select avatar from users where avatar_hash = ${"0".repeat(32)} limit 1`);
    });
    expect(JSON.stringify(plan)).toContain("users_avatar_hash");
  });
});

test("nothing in this process reads SVG", async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>');
  await expect(sharp(svg).png().toBuffer()).rejects.toThrow();
});
