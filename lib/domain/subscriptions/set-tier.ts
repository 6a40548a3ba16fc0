import type { Tx } from "@/db/client";
import { lockPlaces, lockRequestsOf } from "@/lib/domain/requests/guards";
import { placeRequestsOf } from "@/lib/domain/requests/place-requests-of";
import { isPaid } from "@/lib/ground/tiers";
import type { PaidTier, Tier } from "@/lib/ground/vocabulary";
import { lockEntitlement, requestEnd, selectRenewing, setEntitlement } from "./store";

type Entitlement = Omit<Awaited<ReturnType<typeof lockEntitlement>>, "endsAt">;

export type TierChange = {
  before: Entitlement;
  after: Entitlement;
  /** Number of agreements ended, so that the provider collects no further payment. */
  ended: number;
};

/**
 * Sets a person's tier until a time, or removes it, and ranks their requests again (D11, D20). It moves no money and
 * grants no boosts. Removing a tier ends its agreements in the books; `endAtProvider` ends them there.
 * @throws PaidTierKept if they pay for another tier, which only its removal can end
 */
export async function setTier(
  tx: Tx,
  userId: string,
  { tier, expiry, at }: { tier: Tier; expiry: Date | null; at: Date },
): Promise<TierChange> {
  await lockPlaces(tx, userId);
  const ended = isPaid(tier) ? 0 : await requestEnd(tx, userId, { at });
  await lockRequestsOf(tx, userId);
  const { endsAt: _, ...before } = await lockEntitlement(tx, userId);
  const renewing = await selectRenewing(tx, userId);
  const paid = renewing.find((each) => each !== tier);
  if (paid) throw new PaidTierKept(paid);
  const after = { tier, expiry, cancelled: isPaid(tier) && renewing.length === 0 };
  await setEntitlement(tx, userId, { ...after, endsAt: expiry }, at);
  await placeRequestsOf(tx, userId, { ownerTier: tier, ownerTierExpiry: expiry }, at);
  return { before, after, ended };
}

/** A person pays for a tier, which is not replaced by another. */
export class PaidTierKept extends Error {
  override name = "PaidTierKept";

  constructor(readonly tier: PaidTier) {
    super(`they pay for ${tier}`);
  }
}
