import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { PAYMENT_ID } from "@/db/provider-ids";
import { donations, donationTotals, ledgerEntries, newId, requests, users } from "@/db/schema";
import { creditDonation, returnPart, reverseDonation } from "@/lib/domain/donations/books-store";
import {
  boostedUntil,
  listedUntil,
  type PrioritySources,
  placeOf,
  remainingFor,
} from "@/lib/domain/requests/rules";
import { donorName } from "@/lib/domain/users/public-name";
import { effectiveTier } from "@/lib/domain/users/rules";
import { DAY, HOUR } from "@/lib/ground/durations";
import { progressPercent } from "@/lib/ground/money";
import { BOOST_TYPES, DONATION_METHODS, TIERS } from "@/lib/ground/vocabulary";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { donationRow, notificationsOf, requestRow, userRow } from "../support/donating";
import { addPerson } from "../support/people";
import { shareOf } from "../support/share-of";

/** The same states in every run. */
const SEED = 1_414;
const RUNS = 200;

const AT = new Date("2026-06-10T12:00:00Z");

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
});
afterAll(() => database.drop());

/** A time at some distance from `AT`, or a millisecond beside it. */
const around = (...distances: number[]) =>
  fc
    .tuple(fc.constantFrom(...distances), fc.constantFrom(-1, 0, 1))
    .map(([distance, beside]) => new Date(AT.getTime() + distance + beside));

const tiers = fc.record({
  tier: fc.constantFrom(...TIERS),
  expiry: fc.oneof(fc.constant(null), fc.constant(AT), around(-DAY, 0, DAY, 7 * DAY)),
});

/** Cents, with what was raised before and what is given around the goal. */
const sums = fc
  .record({
    goal: fc.integer({ min: 2, max: 10_000 }),
    amount: fc.integer({ min: 1, max: 12_000 }),
    from: fc.constantFrom("nothing", "goal", "goal", "goal less amount"),
    beside: fc.constantFrom(-1, 0, 1),
  })
  .map(({ goal, amount, from, beside }) => {
    const base = { nothing: 0, goal, "goal less amount": goal - amount }[from];
    return { goal, amount, raised: Math.max(0, base + beside) };
  });

const boosts = fc.option(
  fc.record({ type: fc.constantFrom(...BOOST_TYPES), at: around(-48 * HOUR, -24 * HOUR, -HOUR) }),
);

const states = fc.record({
  owner: tiers,
  sums,
  completedAt: around(-7 * DAY, -HOUR),
  boost: boosts,
  problem: fc.option(fc.constantFrom("inactive", "deleted", "mismatch"), { freq: 2 }),
  hasLeftFeed: fc.boolean(),
  status: fc.constantFrom("pending", "failed"),
  isAnonymousDonation: fc.boolean(),
  donor: fc.constantFrom("open", "anonymous", "erased", "anonymous and erased"),
});

type State = typeof states extends fc.Arbitrary<infer S> ? S : never;

/** What decides where the request belongs in the feed, by the rules. */
function sourcesOf({ owner, boost }: State): PrioritySources {
  return {
    ownerTier: owner.tier,
    ownerTierExpiry: owner.expiry,
    appliedBoostType: boost?.type ?? null,
    boostAppliedAt: boost?.at ?? null,
  };
}

/** Writes a state, with the request where the rules put it at `AT`. */
async function write(state: State) {
  const { db } = database;
  const { owner, sums: sum, boost } = state;
  const recipient = await addPerson(db, {
    subscriptionTier: owner.tier,
    ...(owner.expiry && { subscriptionExpiry: owner.expiry }),
  });
  const donor = await addPerson(db, { anonymousProfile: state.donor.startsWith("anonymous") });
  if (state.donor.endsWith("erased")) {
    const gone = { username: donor.id, email: `erased:${donor.id}`, name: "", erasedAt: AT };
    await db
      .update(users)
      .set({ ...gone, paymentMethod: null, paypalEmail: null })
      .where(eq(users.id, donor.id));
  }
  const isCompleted = sum.raised >= sum.goal;
  const completedAt = isCompleted ? state.completedAt : null;
  const place = placeOf({ ...sourcesOf(state), completedAt }, AT);
  const [requestId, id] = [newId(), newId()];
  await db.insert(requests).values({
    id: requestId,
    userId: recipient.id,
    item: "A coat",
    description: "It is cold.",
    goal: sum.goal,
    raised: sum.raised,
    isActive: state.problem !== "inactive",
    isCompleted,
    completedAt,
    createdAt: new Date(AT.getTime() - 30 * DAY),
    priorityLevel: place.priority.level,
    priorityUntil: place.priority.until,
    isListed: place.isListed,
    listedUntil: place.listedUntil,
    appliedBoostType: boost?.type ?? null,
    boostAppliedAt: boost?.at ?? null,
    deletedAt: state.problem === "deleted" ? AT : null,
  });
  await db.insert(donations).values({
    id,
    requestId,
    donorId: donor.id,
    recipientId: recipient.id,
    amount: sum.amount,
    serviceFee: 30,
    currency: "eur",
    anonymous: state.isAnonymousDonation,
    paymentStatus: state.status as "pending" | "failed",
    createdAt: new Date(AT.getTime() - HOUR),
  });
  return { id, requestId, donorId: donor.id, recipientId: recipient.id };
}

