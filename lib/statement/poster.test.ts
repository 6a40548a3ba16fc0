import { beforeAll, describe, expect, it, vi } from "vitest";
import { mailTexts } from "@/lib/delivery/translator";
import { readLinkToken } from "@/lib/domain/guests/link-token";
import { LOCALES } from "@/lib/ground/vocabulary";
import { readPdf } from "@/tests/support/pdf";
import { type Poster, posterPdf } from "./poster";
import { emojiPicture } from "./poster-picture";

const URL = "https://steuntje.example/g/pfrj7cqnrnza5sxwu";
let picture: Uint8Array;

beforeAll(async () => {
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  vi.stubEnv("DATABASE_URL", "postgres://nobody@localhost/none");
  picture = await emojiPicture("🧥");
});

const made = async (changes: Partial<Poster> = {}, locale: (typeof LOCALES)[number] = "en") =>
  readPdf(
    await posterPdf(
      { size: "a4", item: "Two winter coats", name: "Emma", goal: "€140.00", url: URL, picture, ...changes },
      { texts: await mailTexts(locale), at: new Date("2026-11-26T12:00:00Z") },
    ),
  );

describe("a poster", () => {
  it.each(LOCALES)("says on one page what is asked for and how to give, in %s", async (locale) => {
    const { text, pages } = await made({}, locale);
    const { shared } = await mailTexts(locale);
    expect(pages).toBe(1);
    for (const words of ["Two winter coats", "€140.00", shared("poster.by", { name: "Emma" })]) {
      expect(text).toContain(words);
    }
    expect(text.replace(/\s+/g, " ")).toContain(shared("poster.how").split(",")[0]);
  });

  it("has eight slips whose address can be typed as it stands there, and a card has none", async () => {
    const token = "pfrj7c-qnrnz-a5sxwu";
    expect(readLinkToken(token)).toBe("pfrj7cqnrnza5sxwu");
    const count = (text: string) => text.split(token).length - 1;
    expect(count((await made()).text)).toBe(9);
    expect(count((await made({ size: "a6" })).text)).toBe(1);
  });

  it.each(["w".repeat(120), "معطف شتوي ".repeat(12), "给女儿的冬衣".repeat(20), "🧥🎉".repeat(30)])(
    "stays one page with “%s”",
    async (item) => {
      for (const size of ["a4", "a6"] as const)
        expect((await made({ item, size, name: null })).pages).toBe(1);
    },
  );
});
