import { describe, expect, it } from "vitest";
import { letter } from "@/lib/share-image/lettering";
import { heightOf } from "@/lib/share-image/renderer";
import { hasRoom, TITLE_SIZES, Title } from "@/lib/share-image/share-picture";
import { titleSize } from "./title-size";

async function sizeOf(text: string, isWide = true) {
  const { texts, families } = await letter({ text });
  const size = await titleSize(texts.text, { isWide, families, locale: "nl" });
  const height = await heightOf(
    <Title isWide={isWide} letters={size.letters} lines={size.lines}>
      {texts.text}
    </Title>,
    { families, locale: "nl" },
  );
  return { size, height };
}

it("sets a short title in the largest letters, with a photo beside it too", async () => {
  expect((await sizeOf("Winterjas")).size).toBe(TITLE_SIZES[0]);
  expect((await sizeOf("Winterjas", false)).size).toBe(TITLE_SIZES[0]);
});

it("sets a longer title smaller, and smaller still where a photo takes room", async () => {
  const title = "Een warme winterjas en stevige schoenen voor mijn dochter en haar drie kleine broertjes";
  const [alone, beside] = [await sizeOf(title), await sizeOf(title, false)];
  expect(alone.size.letters).toBeLessThan(TITLE_SIZES[0].letters);
  expect(beside.size.letters).toBeLessThan(alone.size.letters);
});

describe("a title as long as can be stays in its room", () => {
  it.each([
    ["in words", "winterjas ".repeat(12)],
    ["in one word", "w".repeat(120)],
    ["in capitals", "WW MM ".repeat(20)],
    ["in Arabic", "معطف شتوي ".repeat(12)],
    ["in Hindi", "सर्दियों का ".repeat(10)],
    ["in Thai", "เสื้อกันหนาว".repeat(10)],
    ["in Chinese", "给女儿的冬衣".repeat(20)],
    ["in emoji", "👩‍🍳🎉".repeat(60)],
    ["with marks upon marks", `e${"\u0301".repeat(40)} `.repeat(3)],
  ])("%s", async (_, title) => {
    const { size, height } = await sizeOf(title, false);
    expect(hasRoom(height, size)).toBe(true);
  });
});
