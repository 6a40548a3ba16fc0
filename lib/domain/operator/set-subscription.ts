import type { PaymentContext } from "@/lib/domain/payments/types";
import { lockPlaces, lockRequestsOf } from "@/lib/domain/requests/guards";
import { placeRequestsOf } from "@/lib/domain/requests/place-requests-of";
import { endAtProvider } from "@/lib/domain/subscriptions/end-at-provider";
import {
  lockEntitlement,
  requestEnd,
  selectRenewing,
  setEntitlement,
} from "@/lib/domain/subscriptions/store";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { isPaid } from "@/lib/ground/tiers";
import type { Tier } from "@/lib/ground/vocabulary";
import { insertAuditEntry } from "./audit-store";
import { findPerson } from "./people-store";
import { endOfDate } from "./subscription-store";
import { type Operator, Refusal } from "./types";

type Order = {
  /** Username, e-mail address or id. */
  reference: string;
  tier: Tier;
  /** The last day, in the platform's time zone; null for `none`. */
  until: string | null;
  reason: string;
};

type Entitlement = Omit<Awaited<ReturnType<typeof lockEntitlement>>, "endsAt">;

export type SubscriptionSet = {
  personId: string;
  before: Entitlement;
  after: Entitlement;
  /** How many agreements were ended, so that the provider takes no further payment. */
  ended: number;
};

/**
 * Gives a person a tier until the end of a day, or takes it at once, and moves their requests in the feed (D11, D20). No money moves and no boosts
 * come with it. Whoever pays for a tier keeps that tier: it can be made longer, or taken, which also ends what they pay; not replaced by another.
 * @throws Refusal
 */
export async function setSubscription(
  context: PaymentContext,
  operator: Operator,
  order: Order,
): Promise<SubscriptionSet> {
  const { db } = context;
  const person = await findPerson(db, order.reference);
  if (!person) throw new Refusal("Nobody has that username, e-mail address or id.");
  if (person.erasedAt) throw new Refusal("This account was erased.");
  const expiry = await expiryOf(db, order);
  const { id } = person;
  const result = await db.transaction(async (tx) => {
    const at = now();
    await lockPlaces(tx, id);
    const ended = isPaid(order.tier) ? 0 : await requestEnd(tx, id, { at });
    await lockRequestsOf(tx, id);
    const { endsAt: _, ...before } = await lockEntitlement(tx, id);
    const renewing = await selectRenewing(tx, id);
    const paid = renewing.find((tier) => tier !== order.tier);
    if (paid) {
      throw new Refusal(`They pay for ${paid} every month: set none first, which also ends that.`);
    }
    const after = { tier: order.tier, expiry, cancelled: isPaid(order.tier) && renewing.length === 0 };
    await setEntitlement(tx, id, { ...after, endsAt: expiry });
    await placeRequestsOf(tx, id, { ownerTier: after.tier, ownerTierExpiry: expiry }, at);
    await insertAuditEntry(tx, operator, {
      action: "set_subscription",
      subject: "person",
      subjectId: id,
      before,
      after: { ...after, ...(ended > 0 && { agreementsEnded: ended }) },
      reason: order.reason,
    });
    return { personId: id, before, after, ended };
  });
  if (result.ended > 0) await endAtProvider(context, id);
  return result;
}

async function expiryOf(db: PaymentContext["db"], { tier, until }: Order): Promise<Date | null> {
  if (!isPaid(tier)) {
    if (until !== null) throw new Refusal("none is for now: it takes no date.");
    return null;
  }
  if (until === null) throw new Refusal(`${tier} needs the last day it is given for.`);
  const expiry = await endOfDate(db, until, env().timeZone);
  if (expiry <= now()) throw new Refusal(`${until} has passed.`);
  return expiry;
}
