import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { firstOf, PROVIDER_IDS } from "@/db/provider-ids";
import { donations, ledgerEntries } from "@/db/schema";
import { commonColumns, paymentRecords } from "./payment-records-store";
import type { PaymentRecord } from "./types";

const columns = {
  kind: sql<"donation">`'donation'`,
  ...commonColumns(donations),
  payerId: donations.donorId,
  recipientId: donations.recipientId,
  requestId: donations.requestId,
  paysFor: sql<string>`case when ${donations.anonymous} then 'an anonymous donation' else 'a donation' end`,
  amount: donations.amount,
  serviceFee: donations.serviceFee,
  provider: donations.paymentMethod,
  providerId: firstOf(PROVIDER_IDS.donation),
  state: donations.paymentStatus,
  createdAt: donations.createdAt,
  settledAt: donations.settledAt,
  creditedAt: donations.creditedAt,
};

export const donationRecords = paymentRecords({
  table: donations,
  columns,
  references: PROVIDER_IDS.donation,
  hasCheckAt: true,
});

/**
 * The donations that a person was credited, reversed ones included, newest first. It reads the ledger because of its
 * index.
 */
export async function selectDonationsTo(db: Db, personId: string, limit: number): Promise<PaymentRecord[]> {
  return db
    .select(columns)
    .from(ledgerEntries)
    .innerJoin(donations, eq(donations.id, ledgerEntries.donationId))
    .where(
      and(
        eq(ledgerEntries.userId, personId),
        eq(ledgerEntries.account, "recipient"),
        eq(ledgerEntries.kind, "donation"),
      ),
    )
    .orderBy(desc(ledgerEntries.createdAt))
    .limit(limit);
}
