import { expect, it } from "vitest";
import { drawable } from "./drawable";

it("keeps what Latin letters can say", () => {
  expect(drawable("Réparation d’un vélo – 25,00\u00a0€")).toBe("Réparation d’un vélo – 25,00 €");
});

it("leaves out what it has no letters for", () => {
  expect(drawable("🎉 Fiets\n👩‍🍳 自転車")).toBe("Fiets");
});

it("cuts what is too long", () => {
  expect(drawable("a".repeat(120))).toBe(`${"a".repeat(90)}…`);
});
