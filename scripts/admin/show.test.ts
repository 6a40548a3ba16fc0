import { beforeEach, describe, expect, it, vi } from "vitest";
import { show } from "./show";

beforeEach(() => {
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  vi.stubEnv("DATABASE_URL", "postgres://nobody@localhost/none");
});

describe("an answer", () => {
  it("that is a record has a line for each value, and none for what is not there", () => {
    const at = new Date("2026-11-21T09:30:00.120Z");
    const answer = { subjectId: "r1", settledAt: at, until: null, anonymous: false, waits: [] };
    expect(show(answer)).toBe(
      "subject id  r1\nsettled at  2026-11-21 09:30:00.120Z\nanonymous   no\nwaits       none",
    );
  });

  it("shows cents as an amount, in the currency of the record or of what it is in", () => {
    const sums = { owed: 1_050 };
    const timeline = [{ amount: 50, tries: 2 }];
    expect(show({ amount: 2_500, currency: "usd", sums, timeline })).toBe(
      "amount     US$25.00\nsums owed  US$10.50\n\ntimeline\n  AMOUNT   TRIES\n  US$0.50  2",
    );
  });

  it("that is a list is a table without empty columns and without spaces at the ends of lines", () => {
    const rows = [
      { id: 1, until: null, why: "" },
      { id: 1000, until: null, why: "long enough" },
    ];
    expect(show(rows)).toBe("ID    WHY\n1\n1000  long enough");
    expect(show([])).toBe("None.");
  });

  it("that is a list too wide for a table, or of records with lists, is shown record by record", () => {
    const text = "x".repeat(300);
    expect(show([{ id: 1, text }, { id: 2 }])).toBe(`id    1\ntext  ${text}\n\nid  2`);
    expect(show([{ id: 1, flags: [{ rule: "reports" }] }])).toBe("id  1\n\nflags\n  RULE\n  reports");
  });

  it("shows characters that steer a terminal or turn the reading direction as what they are", () => {
    expect(show({ name: "Eve\u001b[2J\r\n\u202eevE\u0007" })).toBe("name  Eve�[2J���evE�");
  });
});
