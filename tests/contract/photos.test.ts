import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_PHOTO_BYTES } from "@/lib/domain/photos/rules";
import type { Upload } from "@/lib/domain/photos/types";
import { contract } from "@/lib/web/contract";
import { Client, ownStack } from "../support/http";
import { openBucket } from "../support/photo-store";
import { phonePhoto, picture } from "../support/pictures";
import { startStack } from "../support/stack";

type Bucket = Awaited<ReturnType<typeof openBucket>>;
type Request = { id: string; photoUrl: string | null };

let bucket: Bucket;
let withBucket: Awaited<ReturnType<typeof startStack>>;
beforeAll(async () => {
  bucket = await openBucket();
  const { keys } = bucket;
  withBucket = await startStack({
    postgresUrl: ownStack().databaseUrl,
    env: async () => ({
      RATE_LIMITS: "off",
      S3_BUCKET: keys.bucket,
      S3_REGION: keys.region,
      S3_ENDPOINT: keys.endpoint,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    }),
  });
});
afterAll(async () => {
  await withBucket.stop();
  await bucket.close();
});

describe.each([
  ["the local store", () => ownStack().appUrl],
  ["a bucket", () => withBucket.stack.appUrl],
])("photos in %s", (_, baseOf) => {
  let person: Client;
  beforeAll(async () => {
    person = new Client(baseOf());
    await person.requester();
  });

  const allow = async (body?: Record<string, unknown>, headers = {}) => {
    const answer = await person.call(contract.uploadPhoto, { ...(body && { body }), headers });
    expect(answer.status).toBe(200);
    return answer.body as Upload;
  };
  const put = (
    { uploadURL, method, headers }: Upload,
    body: Buffer,
    sent: Record<string, string> = headers,
  ) => fetch(uploadURL, { method, headers: sent, body: new Uint8Array(body) });
  const uploaded = async (bytes: Buffer) => {
    const upload = await allow({ contentType: "image/jpeg", contentLength: bytes.byteLength });
    expect((await put(upload, bytes)).status).toBe(200);
    return upload.photoUrl;
  };
  const ask = (photoUrl: unknown, who = person, headers = {}) =>
    who.call(contract.createRequest, {
      body: { item: "A coat", description: "It is cold.", goal: 5_000, photoUrl },
      headers,
    });
  const show = (path: string, init: RequestInit = {}) => fetch(new URL(path, person.base), init);
  const remove = (id: string) => person.call(contract.deleteRequest, { params: { id } });

  it.each([
    ["nothing told", undefined],
    ["an empty object", {}],
    ["a type and a length", { contentType: "image/jpeg", contentLength: 0 }],
  ])("go from the upload to the request with %s", async (_name, terms) => {
    const bytes = await phonePhoto(300, 200);
    const upload = await allow(
      terms && ("contentLength" in terms ? { ...terms, contentLength: bytes.byteLength } : terms),
    );
    expect((await show(upload.photoUrl)).status).toBe(404);
    const { status, headers } = await put(upload, bytes);
    expect(status).toBe(200);
    expect(headers.get("etag")).toMatch(/^"[0-9a-f]{32}"$/);

    const created = await ask(upload.photoUrl);
    expect(created.status).toBe(201);
    const { id, photoUrl } = created.body as Request;
    const found = await person.call(contract.getRequest, { params: { id } });
    expect((found.body as Request).photoUrl).toBe(photoUrl);
    const image = await show(photoUrl ?? "");
    const shown = Buffer.from(await image.arrayBuffer());
    expect(await sharp(shown).metadata()).toMatchObject({ format: "webp", width: 200, height: 300 });
    expect(shown.includes("Secret")).toBe(false);
    expect((await show(upload.photoUrl)).status).toBe(200);

    await remove(id);
    const gone = await show(photoUrl ?? "");
    expect([gone.status, gone.headers.get("cache-control")]).toEqual([404, "no-store"]);
  });

  it("are kept by browsers for good, and are nothing but pictures", async () => {
    const { body } = await ask(await uploaded(await picture("jpeg", 900, 600)));
    const { id, photoUrl } = body as Request;
    for (const path of [photoUrl ?? "", photoUrl?.replace("900x600", "400x267") ?? ""]) {
      const { status, headers } = await show(path);
      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe("image/webp");
      expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      const tag = headers.get("etag") ?? "";
      for (const named of [tag, `"other", W/${tag}`, "*"]) {
        const again = await show(path, { headers: { "if-none-match": named } });
        expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
      }
      expect((await show(path, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
      const head = await show(path, { method: "HEAD" });
      expect([head.status, head.headers.get("etag")]).toEqual([200, tag]);
    }
    for (const path of [`/photos/${randomUUID()}.webp`, "/photos/x.webp", "/photos/..%2f..%2fsecrets.json"]) {
      expect((await show(path)).status).toBe(404);
    }
    await remove(id);
  });

  it("are allowed once per idempotency key", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const first = await allow({ contentType: "image/png" }, headers);
    expect(await allow({ contentType: "image/png" }, headers)).toEqual(first);
  });

  it.each([
    [{ contentType: "image/svg+xml" }, "contentType"],
    [{ contentType: "text/html" }, "contentType"],
    [{ contentLength: MAX_PHOTO_BYTES + 1 }, "contentLength"],
    [{ contentLength: 0 }, "contentLength"],
    [{ contentLength: 1.5 }, "contentLength"],
  ])("are not allowed with %j", async (body, field) => {
    const answer = await person.call(contract.uploadPhoto, { body });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR", fields: { [field]: expect.any(String) } },
    });
  });

  it("trust 27: are taken from nobody else, in no other form, and at no other place", async () => {
    const bytes = await picture("jpeg");
    const upload = await allow({ contentType: "image/jpeg", contentLength: bytes.byteLength });
    const elsewhere = { ...upload, uploadURL: upload.uploadURL.replace(/[0-9a-f]{8}(?=\?)/, "00000000") };
    const refused = [
      await put(upload, bytes, { "content-type": "image/svg+xml" }),
      await put(upload, Buffer.concat([bytes, bytes])),
      await put(elsewhere, bytes),
      await put({ ...upload, uploadURL: upload.uploadURL.replace(/(signature=)./i, "$1-") }, bytes),
    ];
    for (const { status } of refused) expect(status).toBe(403);
    const answer = await ask(upload.photoUrl);
    expect(answer).toMatchObject({ status: 400, body: { code: "PHOTO_INVALID" } });
    expect((answer.body as { message: string }).message).toMatch(/^Deze foto is er niet meer/);
  });

  it("trust 27: are refused with a text that helps, in the person's language", async () => {
    const person = new Client(baseOf());
    await person.requester();
    await person.call(contract.updateUser, { body: { preferredLanguage: "de" } });
    const upload = (await person.call(contract.uploadPhoto)).body as Upload;
    await put(upload, Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), {
      "content-type": "image/jpeg",
    });
    expect(await ask(upload.photoUrl, person)).toMatchObject({
      status: 400,
      body: {
        code: "PHOTO_INVALID",
        message:
          "Diese Datei ist kein Foto, das wir zeigen können. Bitte wähle ein Bild im Format JPEG, PNG, WebP, GIF oder AVIF.",
      },
    });
    expect((await show(upload.photoUrl)).status).toBe(404);
  });

  it("trust 27: belong to whoever uploaded them, and to one request", async () => {
    const photoUrl = await uploaded(await picture("jpeg"));
    const other = new Client(baseOf());
    await other.requester();
    for (const address of [photoUrl, "/photos/../x.webp", "https://evil.example/x.png"]) {
      expect(await ask(address, other)).toMatchObject({ status: 400, body: { code: "PHOTO_INVALID" } });
    }
    const headers = { "idempotency-key": randomUUID() };
    const created = await ask(photoUrl, person, headers);
    expect(created.status).toBe(201);
    expect(await ask(photoUrl, person, headers)).toMatchObject({ status: 201, body: created.body as object });
    expect(await ask(photoUrl)).toMatchObject({ status: 400, body: { code: "PHOTO_INVALID" } });
    await remove((created.body as Request).id);
  });

  it("are no must", async () => {
    for (const photoUrl of [undefined, null]) {
      const { status, body } = await ask(photoUrl);
      expect(status).toBe(201);
      expect((body as Request).photoUrl).toBeNull();
      await remove((body as Request).id);
    }
  });

  it("may be sent from every page to where they belong", async () => {
    const { uploadURL } = await allow({ contentLength: 1 });
    const policy = (await show("/auth")).headers.get("content-security-policy") ?? "";
    const [, sources = ""] = /connect-src ([^;]+)/.exec(policy) ?? [];
    const { origin } = new URL(uploadURL);
    expect(origin === person.base ? ["'self'"] : ["'self'", origin]).toEqual(sources.trim().split(" "));
  });
});

