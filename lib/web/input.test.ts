import { expect, test } from "vitest";
import { isActionInput, readBytes, readJsonObject } from "./input";

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

test.each(["[]", '[{"id":"7","emoji":"🎉"},"key"]', '["$undefined","$-0","$NaN","$$5 for you"]', nested(20)])(
  "%s is one",
  (text) => {
    expect(isActionInput(text)).toBe(true);
  },
);

test.each([
  "",
  "[",
  "undefined",
  nested(22),
  nested(10_000),
  `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`,
  "null",
  "1",
  '"text"',
  '{"0":1}',
  '["$1"]',
  '["$K1"]',
  '["$h1"]',
  '[{"a":["$n1e9"]}]',
  '["$undefined1"]',
])("trust 29: what cannot be read, is too deep, is no list or refers elsewhere is none", (text) => {
  expect(isActionInput(text)).toBe(false);
});

/** A POST whose body arrives in pieces of 1 MB; `sent` counts those that were read. */
function inPieces(megabytes: number) {
  const sent = { count: 0 };
  const body = new ReadableStream({
    pull(controller) {
      if (sent.count === megabytes) return controller.close();
      sent.count += 1;
      controller.enqueue(new Uint8Array(1024 * 1024));
    },
  });
  const init = { method: "POST", body, duplex: "half" };
  return { sent, request: new Request("http://localhost/", init as RequestInit) };
}

test("trust 29: a body that is too long is read to its end, so that its sender sees the refusal", async () => {
  const { sent, request } = inPieces(3);
  await expect(readBytes(request, 1_000)).rejects.toMatchObject({ code: "BODY_TOO_LARGE" });
  expect(sent.count).toBe(3);
});

test("trust 29: but not one that goes on and on", async () => {
  const { sent, request } = inPieces(100);
  await expect(readBytes(request, 1_000)).rejects.toMatchObject({ code: "BODY_TOO_LARGE" });
  expect(sent.count).toBeLessThan(10);
});

test("an optional body that is empty is none, whatever its type", async () => {
  for (const headers of [{}, { "content-type": "text/plain;charset=UTF-8" }, { "content-length": "0" }]) {
    const request = new Request("http://localhost/", { method: "POST", body: "", headers });
    expect(await readJsonObject(request, { optionalBody: true })).toEqual({});
  }
  const form = new Request("http://localhost/", { method: "POST", body: new URLSearchParams({ a: "1" }) });
  await expect(readJsonObject(form, { optionalBody: true })).rejects.toMatchObject({
    code: "UNSUPPORTED_MEDIA_TYPE",
  });
});
