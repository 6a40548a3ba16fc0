import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { donations, donationTotals, requests, users } from "@/db/schema";
import { updateUser } from "@/lib/domain/accounts/update-user";
import { findHelped } from "@/lib/domain/donations/queries";
import { donationsByMonth } from "@/lib/domain/leaderboard/queries";
import { deleteRequest } from "@/lib/domain/requests/delete-request";
import { setClock } from "@/lib/ground/clock";
import { openBooks } from "../support/books";
import { start, tell } from "../support/donating";
import { explain } from "../support/explain";
import { addPerson, addRequest } from "../support/people";

const { database, card, context } = openBooks();
beforeEach(() => on("2026-11-20T12:00:00Z"));

const url = () => process.env.DATABASE_URL ?? "";
const on = (at: string) => setClock(() => new Date(at));

/** Gives a decimal amount, which is booked at once. Returns the donation's payment. */
async function give(donor: { id: string }, request: { id: string }, amount: string): Promise<string> {
  const { paymentId } = await start(context, donor, request, amount);
  card.pay(paymentId);
  expect(await tell(context, paymentId)).toBe("credited");
  return paymentId;
}

const newRequest = async (item?: string) => {
  const owner = await addPerson(database.db, { subscriptionTier: "diamond" });
  return { owner, ...(await addRequest(database.db, owner, { goal: 900_000, ...(item && { item }) })) };
};

describe("giving by month", () => {
  it("has the last twelve months of the platform's time zone, oldest first, with the place in each", async () => {
    const request = await newRequest();
    const [ana, ben] = [await addPerson(database.db), await addPerson(database.db)];
    // The last moment of last November is too long ago; the next one is in December there.
    on("2025-11-30T22:59:59Z");
    await give(ana, request, "77.00");
    on("2025-11-30T23:00:00Z");
    await give(ana, request, "10.00");
    on("2026-03-29T01:30:00Z");
    await give(ana, request, "20.00");
    await give(ben, request, "20.00");
    on("2026-10-25T00:30:00Z");
    await give(ben, request, "30.00");
    await give(ana, request, "5.00");
    on("2026-11-20T12:00:00Z");
    const months = await donationsByMonth(database.db, ana.id);
    expect(months.map(({ start }) => start)).toEqual([
      ...["2025-12-01", "2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01", "2026-05-01"],
      ...["2026-06-01", "2026-07-01", "2026-08-01", "2026-09-01", "2026-10-01", "2026-11-01"],
    ]);
    expect(months.filter(({ given, rank }) => given !== 0 || rank !== null)).toEqual([
      { start: "2025-12-01", given: 1_000, rank: 1 },
      { start: "2026-03-01", given: 2_000, rank: 1 },
      { start: "2026-10-01", given: 500, rank: 2 },
    ]);
  });

  it("shows anonymous giving to the person, with the place that they alone would see (D37)", async () => {
    const request = await newRequest();
    const [ghost, open, shy] = [
      await addPerson(database.db, { anonymousProfile: true }),
      await addPerson(database.db),
      await addPerson(database.db, { hideGivenAmount: true }),
    ];
    on("2026-06-10T12:00:00Z");
    await give(ghost, request, "50.00");
    await give(shy, request, "70.00");
    await give(open, request, "40.00");
    on("2026-11-20T12:00:00Z");
    const june = async ({ id }: { id: string }) => (await donationsByMonth(database.db, id))[6];
    expect(await june(ghost)).toEqual({ start: "2026-06-01", given: 5_000, rank: 2 });
    // Nobody else counts who is not listed.
    expect(await june(open)).toMatchObject({ given: 4_000, rank: 2 });
    expect(await june(shy)).toMatchObject({ given: 7_000, rank: 1 });
    await updateUser(database.db, ghost, { anonymousProfile: false });
    expect(await june(ghost)).toEqual({ start: "2026-06-01", given: 5_000, rank: null });
  });

  it("forgets what went back", async () => {
    const request = await newRequest();
    const donor = await addPerson(database.db);
    const paymentId = await give(donor, request, "12.00");
    card.truth(paymentId).refunded = true;
    await tell(context, paymentId);
    expect((await donationsByMonth(database.db, donor.id)).at(-1)).toEqual({
      start: "2026-11-01",
      given: 0,
      rank: null,
    });
  });

  it("counts places to 1,000, by the index", async () => {
    await database.db.execute(sql`
      with people as (
        insert into users (id, email, username, name, created_at, updated_at)
        select gen_random_uuid(), 'many' || n || '@example.org', 'many' || n, 'Many', now(), now() from generate_series(1, 3000) n
        returning id
      )
      insert into donation_totals (user_id, period, start, amount, public_amount)
      select id, 'monthly', '2026-05-01', 5000 - row_number() over (), 5000 - row_number() over () from people`);
    await database.db.execute(sql`vacuum analyze donation_totals`);
    await database.db.execute(sql`vacuum analyze users`);
    const at = async (place: number) => {
      const [row] = await database.db
        .select()
        .from(donationTotals)
        .where(sql`start = '2026-05-01' and public_amount = ${5_000 - place}`);
      return row?.userId ?? "";
    };
    const may = async (place: number) => (await donationsByMonth(database.db, await at(place)))[5]?.rank;
    expect([await may(1), await may(1_000), await may(1_001), await may(2_999)]).toEqual([
      1,
      1_000,
      "beyond",
      "beyond",
    ]);
    const person = await at(500);
    const plan = await explain(url(), (db) => donationsByMonth(db, person));
    expect(plan).toMatch(/Index Only Scan using donation_totals_ranking/);
    expect(plan).not.toMatch(/Seq Scan/);
    await database.db.delete(donationTotals).where(eq(donationTotals.start, "2026-05-01"));
  });
});

