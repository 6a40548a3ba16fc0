import { sql } from "drizzle-orm";
import { findBookProblems } from "@/lib/domain/open-books/examine";
import { publishBooks } from "@/lib/domain/open-books/publish";
import { findConsistency, findProof, listNights } from "@/lib/domain/open-books/queries";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { DAY } from "@/lib/ground/durations";
import { noPhotos } from "../support/photo-store";

const photos = { ...noPhotos, read: async () => null, write: async () => undefined };

/** Of how many donations the proof is checked each time, other ones each night. */
const PROOFS = 100;

type Check = { check: string; holds: boolean | null; of: string };

/**
 * The books are published as those of another night: their sums are the ledger's, they continue those of the night
 * before, and the proofs of donations are valid (firsts.md, Open kas).
 */
export async function verifyOpenBooks(context: PayoutContext): Promise<void> {
  const { db } = context;
  const verifier = await import(new URL("../../public/verify-books.mjs", import.meta.url).href);
  const { items: before } = await listNights(db, { limit: 1 });
  const day = Date.parse(`${before[0]?.night ?? new Date().toISOString().slice(0, 10)}T12:00:00Z`) + DAY;
  const night = await publishBooks({ ...context, photos }, new Date(day));
  if (night === null) throw new Error("no books were published");
  const sums = await db.execute<{ account: string; amount: string }>(
    sql`select case account when 'guest' then 'donor' else account end as account, sum(amount) as amount
      from ledger_entries where kind not in ('claim', 'dispute_fee') group by 1`,
  );
  for (const { account, amount } of sums) {
    if (night.sums[account] !== Number(amount))
      throw new Error(`the published sum of ${account} is not ${amount}: ${night.statement}`);
  }
  const problems = await findBookProblems({ db, photos });
  if (problems.length > 0) throw new Error(`the open books are wrong: ${JSON.stringify(problems)}`);
  const checks: Check[] = [];
  if (before[0]) {
    const nights = { from: before[0].night, to: night.night };
    checks.push(...(await verifier.checkConsistency(await findConsistency(db, nights))));
    checks.push(...(await verifier.checkNights([before[0], night])));
  }
  const donations = await db.execute<{ id: string }>(
    sql`select donation_id as id from ledger_entries where donation_id is not null
      group by 1 order by md5(donation_id || ${night.night}) limit ${PROOFS}`,
  );
  for (const { id } of donations) {
    const proof = await findProof(db, { isReceipt: true }, { donationId: id, night: night.night });
    checks.push(...(await verifier.checkProof(proof)));
  }
  const wrong = checks.filter(({ holds }) => holds !== true);
  if (wrong.length > 0) throw new Error(`the open books do not hold: ${JSON.stringify(wrong.slice(0, 5))}`);
}
