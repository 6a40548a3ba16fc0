import { describe, expect, it } from "vitest";
import { readDraft } from "./draft";

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}
const GOOD = { item: "Bike", goal: "12,50", description: "To get to work" };

describe("a new request as typed", () => {
  it("turns the amount into cents, whichever decimal sign was used", () => {
    expect(readDraft(form(GOOD), 50_000, "eur")).toEqual({
      input: { item: "Bike", goal: 1_250, description: "To get to work" },
    });
    expect(readDraft(form({ ...GOOD, goal: "12.50" }), 50_000, "eur")).toMatchObject({
      input: { goal: 1_250 },
    });
  });

  it("names everything that is missing at once", () => {
    expect(readDraft(form({ item: " ", goal: "", description: "\n" }), 50_000, "eur")).toEqual({
      problems: { item: "itemRequired", goal: "amountInvalid", description: "descriptionRequired" },
    });
  });

  it("holds the amount to the goal limit and to whole cents", () => {
    expect(readDraft(form({ ...GOOD, goal: "500" }), 50_000, "eur")).toMatchObject({
      input: { goal: 50_000 },
    });
    expect(readDraft(form({ ...GOOD, goal: "500.01" }), 50_000, "eur")).toEqual({
      problems: { goal: "goalLimit" },
    });
    expect(readDraft(form({ ...GOOD, goal: "0" }), 50_000, "eur")).toEqual({
      problems: { goal: "amountInvalid" },
    });
    expect(readDraft(form({ ...GOOD, goal: "1.005" }), 50_000, "eur")).toEqual({
      problems: { goal: "amountDecimals" },
    });
  });
});