describe("whom one helped", () => {
  it("is counted by people, and shows what one gave to, the latest first", async () => {
    const donor = await addPerson(database.db);
    const [coat, bike, gone] = [await newRequest("Coat"), await newRequest("Bike"), await newRequest("Gone")];
    const second = await addRequest(database.db, coat.owner, { item: "Shoes", goal: 900_000 });
    const donations = [coat, bike, gone, coat, second];
    for (const [n, request] of donations.entries()) {
      on(`2026-11-20T12:0${n}:00Z`);
      await give(donor, request, "2.00");
    }
    // A payment that was begun helped nobody yet.
    await start(context, donor, await newRequest(), "3.00");
    const refunded = await give(donor, await newRequest(), "4.00");
    card.truth(refunded).refunded = true;
    await tell(context, refunded);
    await deleteRequest(database.db, gone.owner, gone.id);
    const helped = await findHelped(database.db, donor.id);
    expect(helped).toMatchObject({ people: 3, isMore: false });
    expect(helped.requests).toEqual([
      expect.objectContaining({ id: second.id, item: "Shoes", photoUrl: null, donations: 1 }),
      expect.objectContaining({ id: coat.id, item: "Coat", donations: 2 }),
      expect.objectContaining({ id: bike.id, donations: 1 }),
    ]);
    for (const { emoji } of helped.requests) expect(emoji).toMatch(/\p{Emoji}/u);
    await database.db.update(requests).set({ isActive: false }).where(eq(requests.id, coat.id));
    expect((await findHelped(database.db, donor.id)).requests.map(({ id }) => id)).toEqual([
      second.id,
      bike.id,
    ]);
  });

  it("is nobody for who gave nothing, and at most twelve requests are shown", async () => {
    const donor = await addPerson(database.db);
    expect(await findHelped(database.db, donor.id)).toEqual({ people: 0, isMore: false, requests: [] });
    for (let n = 0; n < 13; n += 1) await give(donor, await newRequest(), "1.00");
    const helped = await findHelped(database.db, donor.id);
    expect(helped.people).toBe(13);
    expect(helped.requests).toHaveLength(12);
  });

  it("reads the latest 200 donations of the person only, by the index", async () => {
    const { owner, id } = await newRequest();
    const donor = await addPerson(database.db);
    await database.db.execute(sql`
      insert into donations (id, request_id, donor_id, recipient_id, amount, service_fee, currency, payment_status, created_at, settled_at, credited_at)
      select gen_random_uuid(), ${id}, u.id, ${owner.id}, 100, 2, 'eur', 'completed', now(), now(), now()
      from ${users} u, generate_series(1, case when u.id = ${donor.id} then 250 else 3 end) where u.id <> ${owner.id}`);
    await database.db.execute(sql`vacuum analyze donations`);
    await database.db.execute(sql`vacuum analyze requests`);
    expect(await findHelped(database.db, donor.id)).toMatchObject({
      people: 1,
      isMore: true,
      requests: [{ id, donations: 200 }],
    });
    const plan = await explain(url(), (db) => findHelped(db, donor.id));
    expect(plan).toMatch(/Index Scan using donations_of_donor/);
    expect(plan).not.toMatch(/Seq Scan on donations/);
    await database.db.delete(donations).where(eq(donations.requestId, id));
  });
});
