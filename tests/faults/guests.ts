import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { donations, guests, requests, users } from "@/db/schema";
import { forgetOldGuests } from "@/lib/domain/guests/forget-store";
import { setClock } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { contract } from "@/lib/web/contract";
import type { Step, World } from "./world";

/** Who gives without an account, and what becomes of it (giving.md). They pay and take back as everybody does. */
export const GUESTS: readonly Step[] = [
  {
    name: "give by a link",
    weight: 14,
    run: async (world) => {
      const request = world.random.pick(world.requests);
      const owner = request && world.personBy(request.ownerId);
      if (!request || !owner) return;
      const link = await world.call(owner, "POST", linkOf(request.id));
      if (!world.succeeded(link)) return `link of ${request.id}: ${link.status}`;
      const token = (link.body as { url: string }).url.split("/g/")[1] ?? "";
      if (world.random.chance(0.1)) await world.call(owner, "DELETE", linkOf(request.id));
      const amount = world.random.pick([100, 500, 999, 2_500, request.goal]) ?? 500;
      // Half of them have an account with the same address, and may claim the donation.
      const known = world.random.chance(0.6) ? world.person() : undefined;
      const answer = await world.call(null, "POST", contract.startGift.path, {
        body: {
          token,
          amount: (amount / 100).toFixed(2),
          email: known ? `${known.username}@example.org` : `guest${world.random.whole(1, 9)}@example.org`,
          anonymous: world.random.chance(0.5),
          name: "Granny",
          message: "With love.",
          messageShown: world.random.chance(0.5),
        },
      });
      if (world.succeeded(answer)) {
        const { clientSecret, receiptUrl } = answer.body as { clientSecret: string; receiptUrl: string };
        world.started.push({
          donorId: known?.id ?? "",
          requestId: request.id,
          key: "",
          amount,
          clientSecret,
          paymentId: clientSecret.split("_secret_")[0] ?? "",
          receiptToken: receiptUrl.split("/r/")[1] ?? "",
        });
      }
      return `a guest gives ${amount} to ${request.id}: ${answer.status}`;
    },
  },
  {
    name: "look at a receipt",
    weight: 3,
    run: async (world) => {
      const token = receiptOf(world);
      if (token === undefined) return;
      const { status } = await world.call(null, "GET", `/r/${token}`);
      return `receipt: ${status}`;
    },
  },
  {
    name: "claim a donation, twice at once",
    weight: 6,
    run: async (world) => {
      const donation = world.random.pick(
        world.started.filter(({ receiptToken }) => receiptToken !== undefined),
      );
      // Mostly whose address it is; others get nothing.
      const named = donation && world.random.chance(0.8) ? world.personBy(donation.donorId) : undefined;
      const claimer = named ?? world.person();
      const token = donation?.receiptToken;
      if (token === undefined || !claimer) return;
      await world.system.withBooks(({ db }) =>
        db.update(users).set({ emailVerified: new Date() }).where(eq(users.id, claimer.id)),
      );
      const claim = () => world.call(claimer, "POST", contract.claimGift.path, { body: { token } });
      const answers = await Promise.all([claim(), claim()]);
      const claimed = answers.filter((answer) => world.succeeded(answer)).length;
      if (claimed > 1) throw new Error(`a donation was claimed ${claimed} times at once`);
      return `${claimer.username} claims: ${answers.map(({ status }) => status).join(", ")}`;
    },
  },
  {
    name: "forget guests",
    weight: 1,
    run: async (world) => {
      await world.system.withBooks(async ({ db }) => {
        setClock(() => new Date(Date.now() + 400 * DAY));
        await forgetOldGuests(db).finally(() => setClock());
      });
      return "done";
    },
  },
];

const linkOf = (requestId: string) => contract.makeGiftLink.path.replace("{id}", requestId);

function receiptOf(world: World): string | undefined {
  return world.random.pick(world.started.filter(({ receiptToken }) => receiptToken !== undefined))
    ?.receiptToken;
}

/** How many donations of guests there were, and what became of them. */
export async function countGuests(db: Db): Promise<string> {
  const count = (where: Parameters<Db["$count"]>[1]) => db.$count(donations, where);
  const [given, credited, takenBack, claimed, forgotten] = await Promise.all([
    db.$count(guests),
    count(and(isNotNull(donations.guestId), isNotNull(donations.creditedAt))),
    count(isNotNull(donations.takenBackAt)),
    count(
      sql`exists (select from ledger_entries l where l.donation_id = ${donations.id} and l.kind = 'claim')`,
    ),
    db.$count(guests, isNotNull(guests.forgottenAt)),
  ]);
  return `guests: ${given}, ${credited} credited, ${claimed} claimed, ${forgotten} forgotten; ${takenBack} taken back`;
}

/**
 * A guest is on no card and in no total but the recipient's, a donation was claimed once at most, and nobody is left
 * behind without a donation. `db/checks.ts` recomputes the totals.
 * @throws Error when one of it is not so
 */
export async function verifyGuests(db: Db): Promise<void> {
  const wrong = await db.execute<{ what: string; id: string }>(sql`
    select 'a card shows somebody who is no donor' as what, r.id from ${requests} r, unnest(r.last_donors) donor
    where not exists (select from ${donations} d where d.request_id = r.id and d.donor_id = donor)
    union all
    select 'a donation was claimed twice', l.donation_id from ledger_entries l
    where l.kind = 'claim' and l.account = 'guest' group by l.donation_id having count(*) > 1
    union all
    select 'a guest has no donation', g.id from ${guests} g
    where not exists (select from ${donations} d where d.guest_id = g.id)
    union all
    select 'a claimed donation still has its guest', d.id from ${donations} d
    where d.guest_id is not null and exists (
      select from ledger_entries l where l.donation_id = d.id and l.kind = 'claim')
    union all
    select 'what was taken back is on its way', t.donation_id from transfers t
    join ${donations} d on d.id = t.donation_id
    where d.taken_back_at is not null and t.state in ('planned', 'sent')`);
  const [first] = wrong;
  if (first) throw new Error(`${first.what}: ${first.id}`);
}
