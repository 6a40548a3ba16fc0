import { expect, it, vi } from "vitest";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { setClock } from "@/lib/ground/clock";
import { MINUTE } from "@/lib/ground/durations";
import { openBooks } from "../support/books";
import { start } from "../support/donating";
import { addPerson, addRequest } from "../support/people";

const { database, card, context } = openBooks();

const failOnError = (subject: string, error: unknown) => {
  throw new Error(subject, { cause: error });
};

it("a server that leaves finishes the look it is at, and leaves the rest to the others", async () => {
  const owner = await addPerson(database.db);
  const donor = await addPerson(database.db);
  const request = await addRequest(database.db, owner, { goal: 10_000 });
  for (const amount of ["10", "20", "30"]) {
    card.pay((await start(context, donor, request, amount)).paymentId);
  }
  setClock(() => new Date(Date.now() + 11 * MINUTE));
  const leaving = new AbortController();
  const look = card.findPayment.bind(card);
  vi.spyOn(card, "findPayment").mockImplementation((id) => {
    leaving.abort();
    return look(id);
  });
  const left = await reconcile(context, failOnError, leaving.signal);
  expect(left).toEqual({ checked: 1, outcomes: { credited: 1 } });
  setClock(() => new Date(Date.now() + 60 * MINUTE));
  expect((await reconcile(context, failOnError)).outcomes).toMatchObject({ credited: 2 });
});
