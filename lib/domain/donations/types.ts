import type { PayableRow } from "@/lib/domain/payments/types";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import type { Breakdown } from "@/lib/ground/money";
import type { Locale } from "@/lib/ground/vocabulary";

/** A donation. Cents. */
export type Donation = PayableRow & {
  requestId: string;
  /** Null for a guest's. */
  donorId: string | null;
  /** Who gave without an account; null once they claimed it. */
  guestId: string | null;
  recipientId: string;
  amount: number;
  serviceFee: number;
  /** What partial refunds took back of both, as far as they are booked. */
  returned: number;
  /** It is held because of a dispute. */
  isDisputed: boolean;
};

/** Who gives: a person, or somebody without an account (giving.md). */
export type DonorOrGuest = { id: string } | { guest: NewGuest };

/** Who gave: a person, or the guest whose receipt it is. */
export type DonorKey = { id: string } | { guestId: string };

/** What a donor writes to the recipient with a donation; `isShown`: others may read it too. */
export type NewNote = { text: string; isShown: boolean };

/** What a guest says of themselves; `name` is for the recipient. */
export type NewGuest = { email: string; name: string | null; language: Locale; anonymous: boolean };

/** What the return page shows (D35). Cents. */
export type PaymentOutcome =
  /** No such payment, or not the caller's. */
  | { state: "unknown" }
  /** The provider is unreachable now; the donation can be settled later. */
  | { state: "unavailable" }
  | {
      /** `at_bank`: unpaid, and a page of the payer's bank may still be open. */
      state: "succeeded" | "processing" | "at_bank" | "failed" | "refunded";
      donationId: string;
      /** Its donor took it back (giving.md). */
      isTakenBack: boolean;
      /** Where the payer can choose another way to pay; null if they cannot. */
      approvalUrl: string | null;
      breakdown: Breakdown;
      requestId: string;
      /** Null where the request is deleted or hidden. */
      item: string | null;
      /** Null, like the username, if the recipient's account was erased. */
      recipientName: string | null;
      recipientUsername: string | null;
      /** The recipient's profile is anonymous: only signed-in people see their name (D38). */
      recipientAnonymous: boolean;
    };

/** Whom a person helped: of how many people, whether there may be more, and the latest requests that are shown. */
export type Helped = {
  people: number;
  isMore: boolean;
  /** `emoji` is shown for a request without a photo; `donations` is how many donations it got from the person. */
  requests: { id: string; item: string; photoUrl: string | null; emoji: string; donations: number }[];
};

/** What a credited donation did for its request, as its donor sees it. Cents. */
export type Contribution = {
  request: FundingRequest;
  /** What the request would have raised without it. */
  raisedBefore: number;
  /** The goal was reached by this donation. */
  hasCompleted: boolean;
  receiptNumber: string;
  /** What the donor wrote with it. */
  message: string | null;
};
