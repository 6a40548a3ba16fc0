import type { PaidBy, PaymentProvider } from "@/lib/ground/vocabulary";
import { MIN_PAYOUT, type ReleaseFacts, releaseOf } from "./rules";
import type { Payouts } from "./schema";

/** With us, in the person's account at a provider, or in one that is closed. */
export type Place = "platform" | PaymentProvider | "closed";

/** A donation whose money is in no payout that runs. `left` in cents: what its recipient is to get of it. */
export type WaitingDonation = {
  left: number;
  settledAt: Date;
  paidBy: PaidBy | null;
  place: Place;
  isHeld: boolean;
};

/** What the money of a person waits for, beside each donation's own facts. */
export type RecipientFacts = Pick<ReleaseFacts, "firstPayoutAt" | "heldUntil"> & {
  /** Whether the person can be paid (trust 46). */
  isReady: boolean;
  /** Somebody has to act before anything is paid out to them. */
  isHeld: boolean;
  /** What is free makes up for a loss first: none of it can be asked for. */
  isRecovering: boolean;
  /** From where a payout that they ask for now would pay. */
  paidFrom: readonly Place[];
};

type Waiting = Pick<Payouts, "waiting" | "waitingUntil" | "waitingBecause" | "canAsk">;

/**
 * How much waits, for what, and whether its owner can ask for it now (payouts.md, Screens). Named is what comes first:
 * that they cannot be paid, a hold of the person, the next release date, a hold of donations, a loss that is made up
 * for, then the goal. Amounts in cents.
 */
export function waitingOf(
  donations: readonly WaitingDonation[],
  { isReady, isHeld, isRecovering, paidFrom, ...facts }: RecipientFacts,
  at: Date,
  dayLength?: number,
): Waiting {
  const sum = (some: readonly WaitingDonation[]) => some.reduce((total, { left }) => total + left, 0);
  const releases = donations.map((donation) => ({
    donation,
    release: releaseOf({ ...donation, ...facts, paidBy: donation.paidBy ?? "other" }, dayLength),
  }));
  const free = releases.flatMap(({ donation, release }) =>
    !donation.isHeld && release.at <= at ? [donation] : [],
  );
  const payable = free.filter(({ place }) => paidFrom.includes(place));
  const later = releases.map(({ release }) => release).filter((release) => release.at > at);
  const waiting = sum(donations);
  const canAsk = isReady && !isHeld && !isRecovering && sum(payable) >= MIN_PAYOUT;
  const because = (reason: Payouts["waitingBecause"], until: Date | null = null): Waiting => ({
    waiting,
    waitingUntil: until?.toISOString() ?? null,
    waitingBecause: reason,
    canAsk,
  });
  if (waiting === 0) return because(null);
  if (!isReady) return because("payee");
  if (isHeld) return because("hold");
  const [next] = later.sort((a, b) => a.at.getTime() - b.at.getTime());
  if (next) return because(next.reason, next.at);
  if (free.length === 0) return because("hold");
  return because(isRecovering ? "loss" : "goal");
}
