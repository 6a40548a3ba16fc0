import { describe, expect, it } from "vitest";
import { FIELD_PROBLEMS } from "@/lib/ground/errors";
import { read, UsageError } from "@/scripts/admin/arguments";
import { answerAppealSchema, decideFormSchema, ORDERS, reasonSchema, statementSchema } from "./schema";

const problemOf = (schema: typeof reasonSchema, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message;

describe("what operators type", () => {
  it.each([
    ["", "required", "says nothing"],
    [" \u200b\u2060 ", "required", "says nothing"],
    ["x".repeat(501), "tooLong", "is longer than 500 characters"],
    ["line\nline", "controlCharacters", "has control characters"],
    ["4242 4242 4242 4242", "cardNumber", "holds a card number"],
  ])("%j as a reason: in the office %s, at the command line %s", (value, key, words) => {
    expect(FIELD_PROBLEMS).toContain(key);
    expect(problemOf(reasonSchema, value)).toBe(key);
    expect(() => read("--reason", reasonSchema, value)).toThrow(new UsageError(`--reason ${words}.`));
  });

  it.each([
    [" \u200b\u2060 ", "required"],
    ["4242 4242 4242 4242", "cardNumber"],
  ])("%j as a ground, which the person concerned reads: %s", (value, key) => {
    expect(problemOf(decideFormSchema.shape.paragraph, value)).toBe(key);
  });

  it("a ground with a card number, at the command line", () => {
    expect(problemOf(ORDERS.decide.shape.ground, "rules:4242 4242 4242 4242")).toBe("cardNumber");
  });

  it("facts that are too short, and a word that is none of a list", () => {
    expect(problemOf(statementSchema, "short")).toBe("tooShort");
    expect(() => read("--facts", statementSchema, "short")).toThrow("--facts is shorter than 10 characters.");
    const { outcome } = answerAppealSchema.shape;
    expect(() => read("The outcome", outcome, "maybe")).toThrow(
      "The outcome is not one of upheld, overturned.",
    );
  });

  it("is read again from what waits as it was stored", () => {
    const order = { reference: "emma", to: "old", since: null, reason: "ticket 12" };
    expect(ORDERS.decide_ownership.parse(JSON.parse(JSON.stringify(order)))).toEqual(order);
  });
});
