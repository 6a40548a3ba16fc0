import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import {
  auditEntries,
  boostPurchases,
  decisions,
  donationNotes,
  donations,
  guests,
  ledgerEntries,
  mails,
  payeeAccounts,
  payouts,
  posts,
  requests,
  subscriptionPayments,
  subscriptions,
  transferReturns,
  transfers,
  users,
} from "@/db/schema";
import { pick, timestamptz } from "@/db/statement";
import { nameColumns } from "@/lib/domain/users/columns";
import { isReadable } from "@/lib/domain/users/guards";
import { donorName } from "@/lib/domain/users/public-name";
import type { ExportedTable } from "./export-tables-store";

/** The last row of a part: its time and id. */
export type Key = { at: Date; id: string | number };

/** A part of a list that can be very long. */
export type Part = { after: Key | null; limit: number };

/** The rows behind a key. */
function beyond(at: PgColumn, id: PgColumn, after: Key | null): SQL | undefined {
  return after ? sql`(${at}, ${id}) > (${timestamptz(after.at)}, ${after.id})` : undefined;
}

/** A person's rows of a table, or a part of them, oldest first. */
export async function selectRows(
  db: Db,
  { table, columns, rowsOf, by, inParts }: ExportedTable,
  userId: string,
  part?: Part,
): Promise<Record<string, unknown>[]> {
  const [at, id] = by;
  const after = part && at && id ? beyond(at, id, part.after) : undefined;
  // An index that has the newest first is read backwards: there nulls come first, although there are none.
  const order = by.map((column) => (inParts === "descending" ? sql`${column} asc nulls first` : asc(column)));
  const query = db
    .select(columns)
    .from(table)
    .where(and(rowsOf(userId), after))
    .orderBy(...order);
  return part ? query.limit(part.limit) : query;
}

/**
 * The donations that were credited to a person, also those reversed since. Of a donor it has only what others see, and
 * nothing about how they paid. The ledger has an index for this.
 */
export async function selectReceived(db: Db, userId: string, { after, limit }: Part) {
  const rows = await db
    .select({
      ...pick(donations, "id", "requestId", "anonymous"),
      donor: nameColumns(users),
      guestName: guests.name,
      message: donationNotes.text,
      ...pick(donations, "amount", "currency", "paymentStatus"),
      creditedAt: ledgerEntries.createdAt,
      ...pick(donations, "returnedAmount", "isOwed", "refundReason", "refundedAt"),
    })
    .from(ledgerEntries)
    .innerJoin(donations, eq(donations.id, ledgerEntries.donationId))
    .leftJoin(users, eq(users.id, donations.donorId))
    .leftJoin(guests, eq(guests.id, donations.guestId))
    .leftJoin(
      donationNotes,
      and(eq(donationNotes.donationId, donations.id), isReadable(donations.recipientId)),
    )
    .where(
      and(
        eq(ledgerEntries.userId, userId),
        eq(ledgerEntries.account, "recipient"),
        eq(ledgerEntries.kind, "donation"),
        beyond(ledgerEntries.createdAt, ledgerEntries.donationId, after),
      ),
    )
    .orderBy(asc(ledgerEntries.createdAt), asc(ledgerEntries.donationId))
    .limit(limit);
  return rows.map(({ anonymous, donor, guestName, ...row }) => {
    const { username, guestName: guest } = donorName({ anonymous, guestName }, donor);
    // Who took it back is not named any more (giving.md, Take back).
    return { ...row, donor: row.refundReason === "taken_back" ? null : (username ?? guest) };
  });
}

/**
 * What operators did to a person, their requests and payments, and when and why they looked the person up. It does not
 * name the operator, who is a person too (Court of Justice, C-579/21).
 */
export async function selectOperatorActions(db: Db, userId: string) {
  // A hold of a donation is about who receives it, not about its donor.
  const isHold = sql`${auditEntries.action} in ('place_hold', 'lift_hold')`;
  return db
    .select({
      at: auditEntries.createdAt,
      ...pick(auditEntries, "action", "subject", "subjectId", "before"),
      // How many reports a decision closed would reveal that there were some.
      after: sql<unknown>`${auditEntries.after} - 'reports'`,
      reason: auditEntries.reason,
    })
    .from(auditEntries)
    .where(
      // A decision to do nothing would reveal that somebody reported something, and so would what a second operator
      // refused: of what waits for one only the deed is here, once it is done.
      sql`${auditEntries.after}->>'measure' is distinct from 'none' and ${auditEntries.subjectId} in (
        select ${userId}::uuid
        union all select id from ${requests} where user_id = ${userId}
        union all select id from ${posts} where user_id = ${userId}
        union all select id from ${donations} where donor_id = ${userId} and not ${isHold}
        union all select id from ${donationNotes} where donation_id in (
          select id from ${donations} where donor_id = ${userId})
        union all select id from ${decisions} where person_id = ${userId}
        union all select donation_id from ${ledgerEntries}
          where user_id = ${userId} and account = 'recipient' and kind = 'donation' and ${isHold}
        union all select id from ${boostPurchases} where user_id = ${userId}
        union all select id from ${subscriptions} where user_id = ${userId}
        union all select id from ${subscriptionPayments} where user_id = ${userId}
        union all select id from ${mails} where user_id = ${userId}
        union all select id from ${payeeAccounts} where user_id = ${userId}
        union all select id from ${transfers} where user_id = ${userId}
        union all select r.id from ${transferReturns} r join ${transfers} t on t.id = r.transfer_id where t.user_id = ${userId}
        union all select id from ${payouts} where user_id = ${userId})`,
    )
    .orderBy(asc(auditEntries.id));
}
