import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { ownStack } from "../support/http";

const { appUrl } = ownStack();

/** The scripts and the style sheet of a page. */
let paths: string[];

beforeAll(async () => {
  const page = await (await fetch(`${appUrl}/auth`)).text();
  paths = [...new Set(page.match(/\/_next\/static\/[^"'\\ ]+\.(?:js|css)/g))];
  expect(paths.length).toBeGreaterThan(5);
});

async function read(path: string, headers: Record<string, string>, method = "GET") {
  const sent = request(new URL(path, appUrl), { method, headers, agent: false }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(await answer.toArray()) };
}

describe("scripts and style sheets", () => {
  it("are the same whatever the client takes, and smallest by Brotli", async () => {
    for (const path of paths) {
      const [plain, gzip, brotli] = await Promise.all(
        ["identity", "gzip", "gzip, deflate, br, zstd"].map((accepted) =>
          read(path, { "accept-encoding": accepted }),
        ),
      );
      if (!plain || !gzip || !brotli) throw new Error("three were asked for");
      expect(plain.headers["content-encoding"]).toBeUndefined();
      expect(brotli.headers["content-encoding"]).toBe("br");
      expect(brotliDecompressSync(brotli.body).equals(plain.body), path).toBe(true);
      expect(brotli.body.length).toBeLessThan(gzip.body.length);
      const isCompressed = gzip.headers["content-encoding"] === "gzip";
      const unpacked = isCompressed ? gunzipSync(gzip.body) : gzip.body;
      expect(unpacked.equals(plain.body), path).toBe(true);
      for (const { headers } of [gzip, brotli]) {
        expect(headers).toMatchObject({
          "content-type": plain.headers["content-type"],
          "cache-control": "public, max-age=31536000, immutable",
          vary: "Accept-Encoding",
        });
      }
    }
  });

  it("have a copy of what they are in the end", () => {
    const copies = readdirSync(".next/static", { recursive: true })
      .map(String)
      .filter((name) => name.endsWith(".br"));
    expect(copies.length).toBeGreaterThan(20);
    for (const copy of copies) {
      const small = readFileSync(`.next/static/${copy}`);
      const file = readFileSync(`.next/static/${copy.slice(0, -".br".length)}`);
      expect(brotliDecompressSync(small).equals(file), copy).toBe(true);
    }
  });

  it("are asked for again without being sent again, in part, and without their body", async () => {
    const [path = ""] = paths;
    const headers = { "accept-encoding": "br" };
    const whole = await read(path, headers);
    const again = await read(path, { ...headers, "if-none-match": String(whole.headers.etag) });
    expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) });
    // Parts, and what ends in an error, are of the file as it is.
    const plain = await read(path, {});
    const part = await read(path, { ...headers, range: "bytes=5-9" });
    expect(part).toMatchObject({ status: 206, body: plain.body.subarray(5, 10) });
    for (const condition of [{ range: "bytes=99999999-" }, { "if-match": '"another"' }]) {
      const failed = await read(path, { ...headers, ...condition });
      expect(failed.status).toBeGreaterThanOrEqual(400);
      expect(failed.headers["content-type"]).not.toContain("javascript");
      if (failed.headers["content-encoding"] === "br") brotliDecompressSync(failed.body);
    }
    const head = await read(path, headers, "HEAD");
    expect(head).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    expect(head.headers["content-length"]).toBe(String(whole.body.length));
  });

  it("that are gone are not said to be compressed", async () => {
    const { status, headers } = await read("/_next/static/chunks/gone.js", { "accept-encoding": "br" });
    expect(status).toBe(404);
    expect(headers["content-type"]).not.toContain("javascript");
  });
});

describe("the style sheet (P7, P14)", () => {
  const LINK = /<link rel="stylesheet" href="([^"]+)"[^>]*>/;
  const page = async (from: string, accepted = "identity", path = "/auth", method = "GET") => {
    const { body, headers } = await read(
      path,
      { "sec-fetch-site": from, "accept-encoding": accepted, "accept-language": "fr" },
      method,
    );
    return (headers["content-encoding"] === "br" ? brotliDecompressSync(body) : body).toString();
  };

  it("is in the page with which a browser arrives, and linked by the pages after", async () => {
    const linked = await page("same-origin");
    const [, path = ""] = LINK.exec(linked) ?? [];
    const { body: sheet } = await read(path, {});
    for (const from of ["none", "cross-site"]) {
      for (const accepted of ["identity", "br"]) {
        const arrived = await page(from, accepted);
        expect(arrived).not.toMatch(LINK);
        expect(arrived).toContain(`<link media="not all" rel="stylesheet" href="${path}"`);
        const [, style = ""] = /<style>(.+?)<\/style>/s.exec(arrived) ?? [];
        expect(style.length).toBeGreaterThan(30_000);
        // The texts around it are whole.
        expect(arrived).toContain("é");
        expect(arrived).not.toContain("\ufffd");
        const files = [...style.matchAll(/url\(([^)]+)\)/g)].map(([, file = ""]) => file);
        expect(files.length).toBeGreaterThan(0);
        for (const file of files) expect((await read(file, {})).status, file).toBe(200);
        expect(style.replaceAll("/_next/static/", "../")).toBe(sheet.toString());
      }
    }
  });

  it("stays linked without a page or a body", async () => {
    expect(await page("none", "identity", "/auth", "HEAD")).toBe("");
    expect(await page("none", "identity", "/robots.txt")).not.toContain("<style>");
    expect(await page("same-site")).toMatch(LINK);
  });
});
