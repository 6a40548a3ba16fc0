import { describe, expect, it } from "vitest";
import { letteringFor } from "@/lib/web/share-image/fonts";
import { drawable, plain } from "./drawable";

async function draw(text: string): Promise<string> {
  const line = plain(text);
  return drawable(line, (await letteringFor(`${line}…`)).has);
}

describe("what a share picture can show", () => {
  it.each([
    "Réparation d’un vélo – 25,00 €",
    "Łóżko dla Żanety, Türkçe ığüşöç",
    "Xe đạp cho trường học",
    "Ποδήλατο για το σχολείο",
    "Зимова куртка для їжачка Ґанни",
    "معطف شتوي لابنتي، ٢٥",
    "给女儿的冬衣，谢谢！",
  ])("keeps “%s”", async (text) => {
    expect(await draw(text)).toBe(text);
  });

  it("leaves out emoji, whatever they are made of", async () => {
    expect(await draw("🎉 Fiets\n👩‍🍳 voor 1️⃣ kind ❤️🇳🇱👍🏽")).toBe("Fiets voor 1 kind");
  });

  it("undresses fancy letters", async () => {
    expect(await draw("𝓗𝓮𝓵𝓹 ＡＢＣ")).toBe("Help ABC");
  });

  it.each(["대한민국", "हिन्दी", "A ខ្មែរ B"])("shows nothing of “%s” rather than holes", async (text) => {
    expect(await draw(text)).toBe("");
  });

  it("cuts what is too long by the room it takes", async () => {
    expect(await draw("a".repeat(120))).toBe(`${"a".repeat(90)}…`);
    expect(await draw("冬".repeat(60))).toBe(`${"冬".repeat(45)}…`);
  });
});
