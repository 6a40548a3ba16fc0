import { eq, sql } from "drizzle-orm";
import type { Tx } from "@/db/client";
import { donations, guests, users } from "@/db/schema";
import { pick } from "@/db/statement";
import type { PeriodStarts } from "@/lib/ground/periods";

/** A donation with the address of its guest. Locks it until the transaction ends. */
export async function lockGuestDonation(tx: Tx, id: string) {
  const [row] = await tx
    .select({
      ...pick(donations, "donorId", "recipientId", "settledAt"),
      email: sql<
        string | null
      >`(select lower(${guests.email}) from ${guests} where ${guests.id} = ${donations.guestId})`,
    })
    .from(donations)
    .where(eq(donations.id, id))
    .for("no key update");
  return row ?? null;
}

/** Moves the donation to a person with everything in the books (db/functions/claim_donation.sql). */
export async function moveToClaimer(
  tx: Tx,
  { id, claimerId, at, periods }: { id: string; claimerId: string; at: Date; periods: PeriodStarts },
): Promise<boolean> {
  const { all, monthly, weekly, daily } = periods;
  const [row] = await tx.execute<{ claimed: boolean }>(sql`
    select claim_donation(${id}::uuid, ${claimerId}::uuid, ${at.toISOString()}::timestamptz,
      ${all}::date, ${monthly}::date, ${weekly}::date, ${daily}::date) as claimed`);
  return row?.claimed ?? false;
}

/** A person's address, in lower case, and whether they confirmed it. */
export async function findAddress(tx: Tx, userId: string) {
  const [row] = await tx
    .select({
      email: sql<string>`lower(${users.email})`,
      isConfirmed: sql<boolean>`${users.emailVerified} is not null and ${users.erasedAt} is null`,
    })
    .from(users)
    .where(eq(users.id, userId));
  return row ?? null;
}
