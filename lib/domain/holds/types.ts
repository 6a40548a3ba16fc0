import type { HoldCause } from "@/lib/ground/vocabulary";

/** With an account: only what goes to this account of the person. */
export type HoldSubject =
  | { userId: string; accountId?: string }
  | { requestId: string }
  | { donationId: string };

export type NewHold = {
  subject: HoldSubject;
  cause: HoldCause;
  at: Date;
  /** The payout that failed. */
  payoutId?: string;
  /** Why, in words. */
  decision?: string | null;
  /** The operator's name; null when a rule places it. */
  by?: string | null;
  /** When it ends by itself; null when somebody has to lift it. */
  endsAt?: Date | null;
};