describe("the local store's door", () => {
  const put = (url: string, init: RequestInit & { duplex?: "half" }) =>
    fetch(url, { method: "PUT", ...init });
  let person: Client;
  let upload: Upload;
  beforeAll(async () => {
    person = new Client();
    await person.requester();
    upload = (await person.call(contract.uploadPhoto)).body as Upload;
  });

  it("trust 27: takes 5 MB and not a byte more, told beforehand or not", async () => {
    const body = Buffer.alloc(MAX_PHOTO_BYTES + 1);
    expect((await put(upload.uploadURL, { body: body.subarray(1) })).status).toBe(200);
    const answers = [
      await put(upload.uploadURL, { body }),
      await put(upload.uploadURL, { body: new Blob([body]).stream(), duplex: "half" }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain("<Code>EntityTooLarge</Code>");
    }
  });

  it("trust 30: answers with the headers of every other answer", async () => {
    const { headers } = await put(upload.uploadURL.replace("signature=", "signature=x"), { body: "x" });
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-request-id")).toBeTruthy();
  });

  it("takes nothing but uploads, and gives nothing", async () => {
    for (const method of ["GET", "POST", "PATCH", "DELETE"]) {
      expect((await fetch(upload.uploadURL, { method })).status).toBe(405);
    }
  });

  it("trust 27: stands before a bucket for who does not tell the length, and counts", async () => {
    const url = upload.uploadURL.replace(person.base, withBucket.stack.appUrl);
    expect((await put(url, { body: "x" })).status).toBe(403);
    const other = new Client(withBucket.stack.appUrl);
    await other.requester();
    const { uploadURL } = (await other.call(contract.uploadPhoto)).body as Upload;
    expect(new URL(uploadURL).origin).toBe(other.base);
    const body = Buffer.alloc(MAX_PHOTO_BYTES + 1);
    expect((await put(uploadURL, { body })).status).toBe(400);
    expect((await put(uploadURL, { body: new Blob([body]).stream(), duplex: "half" })).status).toBe(400);
  });
});

it("trust 31: a bucket that is down is told as such, and used again when it is back", async () => {
  const person = new Client(withBucket.stack.appUrl);
  await person.requester();
  const give = async () => {
    const { uploadURL, headers, photoUrl } = (await person.call(contract.uploadPhoto)).body as Upload;
    await fetch(uploadURL, { method: "PUT", headers, body: new Uint8Array(await picture("png")) });
    return photoUrl;
  };
  const ask = (photoUrl: string, key: string) =>
    person.call(contract.createRequest, {
      body: { item: "A coat", description: "It is cold.", goal: 5_000, photoUrl },
      headers: { "idempotency-key": key },
    });
  const shown = ((await ask(await give(), "first")).body as Request).photoUrl ?? "";
  const waiting = await give();

  await bucket.breakDown();
  const failed = await ask(waiting, "second");
  expect(failed).toMatchObject({ status: 502, body: { code: "PROVIDER_UNAVAILABLE" } });
  expect((failed.body as { message: string }).message).toMatch(/^We kunnen nu geen foto’s/);
  const broken = await fetch(new URL(shown, person.base));
  expect([broken.status, broken.headers.get("cache-control")]).toEqual([502, "no-store"]);
  const own = await person.call(contract.listRequests);
  expect(own.status).toBe(200);

  await bucket.mend();
  expect((await ask(waiting, "second")).status).toBe(201);
  expect((await fetch(new URL(shown, person.base))).status).toBe(200);
});
