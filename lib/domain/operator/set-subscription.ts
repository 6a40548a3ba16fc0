import type { PaymentContext } from "@/lib/domain/payments/types";
import { placeRequestsOf } from "@/lib/domain/requests/place-requests-of";
import { lockPlaces, lockRequestsOf } from "@/lib/domain/requests/store";
import { endAtProvider } from "@/lib/domain/subscriptions/end-at-provider";
import {
  lockEntitlement,
  requestEnd,
  selectRenewing,
  setEntitlement,
} from "@/lib/domain/subscriptions/store";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import type { Tier } from "@/lib/ground/vocabulary";
import { insertAuditEntry } from "./audit-store";
import { findPerson } from "./people-store";
import { endOfDate } from "./subscription-store";
import { type Operator, Refusal } from "./types";

type Input = {
  /** Username, e-mail address or id. */
  reference: string;
  tier: Tier;
  /** The last day, in `TIME_ZONE`; null for `none`. */
  until: string | null;
  reason: string;
};

type Entitlement = Omit<Awaited<ReturnType<typeof lockEntitlement>>, "endsAt">;

export type SubscriptionChange = {
  personId: string;
  before: Entitlement;
  after: Entitlement;
  /** Number of agreements ended, so that the provider collects no further payment. */
  ended: number;
};

/**
 * Sets a person's tier until the end of a day, or removes it at once, and ranks their requests again (D11, D20). It
 * moves no money and grants no boosts. A paid tier can be extended, or removed, which also ends its agreements; it
 * cannot be replaced by another.
 * @throws Refusal
 */
export async function setSubscription(
  context: PaymentContext,
  operator: Operator,
  input: Input,
): Promise<SubscriptionChange> {
  const { db } = context;
  const person = await findPerson(db, input.reference);
  if (!person) throw new Refusal("Nobody has that username, e-mail address or id.");
  if (person.erasedAt) throw new Refusal("This account was erased.");
  const expiry = await expiryOf(db, input);
  const { id } = person;
  const result = await db.transaction(async (tx) => {
    const at = now();
    await lockPlaces(tx, id);
    const ended = input.tier === "none" ? await requestEnd(tx, id, { at }) : 0;
    await lockRequestsOf(tx, id);
    const { endsAt: _, ...before } = await lockEntitlement(tx, id);
    const renewing = await selectRenewing(tx, id);
    const paid = renewing.find((tier) => tier !== input.tier);
    if (paid) {
      throw new Refusal(`They pay for ${paid} every month: set none first, which also ends that.`);
    }
    const after = { tier: input.tier, expiry, cancelled: input.tier !== "none" && renewing.length === 0 };
    await setEntitlement(tx, id, { ...after, endsAt: expiry });
    await placeRequestsOf(tx, id, { ownerTier: after.tier, ownerTierExpiry: expiry }, at);
    await insertAuditEntry(tx, operator, {
      action: "set_subscription",
      subject: "person",
      subjectId: id,
      before,
      after: { ...after, ...(ended > 0 && { agreementsEnded: ended }) },
      reason: input.reason,
    });
    return { personId: id, before, after, ended };
  });
  if (result.ended > 0) await endAtProvider(context, id);
  return result;
}

async function expiryOf(db: PaymentContext["db"], { tier, until }: Input): Promise<Date | null> {
  if (tier === "none") {
    if (until !== null) throw new Refusal("none is for now: it takes no date.");
    return null;
  }
  if (until === null) throw new Refusal(`${tier} needs the last day it is given for.`);
  const expiry = await endOfDate(db, until, env().timeZone);
  if (expiry <= now()) throw new Refusal(`${until} has passed.`);
  return expiry;
}
