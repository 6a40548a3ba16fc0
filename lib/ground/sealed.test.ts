import { expect, test, vi } from "vitest";
import fc from "@/tests/support/fast-check";
import { seal, unseal } from "./sealed";

vi.mock("./env", () => ({ env: () => ({ authSecret: "a secret of sixteen" }) }));

test("a sealed text comes back for its purpose only, and never twice in the same form", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const sealed = seal("link", text);
      expect(unseal("link", sealed)).toBe(text);
      expect(unseal("other", sealed)).toBeNull();
      expect(seal("link", text)).not.toBe(sealed);
    }),
  );
});

test("a changed or truncated value is refused", () => {
  const sealed = seal("link", "text");
  for (let index = 0; index < sealed.length; index += 1) {
    const other = sealed[index] === "A" ? "z" : "A";
    expect(unseal("link", sealed.slice(0, index) + other + sealed.slice(index + 1))).not.toBe("other");
    expect(unseal("link", sealed.slice(0, index))).toBeNull();
  }
});
