import { and, eq, gt, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { boostEntries, users } from "@/db/schema";
import type { BoostType, Tier } from "@/lib/ground/vocabulary";

const HELD = { normal: "normalBoosts", premium: "premiumBoosts" } as const;

/** How many boosts of each type a person holds. */
export async function selectHeld(db: Db, userId: string): Promise<Record<BoostType, number> | null> {
  const [row] = await db
    .select({ normal: users.normalBoosts, premium: users.premiumBoosts })
    .from(users)
    .where(eq(users.id, userId));
  return row ?? null;
}

type Use = { id: string; userId: string; boostType: BoostType; requestId: string; at: Date };

/**
 * Takes one of a person's boosts for a request, if there is one left; null if not. The person's row stays locked, so what it says of their tier
 * holds until the transaction ends.
 */
export async function spendBoost(
  tx: Tx,
  { id, userId, boostType, requestId, at }: Use,
): Promise<{ subscriptionTier: Tier; subscriptionExpiry: Date | null } | null> {
  const held = HELD[boostType];
  const [owner] = await tx
    .update(users)
    .set({ [held]: sql`${users[held]} - 1` })
    .where(and(eq(users.id, userId), gt(users[held], 0)))
    .returning({ subscriptionTier: users.subscriptionTier, subscriptionExpiry: users.subscriptionExpiry });
  if (!owner) return null;
  await tx
    .insert(boostEntries)
    .values({ id, userId, boostType, kind: "used", quantity: -1, requestId, createdAt: at });
  return owner;
}

/** Whether this very use was entered before: a retry finds it done. */
export async function isUsed(db: Db, { id, requestId }: Pick<Use, "id" | "requestId">): Promise<boolean> {
  return (
    (await db.$count(boostEntries, and(eq(boostEntries.id, id), eq(boostEntries.requestId, requestId)))) > 0
  );
}

/** What brought boosts to a person: something they bought, or a paid period of their subscription. */
type Cause = { boostPurchaseId: string } | { subscriptionPaymentId: string };

type Grant = { userId: string; boostType: BoostType; quantity: number; cause: Cause; at: Date };

/** Hands boosts to a person. @throws the driver's error when the same cause is entered twice */
export async function grantBoosts(tx: Tx, { userId, boostType, quantity, cause, at }: Grant): Promise<void> {
  const held = HELD[boostType];
  await tx
    .update(users)
    .set({ [held]: sql`${users[held]} + ${quantity}` })
    .where(eq(users.id, userId));
  const kind = "boostPurchaseId" in cause ? "purchase" : "subscription";
  await tx.insert(boostEntries).values({ ...cause, userId, boostType, kind, quantity, createdAt: at });
}

/** Takes back what is left of boosts that were handed out, never more than the person still holds. */
export async function takeBackBoosts(
  tx: Tx,
  { userId, boostType, quantity, cause, at }: Grant,
): Promise<void> {
  const held = HELD[boostType];
  const [person] = await tx
    .select({ held: users[held] })
    .from(users)
    .where(eq(users.id, userId))
    .for("no key update");
  const taken = Math.min(person?.held ?? 0, quantity);
  if (taken === 0) return;
  await tx
    .update(users)
    .set({ [held]: sql`${users[held]} - ${taken}` })
    .where(eq(users.id, userId));
  await tx
    .insert(boostEntries)
    .values({ ...cause, userId, boostType, kind: "reversal", quantity: -taken, createdAt: at });
}
