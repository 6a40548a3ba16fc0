import { describe, expect, it } from "vitest";
import { facts, table } from "./text";

describe("table", () => {
  it("is as wide as its widest cells, without spaces at the ends of lines", () => {
    const rows = [
      { id: 1, note: "" },
      { id: 1000, note: "long enough" },
    ];
    const columns = { id: "id", note: ({ note }: { note: string }) => note } as const;
    expect(table(rows, "none", columns)).toBe("ID    NOTE\n1\n1000  long enough");
  });

  it("is a sentence when it is empty", () => {
    expect(table([], "Nothing yet.", { id: () => 1 })).toBe("Nothing yet.");
  });

  it("shows characters that steer a terminal or turn the reading direction as what they are", () => {
    expect(facts({ name: "Eve\u001b[2J\r\n\u202eevE\u0007" })).toBe("name  Eve�[2J���evE�");
  });
});

describe("facts", () => {
  it("show a moment as the logs do, to be compared, and nothing as a dash", () => {
    const at = new Date("2026-11-21T09:30:00.120Z");
    expect(facts({ at, until: null })).toBe("at     2026-11-21 09:30:00.120Z\nuntil  –");
  });
});