const settled = ({ id }: { id: string }) => ({ id, settledAt: AT, createdAt: AT });

it("credit_donation and reverse_donation follow the rules in TypeScript", async () => {
  const { db } = database;
  const credited = async (state: State) => {
    const { sums: sum } = state;
    const tier = effectiveTier(state.owner.tier, state.owner.expiry, AT);
    const remaining = remainingFor(sum, tier);
    const ids = await write(state);
    const before = await requestRow(db, ids.requestId);

    const outcome = await creditDonation(db, ids, {
      paymentId: `pi_${ids.id}`,
      paidBy: "card",
      chargeId: null,
      at: AT,
      received: sum.amount + 30,
      mismatch: state.problem === "mismatch",
    });
    expect(outcome).toBe(state.problem === null && remaining !== 0 ? "credited" : "refund_due");

    const donation = await donationRow(db, ids.id);
    const request = await requestRow(db, ids.requestId);
    const donor = await userRow(db, ids.donorId);
    const isAnonymous =
      donorName(
        { anonymous: state.isAnonymousDonation },
        { username: donor.username, anonymousProfile: donor.anonymousProfile, isErased: false },
      ).username === null;
    expect(donation.anonymous).toBe(isAnonymous);
    if (outcome === "refund_due") {
      expect(request).toEqual(before);
      const reasons = { inactive: "request_hidden", deleted: "request_deleted", mismatch: "mismatch" };
      expect(donation.refundReason).toBe(state.problem ? reasons[state.problem] : "goal_reached");
    } else {
      const after = { raised: sum.raised + sum.amount, goal: sum.goal };
      const isReached = remainingFor(after, "none") === 0;
      const completedAt = isReached ? (before.completedAt ?? AT) : null;
      const place = placeOf({ ...sourcesOf(state), completedAt }, AT);
      expect(request).toEqual({
        ...before,
        raised: after.raised,
        donationCount: 1,
        lastDonors: isAnonymous ? [] : [donation.donorId],
        isCompleted: isReached,
        completedAt,
        priorityLevel: place.priority.level,
        priorityUntil: place.priority.until,
        feedRank: isReached ? -1 : place.priority.level,
        isListed: place.isListed,
        listedUntil: completedAt && listedUntil(completedAt, state.owner.tier, state.owner.expiry),
      });
      expect(donor).toMatchObject({
        totalGiven: sum.amount,
        monthlyGiven: sum.amount,
        publicGiven: isAnonymous ? 0 : sum.amount,
        monthlyPublic: isAnonymous ? 0 : sum.amount,
      });
      const isErased = donor.erasedAt !== null;
      const isListed = donorName({ anonymous: false }, { ...donor, isErased }).username !== null;
      const totals = await db.select().from(donationTotals).where(eq(donationTotals.userId, ids.donorId));
      expect(totals).toHaveLength(4);
      expect(totals.every(({ listed }) => listed === isListed)).toBe(true);
      const progress = Math.floor(progressPercent(after.raised, after.goal));
      const types = (await notificationsOf(db, ids.recipientId)).map((each) => {
        expect(each).toMatchObject({ progress, anonymous: isAnonymous, amount: sum.amount });
        return each.type;
      });
      const isNews = isReached && !before.isCompleted;
      expect(types.sort()).toEqual(isNews ? ["donation", "goal_completed"] : ["donation"]);
    }

    const hasLeftFeed = state.hasLeftFeed && request.isCompleted;
    if (hasLeftFeed) {
      await db.update(requests).set({ isListed: false }).where(eq(requests.id, ids.requestId));
    }
    expect(await reverseDonation(db, settled(ids), { reason: "requested", at: AT })).toBe(true);
    // What left the feed is listed again only if it is open again.
    const isListed = before.isCompleted && hasLeftFeed ? false : before.isListed;
    expect(await requestRow(db, ids.requestId)).toEqual({ ...before, isListed });
    expect(await userRow(db, ids.donorId)).toMatchObject({
      totalGiven: 0,
      publicGiven: 0,
      monthlyGiven: 0,
      monthlyPublic: 0,
    });
    expect((await userRow(db, ids.recipientId)).totalReceived).toBe(0);
    const refundsOf = async (userId: string) =>
      (await notificationsOf(db, userId)).filter(({ type }) => type === "refund").length;
    expect(await refundsOf(ids.donorId)).toBe(donor.erasedAt === null ? 1 : 0);
    expect(await refundsOf(ids.recipientId)).toBe(outcome === "credited" ? 1 : 0);
  };
  await fc.assert(fc.asyncProperty(states, credited), { seed: SEED, numRuns: RUNS });
});

