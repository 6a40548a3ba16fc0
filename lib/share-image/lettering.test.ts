import { describe, expect, it } from "vitest";
import { letter } from "./lettering";

async function shown(text: string): Promise<string> {
  return (await letter({ text })).texts.text;
}

async function familiesOf(text: string): Promise<string[]> {
  return (await letter({ text })).families;
}

describe("what a picture can show", () => {
  it.each([
    "Réparation d’un vélo – 25,00 €",
    "Łóżko dla Żanety, Türkçe ığüşöç",
    "Xe đạp cho trường học",
    "Ποδήλατο για το σχολείο",
    "Зимова куртка для їжачка Ґанни",
    "معطف شتوي لابنتي، ٢٥ – پالتو، چکمه",
    "מעיל חורף לבת שלי",
    "बेटी के लिए सर्दियों का कोट, क्षत्रिय",
    "给女儿的冬衣，谢谢！傳統漢字",
    "娘のための冬のコート、ありがとう",
    "딸을 위한 겨울 코트",
    "🎉 Fiets 👩‍🍳 1️⃣ ❤️ 🇳🇱 👍🏽 🏴󠁧󠁢󠁥󠁮󠁧󠁿",
  ])("keeps “%s”", async (text) => {
    expect(await shown(text)).toBe(text);
  });

  it("keeps Thai, and marks where its words end", async () => {
    const text = "เสื้อกันหนาวสำหรับลูกสาว";
    const parts = (await shown(text)).split("\u200b");
    expect(parts.join("")).toBe(text);
    expect(parts).toContain("สำหรับ");
  });

  it("undresses fancy letters", async () => {
    expect(await shown("𝓗𝓮𝓵𝓹")).toBe("Help");
  });

  it("keeps a letter whose marks it cannot set, without them", async () => {
    expect(await shown("o\u0489k, Z\u0300\u0301\u0302\u0303\u0304o")).toBe("ok, Zo");
    expect(await shown("cafe\u0301")).toBe("café");
  });

  it("leaves out what it has no shape for, and what has none", async () => {
    expect(await shown("Jas ខ្មែរ voor\n \u202eAnna\u202c \ue000")).toBe("Jas voor Anna");
    expect(await shown("ខ្មែរ")).toBe("");
  });

  it("keeps amounts together", async () => {
    expect(await shown("1\u202f200,00\u00a0€")).toBe("1\u00a0200,00\u00a0€");
  });
});

describe("the typefaces of a picture", () => {
  it("are the product's own for Latin letters, unless some are missing in it", async () => {
    expect((await familiesOf("Réparation d’un vélo"))[0]).toBe("figtree");
    expect(await familiesOf("Xe đạp cho trường học")).not.toContain("figtree");
  });

  it.each([
    ["冬衣", "noto-sans-sc"],
    ["冬のコート", "noto-sans-jp"],
    ["겨울 大韓", "noto-sans-kr"],
  ])("draw the Han characters of “%s” in the forms of their language", async (text, first) => {
    const families = (await familiesOf(text)).filter((family) => /-(sc|jp|kr)$/.test(family));
    expect(families[0]).toBe(first);
  });
});
