import { describe, expect, it } from "vitest";
import { facts, moment, table } from "./text";

describe("table", () => {
  it("is as wide as its widest cells, without spaces at the ends of lines", () => {
    expect(
      table(
        ["id", "note"],
        [
          ["1", ""],
          ["1000", "long enough"],
        ],
        "none",
      ),
    ).toBe("ID    NOTE\n1\n1000  long enough");
  });

  it("is a sentence when it is empty", () => {
    expect(table(["id"], [], "Nothing yet.")).toBe("Nothing yet.");
  });

  it("shows characters that steer a terminal or turn the reading direction as what they are", () => {
    expect(facts([["name", "Eve\u001b[2J\r\n\u202eevE\u0007"]])).toBe("name  Eve�[2J���evE�");
  });
});

describe("moment", () => {
  it("is what the logs say, to be compared", () => {
    expect(moment(new Date("2026-11-21T09:30:00.120Z"))).toBe("2026-11-21 09:30:00.120Z");
    expect(moment(null)).toBe("–");
  });
});
