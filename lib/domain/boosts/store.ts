import { and, eq, gt, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { boostEntries, users } from "@/db/schema";
import type { BoostType, Tier } from "@/lib/vocabulary";

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
  db: Db,
  { id, userId, boostType, requestId, at }: Use,
): Promise<{ subscriptionTier: Tier; subscriptionExpiry: Date | null } | null> {
  const held = HELD[boostType];
  const [owner] = await db
    .update(users)
    .set({ [held]: sql`${users[held]} - 1` })
    .where(and(eq(users.id, userId), gt(users[held], 0)))
    .returning({ subscriptionTier: users.subscriptionTier, subscriptionExpiry: users.subscriptionExpiry });
  if (!owner) return null;
  await db
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
