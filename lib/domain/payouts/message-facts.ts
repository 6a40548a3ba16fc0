import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import type { Standing } from "@/lib/domain/holds/standing-rules";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { selectDonationsPaused, selectPayoutFacts, selectWaitingOf, sumOwed } from "./message-store";
import { DONATIONS_PAUSED_DAYS, daysOwed, givenBackOn, remedyOf } from "./rules";
import { findStanding } from "./standing";

/** What a message says about a payout. Amounts in cents. */
export type PayoutFacts = NonNullable<Awaited<ReturnType<typeof findPayoutFacts>>>;

/** A payout as messages describe it, now; null if there is none. */
export async function findPayoutFacts(db: Db, id: string) {
  const found = isUuid(id) ? await selectPayoutFacts(db, id) : null;
  if (!found) return null;
  const { heldFor, ...payout } = found;
  return { ...payout, remedy: heldFor === null ? null : remedyOf(heldFor) };
}

/** What a message says about somebody who is to be paid. Amounts in cents. */
export type PayeeFacts = {
  standing: Standing;
  isGivingPaused: boolean;
  /** What they are owed, since how many days, and when it has consequences; null when nothing is. */
  owed: { amount: number; days: number; pausedOn: Date; backOn: Date } | null;
};

/** A person to be paid as messages describe them, now. */
export async function findPayeeFacts(db: Db, userId: string): Promise<PayeeFacts> {
  const standing = await findStanding(db, userId);
  const { amount, since } = await sumOwed(db, userId);
  const donationsPausedAt = await selectDonationsPaused(db, userId);
  return {
    standing,
    isGivingPaused: donationsPausedAt !== null,
    owed: since && {
      amount,
      days: daysOwed(since, now()),
      pausedOn: daysAfter(since, DONATIONS_PAUSED_DAYS),
      backOn: givenBackOn(since),
    },
  };
}

/** Whether a person has to say who they are before anything can be paid to them, now. */
export async function isIdentityMissing(db: Db, userId: string): Promise<boolean> {
  const { code } = await findStanding(db, userId);
  return code === "unpayable" || code === "start" || code === "continue";
}

/**
 * What somebody gave to a request, or by one donation, and could not be paid out yet; null when it was, when it went
 * back, or when the recipient can be paid meanwhile. It does not name the recipient, whose identity check is no
 * donor's business, nor the title of a hidden request. Amounts in cents.
 */
export async function findWaitingFacts(
  db: Db,
  given: { donorId: string; requestId: string } | { id: string },
) {
  const waiting = await selectWaitingOf(db, given);
  if (!waiting) return null;
  const { standing, owed } = await findPayeeFacts(db, waiting.recipientId);
  if (standing.by !== null || owed === null) return null;
  const { requestId, title, amount } = waiting;
  return { requestId, title, amount, backOn: owed.backOn };
}

function daysAfter(since: Date, days: number): Date {
  return new Date(since.getTime() + days * DAY);
}
