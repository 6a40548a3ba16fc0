import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { holds } from "@/db/schema";
import { liftHold, placeHold } from "@/lib/domain/holds/place-hold";
import { HOUR } from "@/lib/ground/durations";
import { openBooks } from "../support/books";
import { addPerson } from "../support/people";

const { database } = openBooks();

const at = (hours: number) => new Date(Date.UTC(2026, 10, 22) + hours * HOUR);

it("a hold is extended while it runs, and another one is placed after it ended", async () => {
  const { id: userId } = await addPerson(database.db);
  const place = (placed: number, ends: number) =>
    database.db.transaction((tx) =>
      placeHold(tx, { subject: { userId }, cause: "new_bank_account", at: at(placed), endsAt: at(ends) }),
    );
  await place(0, 7);
  await place(5, 12);
  await place(20, 27);
  const placed = await database.db
    .select()
    .from(holds)
    .where(eq(holds.userId, userId))
    .orderBy(holds.placedAt);
  expect(placed.map(({ placedAt, endsAt, liftedAt }) => ({ placedAt, endsAt, liftedAt }))).toEqual([
    { placedAt: at(0), endsAt: at(12), liftedAt: at(12) },
    { placedAt: at(20), endsAt: at(27), liftedAt: null },
  ]);
  const lift = { subject: { userId }, cause: "new_bank_account", at: at(21) } as const;
  expect(await database.db.transaction((tx) => liftHold(tx, lift))).toBe(true);
  expect(await database.db.transaction((tx) => liftHold(tx, lift))).toBe(false);
});
