import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { mails } from "@/db/schema";
import { paymentOutcome } from "@/lib/domain/donations/outcome";
import { deleteAttemptsBefore } from "@/lib/domain/payments/card-attempts-store";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { setClock } from "@/lib/ground/clock";
import { DAY, HOUR } from "@/lib/ground/durations";
import { openBooks } from "../support/books";
import { donationRow, requestRow, start, tell } from "../support/donating";
import { addPerson, addRequest } from "../support/people";

const { database, card, context } = openBooks();
const failOnError = (subject: string, error: unknown) => {
  throw new Error(subject, { cause: error });
};

/** A donation that a bank answers later; every clean-up ran each six hours for so many days. */
async function waitingFor(days: number, goal = 10_000) {
  const [owner, donor] = [await addPerson(database.db), await addPerson(database.db)];
  const request = await addRequest(database.db, owner, { goal });
  const given = await start(context, donor, request, "10");
  card.truth(given.paymentId).state = "processing";
  const begun = Date.now();
  for (let passed = 0; passed <= days * DAY; passed += 6 * HOUR) {
    setClock(() => new Date(begun + passed));
    await reconcile(context, failOnError);
    await deleteAttemptsBefore(database.db, new Date(begun + passed));
  }
  return { donor, request, given };
}

describe("a bank that answers later", () => {
  it("is waited for ten days, by every clean-up, and then credited", async () => {
    const { request, given } = await waitingFor(10);
    expect(await donationRow(database.db, given.donationId)).toMatchObject({ paymentStatus: "pending" });
    expect(await paymentOutcome(context, given)).toMatchObject({ state: "processing" });
    card.pay(given.paymentId);
    card.truth(given.paymentId).paidBy = "ideal";
    expect(await tell(context, given.paymentId)).toBe("credited");
    expect(await requestRow(database.db, request.id)).toMatchObject({ raised: 1_000 });
    expect(await donationRow(database.db, given.donationId)).toMatchObject({ paidBy: "ideal" });
  });

  it("has not failed while its page may be open", async () => {
    const [owner, donor] = [await addPerson(database.db), await addPerson(database.db)];
    const request = await addRequest(database.db, owner);
    const given = await start(context, donor, request, "10");
    Object.assign(card.truth(given.paymentId), { isAtBank: true });
    expect(await paymentOutcome(context, given)).toMatchObject({ state: "at_bank" });
    Object.assign(card.truth(given.paymentId), { isAtBank: false });
    expect(await paymentOutcome(context, given)).toMatchObject({ state: "failed" });
  });

  it("is credited by reconciliation too, where its event is lost", async () => {
    const { given } = await waitingFor(10);
    card.pay(given.paymentId);
    setClock(() => new Date(Date.now() + 10 * DAY + 2 * HOUR));
    await reconcile(context, failOnError);
    expect(await donationRow(database.db, given.donationId)).toMatchObject({ paymentStatus: "completed" });
  });

  it("tells the donor when it refuses after days, and ends the payment", async () => {
    const { donor, given } = await waitingFor(4);
    Object.assign(card.truth(given.paymentId), { state: "open", captureFailed: true });
    setClock(() => new Date(Date.now() + 4 * DAY + 2 * HOUR));
    await reconcile(context, failOnError);
    expect(await donationRow(database.db, given.donationId)).toMatchObject({ paymentStatus: "failed" });
    expect(card.truth(given.paymentId).state).toBe("cancelled");
    const told = await database.db.select({ kind: mails.kind }).from(mails).where(eq(mails.userId, donor.id));
    expect(told).toEqual([{ kind: "donation_failed" }]);
  });

  it("gives back what it pays for a goal that was reached meanwhile (D26)", async () => {
    const { request, given } = await waitingFor(3, 1_000);
    const other = await start(context, await addPerson(database.db), request, "10");
    card.pay(other.paymentId);
    await tell(context, other.paymentId);
    card.pay(given.paymentId);
    expect(await tell(context, given.paymentId)).toBe("refunded");
    expect(await requestRow(database.db, request.id)).toMatchObject({ raised: 1_000 });
  });
});
