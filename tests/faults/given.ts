import { isNotNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { donations, users } from "@/db/schema";
import { selectDays } from "@/lib/domain/gift-meter/store";
import { presentGiven } from "@/lib/domain/given/given";
import type { GivenDonation } from "@/lib/domain/given/schema";
import { selectReceipt } from "@/lib/domain/given/store";
import type { Post } from "@/lib/domain/posts/schema";
import { POST_AUDIENCES, POST_KINDS } from "@/lib/ground/vocabulary";
import { contract } from "@/lib/web/contract";
import type { Step } from "./world";

/** What donors see and say afterwards of what they gave (giving.md, What became of my gift). */
export const GIVEN: readonly Step[] = [
  {
    name: "list one's donations, and say of one who gave it",
    weight: 6,
    run: async (world) => {
      const donor = world.person();
      if (!donor) return;
      const listed = await world.call(donor, "GET", contract.listGifts.path);
      if (!world.succeeded(listed)) return `${donor.username}'s donations: ${listed.status}`;
      const given = listed.body as GivenDonation[];
      const donation = world.random.pick(given);
      if (!donation) return `${donor.username} gave nothing`;
      const path = contract.changeGift.path.replace("{donationId}", donation.donationId);
      const anonymous = world.random.chance(0.5);
      const { status } = await world.call(donor, "PATCH", path, { body: { anonymous } });
      return `${donor.username} has ${given.length} donations, one of them ${anonymous ? "anonymous" : "open"}: ${status}`;
    },
  },
  {
    name: "post about a request",
    weight: 6,
    run: async (world) => {
      const request = world.random.pick(world.requests);
      const owner = request && world.personBy(request.ownerId);
      if (!request || !owner) return;
      const listed = contract.listPosts.path.replace("{id}", request.id);
      const posts = await world.call(owner, "GET", listed);
      const post = world.succeeded(posts) && world.random.pick(posts.body as Post[]);
      if (post && world.random.chance(0.3)) {
        const { status } = await world.call(
          owner,
          "DELETE",
          contract.deletePost.path.replace("{id}", post.id),
        );
        return `${post.kind} about ${request.id} deleted: ${status}`;
      }
      const kind = world.random.pick(POST_KINDS) ?? "update";
      const audience = world.random.pick(POST_AUDIENCES);
      const body = { kind, text: "It is there.", audience };
      const { status } = await world.call(owner, "POST", listed, { body });
      return `${kind} about ${request.id}: ${status}`;
    },
  },
];

/**
 * The steps of every paid donation are those that the ledger and the payouts tell by themselves.
 * @throws Error for the first one that differs
 */
export function verifyGiven(db: Db): Promise<void> {
  // Of one moment: payouts arrive meanwhile.
  return db.transaction(compareSteps, { isolationLevel: "repeatable read" });
}

async function compareSteps(db: Db): Promise<void> {
  const rows = await db
    .select({
      id: donations.id,
      steps: sql<string[]>`array_remove(array[
        'paid',
        case when ${booked("donation")} then 'counted' end,
        case when exists (
          select from transfers t where t.donation_id = ${donations}.id and t.state in ('planned', 'sent')
        ) then 'free' end,
        case when ${paidOut(sql`p.state <> 'failed'`)} then 'on_its_way' end,
        case when ${paidOut(sql`p.state = 'paid'`)} then 'in_bank' end,
        case when ${donations}.refund_reason is null and exists (
          select from posts s where s.request_id = ${donations}.request_id and s.kind = 'delivered'
            and s.deleted_at is null and s.hidden_at is null and s.created_at >= ${donations}.credited_at
        ) then 'delivered' end,
        case when ${booked("reversal")} or ${booked("refund")} then 'returned' end], null)`,
    })
    .from(donations)
    .where(isNotNull(donations.settledAt));
  for (const { id, steps } of rows) {
    const row = await selectReceipt(db, id);
    const shown = row && presentGiven(row, null).steps.map(({ step }) => step);
    if (String(shown) !== String(steps)) throw new Error(`gift ${id} shows ${shown}, and the books ${steps}`);
  }
  const differing = await db.execute<{ id: string }>(sql`
    select r.id, v.paid_out_at, paid.at as paid, v.delivered_at, told.at as told from requests r
    join users u on u.id = r.user_id
    left join deliveries v on v.request_id = r.id
    left join lateral (
      select min(p.paid_at) as at from payouts p join payout_donations pd on pd.payout_id = p.id and pd.is_live
      join donations d on d.id = pd.donation_id where d.request_id = r.id and p.state = 'paid') paid on true
    left join lateral (
      select min(s.created_at) as at from posts s
      where s.request_id = r.id and s.kind = 'delivered' and s.deleted_at is null and s.hidden_at is null) told on true
    where case when u.erased_at is null
      then v.paid_out_at is distinct from paid.at or v.delivered_at is distinct from told.at
      else v.request_id is not null end`);
  const received = await db.select({ id: users.id, total: users.totalReceived }).from(users);
  const ever = { from: new Date(0), to: new Date("2999-01-01T00:00:00Z"), timeZone: "UTC" };
  for (const { id, total } of received) {
    const days = await selectDays(db, id, ever);
    const counted = days.reduce((sum, { amount }) => sum + amount, 0);
    if (counted !== total)
      throw new Error(`the gift meter of ${id} counts ${counted}, and the books ${total}`);
  }
  if (differing.length > 0)
    throw new Error(`deliveries differ from payouts and posts: ${JSON.stringify(differing[0])}`);
}

const booked = (kind: string) => sql`exists (
  select from ledger_entries l where l.donation_id = ${donations}.id and l.kind = ${kind})`;

/** The donation is in a payout that the ledger has, and whose money the ledger does not have back. */
const paidOut = (isThere: ReturnType<typeof sql>) => sql`exists (
  select from payout_donations pd join payouts p on p.id = pd.payout_id
  where pd.donation_id = ${donations}.id and pd.is_live and ${isThere}
    and exists (select from ledger_entries l where l.payout_id = p.id and l.kind = 'payout')
    and not exists (select from ledger_entries l where l.payout_id = p.id and l.kind = 'payout_return'))`;
