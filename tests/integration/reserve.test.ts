import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { donations, newId } from "@/db/schema";
import { reserve } from "@/lib/domain/donations/reserve";
import { startDonation } from "@/lib/domain/donations/start-donation";
import { findRequest } from "@/lib/domain/requests/queries";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { setClock } from "@/lib/ground/clock";
import { MINUTE } from "@/lib/ground/durations";
import { openBooks } from "../support/books";
import { donationRow, requestRow, type Started, start, tell } from "../support/donating";
import { addPerson, addRequest } from "../support/people";

const { database, card, context } = openBooks();
const failOnError = (subject: string, error: unknown) => {
  throw new Error(subject, { cause: error });
};

type Donor = { id: string };
const take = (donor: Donor, { paymentId }: Started, paidAt: "card" | "bank" = "card") =>
  reserve(context, donor, { paymentIntentId: paymentId, paidAt });
/** The code of a refusal, with what can be given meanwhile where there is one; "reserved" otherwise. */
const tried = (call: Promise<unknown>) =>
  call.then(
    () => "reserved",
    ({ code, values }) => (code === "BEING_PAID" ? `BEING_PAID ${values.remainingCents}` : code),
  );
const inMinutes = (minutes: number) => {
  const at = Date.now() + minutes * MINUTE;
  setClock(() => new Date(at));
};

async function asked(goal: number, raised = 0, owner: Parameters<typeof addPerson>[1] = {}) {
  const request = await addRequest(database.db, await addPerson(database.db, owner), { goal });
  if (raised > 0) {
    const given = await begin(request, raised);
    card.pay(given.paymentId);
    await tell(context, given.paymentId);
  }
  return request;
}

async function begin(request: { id: string }, cents: number) {
  const donor = await addPerson(database.db);
  return { donor, ...(await start(context, donor, request, (cents / 100).toFixed(2))) };
}

/** So many donors of the last euro open the form, press Pay and pay; returns how the donations ended. */
async function raceForTheLastEuro(donors: number, reserves: boolean) {
  const request = await asked(5_000, 4_900);
  const begun = [];
  for (let n = 0; n < donors; n += 1) begun.push(await begin(request, 100));
  await Promise.all(
    begun.map(async (one) => {
      const mayPay = !reserves || (await tried(take(one.donor, one))) === "reserved";
      if (!mayPay) return;
      card.pay(one.paymentId);
      await tell(context, one.paymentId);
    }),
  );
  const refunded = and(eq(donations.requestId, request.id), eq(donations.refundReason, "goal_reached"));
  expect(await requestRow(database.db, request.id)).toMatchObject({ raised: 5_000, isCompleted: true });
  return { request, begun, refunds: await database.db.$count(donations, refunded) };
}