it("credit_donation takes the id in the column of the donation's provider, and refuses a provider without one", async () => {
  const { db } = database;
  const [state] = fc.sample(states, { seed: SEED, numRuns: 1 });
  const payment = { paidBy: null, chargeId: null, at: AT, received: 1, mismatch: false };
  const credit = (id: string, paymentId: string) =>
    creditDonation(db, { id }, { ...payment, paymentId }).catch(() => "refused");
  const booksOf = async ({ id, requestId, donorId }: Awaited<ReturnType<typeof write>>) => [
    await donationRow(db, id),
    await requestRow(db, requestId),
    await userRow(db, donorId),
    await db.$count(ledgerEntries, eq(ledgerEntries.donationId, id)),
  ];
  for (const provider of DONATION_METHODS) {
    const ids = await write(state!);
    const column = PAYMENT_ID[provider];
    const own = { paymentMethod: provider, [column]: `own ${ids.id}` };
    await db.update(donations).set(own).where(eq(donations.id, ids.id));
    const before = await booksOf(ids);
    expect(await credit(ids.id, "foreign")).toBe("already");
    expect(await booksOf(ids)).toEqual(before);
    await db
      .update(donations)
      .set({ [column]: null })
      .where(eq(donations.id, ids.id));
    expect(["credited", "refund_due"]).toContain(await credit(ids.id, `own ${ids.id}`));
    expect(await donationRow(db, ids.id)).toMatchObject(own);
  }
  await db.execute(sql`alter type donation_method add value 'made_up'`);
  const ids = await write(state!);
  await db.execute(sql`update donations set payment_method = 'made_up' where id = ${ids.id}`);
  for (const stored of [null, `own ${ids.id}`]) {
    await db
      .update(donations)
      .set({ stripePaymentIntentId: stored, paypalOrderId: stored })
      .where(eq(donations.id, ids.id));
    const before = await booksOf(ids);
    for (const id of [`own ${ids.id}`, "foreign"]) expect(await credit(ids.id, id)).toBe("refused");
    expect(await booksOf(ids)).toEqual(before);
  }
});

it("return_part shares what went back like the rule in TypeScript", async () => {
  const { db } = database;
  const owner = await addPerson(db);
  const donor = await addPerson(db);
  const requestId = newId();
  await db
    .insert(requests)
    .values({ id: requestId, userId: owner.id, item: "A coat", description: "It is cold.", goal: 1_000_000 });
  const shares = fc
    .record({ amount: fc.integer({ min: 1, max: 3_000 }), serviceFee: fc.integer({ min: 0, max: 120 }) })
    .filter(({ amount, serviceFee }) => amount + serviceFee > 2)
    .chain((paid) =>
      fc.record({
        paid: fc.constant(paid),
        parts: fc.array(fc.integer({ min: 1, max: paid.amount + paid.serviceFee - 1 }), {
          minLength: 1,
          maxLength: 4,
        }),
      }),
    );
  const shared = async ({
    paid,
    parts,
  }: {
    paid: { amount: number; serviceFee: number };
    parts: number[];
  }) => {
    const id = newId();
    await db.insert(donations).values({
      id,
      requestId,
      donorId: donor.id,
      recipientId: owner.id,
      ...paid,
      currency: "eur",
      createdAt: AT,
    });
    const payment = { paymentId: `pi_${id}`, paidBy: null, chargeId: null };
    const received = paid.amount + paid.serviceFee;
    await creditDonation(db, { id }, { ...payment, at: AT, received, mismatch: false });
    let most = 0;
    for (const returned of parts) {
      const booked = await returnPart(db, settled({ id }), { returned, reason: "requested", at: AT });
      expect(booked).toBe(returned > most);
      most = Math.max(most, returned);
      const { amount: returnedAmount, fee: returnedFee } = shareOf(most, paid);
      expect(await donationRow(db, id)).toMatchObject({
        returnedAmount,
        returnedFee,
        isOwed: returnedAmount < paid.amount,
      });
    }
    await reverseDonation(db, settled({ id }), { reason: "requested", at: AT });
    expect(await requestRow(db, requestId)).toMatchObject({ raised: 0 });
  };
  await fc.assert(fc.asyncProperty(shares, shared), { seed: SEED, numRuns: 100 });
});

it("the states reach every boundary", () => {
  const sample = fc.sample(states, { seed: SEED, numRuns: RUNS });
  const some = (is: (state: State) => boolean) => expect(sample.filter(is).length).toBeGreaterThan(0);
  const isAt = (date: Date | null) => date?.getTime() === AT.getTime();
  const reaches = ({ sums: { raised, goal } }: State) => raised - goal;
  some(
    (each) => !each.problem && each.owner.tier !== "none" && isAt(each.owner.expiry) && reaches(each) >= 0,
  );
  some((each) => !each.problem && each.owner.tier === "none" && reaches(each) === 0);
  some((each) => !each.problem && reaches(each) + each.sums.amount === 0);
  some((each) => !each.problem && reaches(each) + each.sums.amount === -1);
  some(({ boost }) => boost !== null && isAt(boostedUntil(boost.type, boost.at)));
});
