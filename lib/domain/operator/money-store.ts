import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import {
  donations,
  holds,
  ledgerEntries,
  payeeAccounts,
  payoutDonations,
  payouts,
  transfers,
  users,
} from "@/db/schema";
import { beyond, pick, timestamptz } from "@/db/statement";
import { canBePaid } from "@/lib/domain/holds/guards";
import { payeeState } from "@/lib/domain/payouts/rules";
import { findStanding } from "@/lib/domain/payouts/standing";
import { env } from "@/lib/ground/env";
import type { HoldCause } from "@/lib/ground/vocabulary";
import type { HoldRecord } from "./holds-store";
import { notOf, type Reader } from "./own-store";
import type { Part } from "./pages-store";
import type { PayeeRecord } from "./types";

/** A donation as its recipient's money. Cents. */
export type DonationRecord = Awaited<ReturnType<typeof selectDonationsWithPayouts>>[number];

/** Everything but the hash of the bank account. */
const { bankHash: _, checkAt: __, ...payee } = getTableColumns(payeeAccounts);

const left = sql<number>`${donations.amount} - ${donations.returnedAmount}`;

/** What a person's entries in the ledger add up to, by account. Cents. */
export async function sumMoneyOf(db: Db, personId: string) {
  const rows = await db
    .select({
      account: ledgerEntries.account,
      amount: sql<number>`sum(${ledgerEntries.amount})`.mapWith(Number),
    })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.userId, personId))
    .groupBy(ledgerEntries.account);
  const sum = (account: (typeof rows)[number]["account"]) =>
    rows.find((row) => row.account === account)?.amount ?? 0;
  return {
    /** Not moved yet. */
    owed: sum("recipient") + sum("held"),
    /** In their accounts at the providers. */
    atProvider: sum("payee"),
    /** Sent to their bank. */
    paidOut: sum("bank"),
    /** Came back to donors after it was sent, and was not recovered: our loss. */
    lost: 0 - sum("loss"),
  };
}

/** A person's accounts at the providers, the open ones first. */
export async function selectPayeesOf(db: Db, personId: string): Promise<PayeeRecord[]> {
  const rows = await db
    .select(payee)
    .from(payeeAccounts)
    .where(eq(payeeAccounts.userId, personId))
    .orderBy(sql`${payeeAccounts.closedAt} desc nulls first`, desc(payeeAccounts.createdAt));
  return rows.map((row) => ({ ...row, state: payeeState(row) }));
}

/**
 * The donations that a person was credited, newest first, with where the money is. Which they are is read from the
 * ledger, because of its index. Cents.
 */
export async function selectDonationsWithPayouts(
  db: Db,
  personId: string,
  { at, limit, reader }: Reader & { at: Date; limit: number },
) {
  const { donationId, userId, account, kind, createdAt } = ledgerEntries;
  const latest = db
    .select({ id: donationId })
    .from(ledgerEntries)
    .where(and(eq(userId, personId), eq(account, "recipient"), eq(kind, "donation")))
    .orderBy(desc(createdAt))
    .limit(limit);
  const rows = await db
    .select({
      ...pick(donations, "id", "requestId", "donorId", "anonymous", "amount", "returnedAmount"),
      provider: donations.paymentMethod,
      ...pick(donations, "paymentStatus", "refundReason", "settledAt", "paidBy"),
      transferId: transfers.id,
      transferState: transfers.state,
      transferProblem: transfers.problem,
      payoutId: payouts.id,
      payoutState: payouts.state,
      holds: sql<HoldCause[]>`array(
        select h.cause::text from ${holds} h
        where h.lifted_at is null and (h.ends_at is null or h.ends_at > ${timestamptz(at)})
          and (h.user_id = ${donations.recipientId} or h.request_id = ${donations.requestId}
            or h.donation_id = ${donations.id})
        order by h.placed_at)`,
    })
    .from(donations)
    .leftJoin(
      transfers,
      and(eq(transfers.donationId, donations.id), inArray(transfers.state, ["planned", "sent"])),
    )
    .leftJoin(
      payoutDonations,
      and(eq(payoutDonations.donationId, donations.id), eq(payoutDonations.isLive, true)),
    )
    .leftJoin(payouts, eq(payouts.id, payoutDonations.payoutId))
    .where(
      and(inArray(donations.id, latest), isNotNull(donations.creditedAt), notOf(reader, donations.donorId)),
    )
    .orderBy(desc(donations.settledAt), desc(donations.id))
    .limit(limit);
  return rows.flatMap(({ settledAt, ...row }) => (settledAt ? [{ ...row, settledAt }] : []));
}

/** Held money that has left the platform's balance already: in accounts or payouts. Cents. */
export async function sumOnTheWay(
  db: Db,
  { subject, subjectId, personId }: Pick<HoldRecord, "subject" | "subjectId" | "personId">,
): Promise<number> {
  const of = { person: donations.recipientId, request: donations.requestId, donation: donations.id }[subject];
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${payoutDonations.amount}), 0)`.mapWith(Number) })
    .from(payoutDonations)
    .innerJoin(payouts, eq(payouts.id, payoutDonations.payoutId))
    .innerJoin(donations, eq(donations.id, payoutDonations.donationId))
    .where(
      and(
        eq(payouts.userId, personId),
        eq(of, subjectId),
        eq(payoutDonations.isLive, true),
        inArray(payouts.state, ["created", "sent", "on_the_way"]),
      ),
    );
  return row?.sum ?? 0;
}

/**
 * People who are owed money and cannot be paid, the longest first. Demo people are left out.
 * Cents.
 */
export async function selectUnreadyPayees(db: Db, { after, limit, reader }: Part) {
  const since = sql<Date>`min(${donations.settledAt})`.mapWith(donations.settledAt);
  const people = await db
    .select({
      personId: donations.recipientId,
      owed: sql<number>`sum(${left})`.mapWith(Number),
      since,
    })
    .from(donations)
    .innerJoin(users, and(eq(users.id, donations.recipientId), eq(users.isDemo, false)))
    .where(
      and(
        eq(donations.isOwed, true),
        isNull(donations.refundReason),
        sql`not ${canBePaid(env().walletPayouts)}`,
        notOf(reader, donations.recipientId),
      ),
    )
    .groupBy(donations.recipientId)
    .having(beyond(since, donations.recipientId, after, "oldest"))
    .orderBy(asc(since), asc(donations.recipientId))
    .limit(limit);
  return Promise.all(
    people.map(async (person) => {
      const { code, waitsFor, until, bank } = await findStanding(db, person.personId);
      return { ...person, standing: code, waitsFor, waitsUntil: until, problem: bank?.problem ?? null };
    }),
  );
}
