import type { PaymentContext } from "@/lib/domain/payments/types";
import { endAtProvider } from "@/lib/domain/subscriptions/end-at-provider";
import { PaidTierKept, setTier } from "@/lib/domain/subscriptions/set-tier";
import { now } from "@/lib/ground/clock";
import { isPaid } from "@/lib/ground/tiers";
import type { Tier } from "@/lib/ground/vocabulary";
import { insertAuditEntry } from "./audit-store";
import { endOf } from "./holds";
import { assertNotOwn } from "./operators";
import { requirePerson } from "./people-store";
import { type Operator, Refusal } from "./types";

type Input = {
  /** Username, e-mail address or id. */
  reference: string;
  tier: Tier;
  /** The last day, in `TIME_ZONE`; null for `none`. */
  until: string | null;
  reason: string;
};

/**
 * Sets a person's tier until the end of a day, or removes it at once, and ranks their requests again (D11, D20). It
 * moves no money and grants no boosts. A paid tier can be extended, or removed, which also ends its agreements; it
 * cannot be replaced by another.
 * @throws Refusal
 */
export async function setSubscription(context: PaymentContext, operator: Operator, input: Input) {
  const { db } = context;
  const person = await requirePerson(db, input.reference);
  assertNotOwn(operator, [person.id]);
  if (person.erasedAt) throw new Refusal("This account was erased.");
  const expiry = expiryOf(input);
  const { id } = person;
  const change = await db
    .transaction(async (tx) => {
      const { before, after, ended } = await setTier(tx, id, { tier: input.tier, expiry, at: now() });
      await insertAuditEntry(tx, operator, {
        action: "set_subscription",
        subject: "person",
        subjectId: id,
        before,
        after: { ...after, ...(ended > 0 && { agreementsEnded: ended }) },
        reason: input.reason,
      });
      return { before, after, ended };
    })
    .catch((error: unknown) => {
      if (!(error instanceof PaidTierKept)) throw error;
      throw new Refusal(`They pay for ${error.tier} every month: set none first, which also ends that.`);
    });
  if (change.ended > 0) await endAtProvider(context, id);
  return { personId: id, ...change };
}

function expiryOf({ tier, until }: Input): Date | null {
  if (!isPaid(tier)) {
    if (until !== null) throw new Refusal("none is for now: it takes no date.");
    return null;
  }
  if (until === null) throw new Refusal(`${tier} needs the last day it is given for.`);
  return endOf(until);
}
