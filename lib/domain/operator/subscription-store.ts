import { desc, eq, or } from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { firstOf, PROVIDER_IDS } from "@/db/provider-ids";
import { subscriptionPayments, subscriptions } from "@/db/schema";
import { pick } from "@/db/statement";

/** A subscription's agreement at its provider. Cents per month. */
export type AgreementRecord = Awaited<ReturnType<typeof selectAgreementsOf>>[number];

const agreement = {
  id: subscriptions.id,
  personId: subscriptions.userId,
  ...pick(subscriptions, "tier", "amount", "currency", "paymentMethod"),
  providerId: firstOf(PROVIDER_IDS.subscription),
  state: subscriptions.status,
  ...pick(subscriptions, "createdAt", "endRequestedAt", "endedAt"),
};

/** An agreement by our id or the provider's. */
export async function findAgreement(db: Db, reference: string): Promise<AgreementRecord | null> {
  const named = PROVIDER_IDS.subscription.map((column) => eq(column, reference));
  const [row] = await db
    .select(agreement)
    .from(subscriptions)
    .where(isUuid(reference) ? eq(subscriptions.id, reference) : or(...named));
  return row ?? null;
}

/** The agreement that a payment was made for. */
export async function findAgreementOf(db: Db, paymentId: string): Promise<AgreementRecord | null> {
  const [row] = await db
    .select(agreement)
    .from(subscriptions)
    .innerJoin(subscriptionPayments, eq(subscriptionPayments.subscriptionId, subscriptions.id))
    .where(eq(subscriptionPayments.id, paymentId));
  return row ?? null;
}

/** A person's agreements, newest first. */
export async function selectAgreementsOf(db: Db, personId: string, limit: number) {
  return db
    .select(agreement)
    .from(subscriptions)
    .where(eq(subscriptions.userId, personId))
    .orderBy(desc(subscriptions.createdAt))
    .limit(limit);
}
