import { describe, expect, it } from "vitest";
import { z } from "zod";
import fc from "@/tests/support/fast-check";
import { cursorTime, decodeCursor, toPage } from "./paging";

const key = z.tuple([cursorTime, z.uuid()]);
const rows = [1, 2, 3].map((number) => ({ number, at: new Date(number), id: crypto.randomUUID() }));
const pageOf = (count: number, limit: number) =>
  toPage(
    rows.slice(0, count),
    { limit },
    (row) => [row.at.getTime(), row.id],
    (row) => row.number,
  );

describe("paging", () => {
  it("goes on where the page ended", () => {
    const { items, next } = pageOf(3, 2);
    expect(items).toEqual([1, 2]);
    expect(next).toMatch(/^[\w-]+$/);
    expect(decodeCursor(next, key)).toEqual([rows[1]!.at, rows[1]!.id]);
  });

  it.each([0, 1, 2])("ends when %i rows of a limit of 2 were found", (count) => {
    expect(pageOf(count, 2).next).toBeNull();
  });

  it("begins at the start without a cursor", () => {
    expect(decodeCursor(undefined, key)).toBeNull();
    expect(decodeCursor(null, key)).toBeNull();
  });

  it("refuses whatever it never gave", () => {
    const foreign = fc.oneof(
      fc.string(),
      fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value)).toString("base64url")),
      fc
        .tuple(fc.oneof(fc.double(), fc.integer({ max: -1 }), fc.constant(1e15)), fc.uuid())
        .map((value) => Buffer.from(JSON.stringify(value)).toString("base64url")),
    );
    fc.assert(
      fc.property(foreign, (cursor) => {
        const known = key.safeParse(safeJson(cursor)).success;
        fc.pre(!known);
        expect(() => decodeCursor(cursor, key)).toThrowError(
          expect.objectContaining({ code: "VALIDATION_ERROR", fields: { cursor: "invalid" } }),
        );
      }),
    );
  });
});

function safeJson(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return undefined;
  }
}
