import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { sourceFiles } from "./source-files";

/** What is done to a picture, a text or an address from outside, and the one file that does it (trust.md 40). */
const DOORS: { what: string; pattern: RegExp; home: RegExp }[] = [
  {
    what: "opens pictures",
    pattern: /(?:from\s+|import\s*\(?\s*|require\(\s*)["'](?:sharp|jimp|@napi-rs\/|@img\/)/,
    home: /^lib\/providers\/pictures\.ts$/,
  },
  {
    what: "judges the characters of a text",
    pattern: /\\p\{(?:Cc|Cs|C)\}|\\u202[ae]/i,
    home: /^lib\/ground\/text-rules\.ts$/,
  },
  {
    what: "looks for card numbers in a text",
    pattern: /\bcontainsCardNumber\b/,
    home: /^lib\/ground\/(?:text-rules|card-number)\.ts$/,
  },
  {
    what: "judges where an address leads",
    pattern: /startsWith\(\s*["'`]\/[/\\]|\/\^\\\/\[|https?:\/\/[\w.-]*\.invalid\b/,
    home: /^lib\/web\/safe-path\.ts$/,
  },
  {
    what: "judges whether somebody can be paid",
    pattern:
      /\b(?:payeeState|isReady)\(|\bpayee\.state\b|\b(?!users)\w+\.bankAccountVerified\b|\bpayouts\s*={1,3}\s*["']active["']/,
    home: /^lib\/domain\/(?:holds\/(?:standing-rules|guards)|payouts\/[\w-]+|operator\/(?:money-store|money-reports-store|payout-steps)|settlement\/handle-payout-event)\.ts$/,
  },
];

/** What a file does that another is the door for, one sentence each. */
function secondDoors(file: string, text: string): string[] {
  return DOORS.filter(({ pattern, home }) => pattern.test(text) && !home.test(file)).map(
    ({ what, home }) => `${file} ${what}, which is for ${home.source} alone`,
  );
}

/** The doors that no file has: their patterns are out of date. */
function missingDoors(files: { file: string; text: string }[]): string[] {
  return DOORS.filter(
    ({ pattern, home }) => !files.some(({ file, text }) => home.test(file) && pattern.test(text)),
  ).map(({ what }) => what);
}

const product = sourceFiles(/^(app|components|lib|db)\/.*\.tsx?$|^(middleware|instrumentation)\.ts$/)
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));

describe("trust 40, 46: a picture, a text, an address from outside and a judgement of who can be paid have one door each", () => {
  test("the product has no second one", () => {
    expect(product.length).toBeGreaterThan(300);
    expect(product.flatMap(({ file, text }) => secondDoors(file, text))).toEqual([]);
    expect(missingDoors(product)).toEqual([]);
  });

  test.each([
    ['import sharp from "sharp";'],
    ["const sharp = await import('sharp');"],
    ['const { Jimp } = require("jimp");'],
    ["const CONTROL = /[\\p{Cc}\\p{Cs}]/u;"],
    ["text.replace(/[\\u202a-\\u202e]/g, '')"],
    ["z.string().refine((text) => !containsCardNumber(text))"],
    ['if (next.startsWith("/") && !next.startsWith("//")) redirect(next);'],
    ["if (/^\\/[^/]/.test(next)) redirect(next);"],
    ["const canPay = me.bankAccountVerified || byWallet;"],
    ['const isPending = method === "bank" && payee.state !== "ready";'],
    ["if (isReady(account)) return <Ready />;"],
  ])("a second one is found: %s", (line) => {
    expect(secondDoors("lib/domain/users/other.ts", line)).toHaveLength(1);
  });
});
