import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { missingDoors, secondDoors } from "./second-doors";
import { sourceFiles } from "./source-files";

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
