import { and, eq, gt, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { boostEntries, users } from "@/db/schema";
import type { BoostType, Tier } from "@/lib/ground/vocabulary";

const COLUMN = { normal: "normalBoosts", premium: "premiumBoosts" } as const;

/** The unused boosts of a person, by type; null without such a person. */
export async function selectBoosts(db: Db, userId: string): Promise<Record<BoostType, number> | null> {
  const [row] = await db
    .select({ normal: users.normalBoosts, premium: users.premiumBoosts })
    .from(users)
    .where(eq(users.id, userId));
  return row ?? null;
}

type BoostUse = { id: string; userId: string; boostType: BoostType; requestId: string; at: Date };

/**
 * Uses one boost of a person for a request; null if none is left. It locks the person's row, so the returned tier stays
 * valid until the transaction ends.
 */
export async function spendBoost(
  tx: Tx,
  { id, userId, boostType, requestId, at }: BoostUse,
): Promise<{ subscriptionTier: Tier; subscriptionExpiry: Date | null } | null> {
  const column = COLUMN[boostType];
  const [owner] = await tx
    .update(users)
    .set({ [column]: sql`${users[column]} - 1` })
    .where(and(eq(users.id, userId), gt(users[column], 0)))
    .returning({ subscriptionTier: users.subscriptionTier, subscriptionExpiry: users.subscriptionExpiry });
  if (!owner) return null;
  await tx
    .insert(boostEntries)
    .values({ id, userId, boostType, kind: "used", quantity: -1, requestId, createdAt: at });
  return owner;
}

/** Whether this use was recorded before, so that a retry can succeed. */
export async function isUsed(
  db: Db,
  { id, requestId }: Pick<BoostUse, "id" | "requestId">,
): Promise<boolean> {
  return (
    (await db.$count(boostEntries, and(eq(boostEntries.id, id), eq(boostEntries.requestId, requestId)))) > 0
  );
}

/** Where boosts come from: a purchase, or a paid period of a subscription. */
type Cause = { boostPurchaseId: string } | { subscriptionPaymentId: string };

type Grant = { userId: string; boostType: BoostType; quantity: number; cause: Cause; at: Date };

/** Grants boosts to a person. @throws the driver's error when the same cause is granted twice */
export async function grantBoosts(tx: Tx, { userId, boostType, quantity, cause, at }: Grant): Promise<void> {
  const column = COLUMN[boostType];
  await tx
    .update(users)
    .set({ [column]: sql`${users[column]} + ${quantity}` })
    .where(eq(users.id, userId));
  const kind = "boostPurchaseId" in cause ? "purchase" : "subscription";
  await tx.insert(boostEntries).values({ ...cause, userId, boostType, kind, quantity, createdAt: at });
}

/** Revokes granted boosts, as far as the person has not used them; returns how many. */
export async function revokeBoosts(
  tx: Tx,
  { userId, boostType, quantity, cause, at }: Grant,
): Promise<number> {
  const column = COLUMN[boostType];
  const [person] = await tx
    .select({ count: users[column] })
    .from(users)
    .where(eq(users.id, userId))
    .for("no key update");
  const revoked = Math.min(person?.count ?? 0, quantity);
  if (revoked === 0) return 0;
  await tx
    .update(users)
    .set({ [column]: sql`${users[column]} - ${revoked}` })
    .where(eq(users.id, userId));
  await tx
    .insert(boostEntries)
    .values({ ...cause, userId, boostType, kind: "reversal", quantity: -revoked, createdAt: at });
  return revoked;
}
