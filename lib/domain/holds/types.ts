import type { HoldCause } from "@/lib/ground/vocabulary";

export type HoldSubject = { userId: string } | { requestId: string } | { donationId: string };

export type NewHold = {
  subject: HoldSubject;
  cause: HoldCause;
  at: Date;
  /** Why, in words. */
  decision?: string | null;
  /** The operator's name; null when a rule places it. */
  by?: string | null;
  /** When it ends by itself; null when somebody has to lift it. */
  endsAt?: Date | null;
};
