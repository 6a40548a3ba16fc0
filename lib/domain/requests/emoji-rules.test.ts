import { describe, expect, it } from "vitest";
import { itemEmoji } from "./emoji-rules";

const ID = "019a0000-0000-7000-8000-00000000000";
const NEUTRAL = ["🌻", "🤝", "💚", "🌈", "☀️"];

describe("the emoji of a request without a photo", () => {
  it.each([
    ["Winter coats for two growing boys", "🧥"],
    ["Een warme winterjas", "🧥"],
    ["Naaimachine voor ons buurtatelier", "🧵"],
    ["Bakfiets voor de voedselbank", "🚲"],
    ["Ein Kinderfahrrad", "🚲"],
    ["Werkzeug für unser Repair-Café", "🧰"],
    ["Kühlschrank", "🧊"],
    ["Un violon trois-quarts pour Inès", "🎻"],
    ["Un vélo d’occasion", "🚲"],
    ["Pinturas y papel para el taller de los domingos", "🎨"],
    ["ZAPATOS PARA EL COLEGIO", "👟"],
    ["A hearing-loop cushion for Grandad", "🦻"],
    ["Leesbril en een stapel boeken", "👓"],
    ["Train ticket to see my sister's new baby", "🚆"],
    ["Schoolboeken", "📚"],
  ])("“%s” has %s", (item, emoji) => {
    expect(itemEmoji(item, `${ID}0`)).toBe(emoji);
  });

  it("is a neutral one where no word is known, always the same for one request", () => {
    for (const item of ["Something else", "冬衣", "!!!", "Care for autumn", "A hundred cartons", ""]) {
      expect(NEUTRAL).toContain(itemEmoji(item, `${ID}0`));
    }
    const [one, other] = [0, 1].map((n) => itemEmoji("Something else", `${ID}${n}`));
    expect(one).not.toBe(other);
    expect(itemEmoji("Something else", `${ID}0`)).toBe(one);
  });
});