describe("pressing Pay", () => {
  it("takes the place until the payment ends, or for 3 minutes with a card and 30 at a bank", async () => {
    const request = await asked(5_000, 3_750);
    const [first, second] = [await begin(request, 1_250), await begin(request, 1_000)];
    expect(await tried(take(first.donor, first))).toBe("reserved");
    expect(await tried(take(second.donor, second))).toBe("BEING_PAID 0");
    inMinutes(4);
    expect(await tried(take(second.donor, second, "bank"))).toBe("reserved");
    inMinutes(33);
    expect(await tried(take(first.donor, first))).toBe("BEING_PAID 250");
    inMinutes(35);
    expect(await tried(take(first.donor, first))).toBe("reserved");
  });

  it("is over with its payment, and what is left can be given at once", async () => {
    const request = await asked(5_000, 3_000);
    const [first, second] = [await begin(request, 1_250), await begin(request, 1_250)];
    await take(first.donor, first);
    expect(await tried(take(second.donor, second))).toBe("BEING_PAID 750");
    const less = await begin(request, 750);
    expect(await tried(take(less.donor, less))).toBe("reserved");
    for (const { paymentId } of [first, less]) {
      card.pay(paymentId);
      await tell(context, paymentId);
    }
    expect(await tried(take(second.donor, second))).toBe("GOAL_REACHED");
    expect(await tried(take(less.donor, less))).toBe("NOT_ACTIVE");
  });

  it("lets exactly one of many at once, and none wait for a lock", async () => {
    const request = await asked(5_000, 4_000);
    const all = await Promise.all(Array.from({ length: 12 }, () => begin(request, 1_000)));
    const results = await Promise.all(all.map((one) => tried(take(one.donor, one))));
    expect(results.filter((result) => result === "reserved")).toHaveLength(1);
    expect(results.filter((result) => result === "BEING_PAID 0")).toHaveLength(11);
  });

  it("keeps nobody out of a request that goes on beyond its goal", async () => {
    const request = await asked(2_000, 1_500, { subscriptionTier: "gold" });
    const all = [await begin(request, 5_000), await begin(request, 5_000)];
    for (const one of all) expect(await tried(take(one.donor, one))).toBe("reserved");
  });

  it("is shown to everybody as what is being paid", async () => {
    const request = await asked(5_000, 3_750);
    const one = await begin(request, 1_250);
    const shown = async () =>
      (await findRequest(database.db, request.id, { id: one.donor.id, isOperator: false }))?.beingPaid;
    expect(await shown()).toBe(0);
    await take(one.donor, one);
    expect(await shown()).toBe(1_250);
    card.pay(one.paymentId);
    await tell(context, one.paymentId);
    expect(await shown()).toBe(0);
  });

  it("belongs to the donor alone, and nobody learns of another's payment", async () => {
    const one = await begin(await asked(5_000), 1_000);
    const other = await addPerson(database.db);
    expect(await tried(take(other, one))).toBe("NOT_FOUND");
    expect(await tried(take(other, { ...one, paymentId: "pi_none" }))).toBe("NOT_FOUND");
  });

  it("gives no fourth place to who let three run out unpaid", async () => {
    const request = await asked(5_000, 4_000);
    const donor = await addPerson(database.db);
    for (let n = 0; n < 3; n += 1) {
      await take(donor, await start(context, donor, request, "10"));
      inMinutes(4 * (n + 1));
    }
    const fourth = await start(context, donor, request, "10");
    expect(await tried(take(donor, fourth))).toBe("reserved");
    const other = await begin(request, 1_000);
    expect(await tried(take(other.donor, other))).toBe("reserved");
  });

  it("is not kept by who left the bank's page, or gives another amount, from themselves", async () => {
    const request = await asked(5_000);
    const left = await begin(request, 5_000);
    await take(left.donor, left, "bank");
    const again = await start(context, left.donor, request, "50");
    expect(await tried(take(left.donor, again))).toBe("reserved");
    const less = await start(context, left.donor, request, "25");
    expect(await tried(take(left.donor, less))).toBe("reserved");
    const other = await begin(request, 2_500);
    expect(await tried(take(other.donor, other))).toBe("reserved");
    expect(await tried(take(left.donor, again))).toBe("BEING_PAID 2500");
  });

  it("loses no money where the payment that was left is paid after all, at any moment", async () => {
    const request = await asked(5_000);
    const left = await begin(request, 5_000);
    await take(left.donor, left, "bank");
    card.pay(left.paymentId);
    const again = await start(context, left.donor, request, "50");
    const [, pressed] = await Promise.all([tell(context, left.paymentId), tried(take(left.donor, again))]);
    expect(["reserved", "GOAL_REACHED"]).toContain(pressed);
    card.pay(again.paymentId);
    await tell(context, again.paymentId);
    expect(await requestRow(database.db, request.id)).toMatchObject({ raised: 5_000, isCompleted: true });
    expect((await donationRow(database.db, left.donationId)).creditedAt).not.toBeNull();
    expect((await donationRow(database.db, again.donationId)).paymentStatus).toBe("refunded");
  });

  it("keeps nobody out for ever: a place that its person left counts as one that ran out", async () => {
    const request = await asked(5_000);
    const donor = await addPerson(database.db);
    for (let n = 0; n < 4; n += 1) {
      await take(donor, await start(context, donor, request, "50"), "bank");
      inMinutes(20 * (n + 1));
    }
    const other = await begin(request, 5_000);
    expect(await tried(take(other.donor, other))).toBe("reserved");
  });

  it("counts also the places of payments that failed since, and none of what was paid", async () => {
    const request = await asked(5_000, 1_000);
    const donor = await addPerson(database.db);
    for (let n = 0; n < 4; n += 1) {
      const one = await start(context, donor, request, "10");
      await take(donor, one);
      inMinutes(4 * (n + 1));
      if (n === 0) {
        card.pay(one.paymentId);
        await tell(context, one.paymentId);
      }
      const failed = { paymentStatus: "failed" as const };
      if (n === 1) await database.db.update(donations).set(failed).where(eq(donations.id, one.donationId));
      if (n < 3) continue;
      // The three that ran out unpaid.
      const last = await begin(request, 3_000);
      const fifth = await start(context, donor, request, "10");
      await take(donor, fifth);
      expect(await tried(take(last.donor, last))).toBe("reserved");
    }
  });

  /** A guest with an address that nobody used before begins to pay. */
  const guest = async (request: { id: string }, cents: number) => {
    const id = newId();
    const by = {
      guest: { email: `${id}@example.org`, name: null, language: "nl" as const, anonymous: true },
    };
    const order = { amount: (cents / 100).toFixed(2), requestId: request.id };
    const { clientSecret } = await startDonation(context, by, order, id);
    const paymentId = clientSecret.split("_secret_")[0] ?? "";
    return (paidAt: "card" | "bank") =>
      tried(reserve(context, { guestId: id }, { paymentIntentId: paymentId, paidAt }));
  };

  it("keeps a place for an honest guest after strangers let some run out", async () => {
    const request = await asked(5_000, 4_000);
    for (let n = 0; n < 5; n += 1) {
      expect(await (await guest(request, 1_000))("bank")).toBe("reserved");
      inMinutes(31 * (n + 1));
    }
    expect(await (await guest(request, 1_000))("card")).toBe("reserved");
    const other = await begin(request, 1_000);
    expect(await tried(take(other.donor, other))).toBe("BEING_PAID 0");
  });

  it("lets guests who never pay keep others out for some hours of a day, whatever their addresses", async () => {
    const request = await asked(5_000);
    const other = await addPerson(database.db);
    let refused = 0;
    for (let steps = 0, press = await guest(request, 5_000); steps < 72; steps += 1) {
      if (steps % 7 === 6) press = await guest(request, 5_000);
      await press("bank");
      const one = await start(context, other, request, "25");
      if ((await tried(take(other, one))) !== "reserved") refused += 1;
      inMinutes(20 * (steps + 1));
    }
    // Of 72 in a day: four hours, and what is running then.
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThan(22);
  });
});

describe("50 donors and one euro left", () => {
  it("without reserving: 49 refunds", async () => {
    expect((await raceForTheLastEuro(50, false)).refunds).toBe(49);
  });

  it("with it: none, and the open payments of the others are ended at the provider", async () => {
    const { begun, refunds } = await raceForTheLastEuro(50, true);
    expect(refunds).toBe(0);
    await reconcile(context, failOnError);
    const states = begun.map(({ paymentId }) => card.truth(paymentId).state);
    expect(states.filter((state) => state === "cancelled")).toHaveLength(49);
    const rows = await Promise.all(begun.map(({ donationId }) => donationRow(database.db, donationId)));
    expect(rows.filter(({ paymentStatus }) => paymentStatus === "failed")).toHaveLength(49);
  });
});
