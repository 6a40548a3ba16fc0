import type { Db } from "@/db/client";
import { donationPayable } from "@/lib/domain/donations/payable";
import { settleById } from "@/lib/domain/payments/settle";
import type { PaymentContext } from "@/lib/domain/payments/types";
import { isRequesterNamed } from "@/lib/domain/users/public-name";
import type { Breakdown } from "@/lib/ground/money";
import { orIfUnavailable } from "@/lib/providers/gateway";
import { presentGiven } from "./given";
import { readReceiptToken } from "./receipt-token";
import type { GivenDonation } from "./schema";
import { type GivenRow, selectReceipt } from "./store";

/** A guest's receipt: who has its link sees it, signed in or not. */
export type Receipt = {
  donation: GivenDonation;
  breakdown: Breakdown;
  receiptNumber: string;
  /** What the guest called themselves; null without a name, and once it was claimed or forgotten. */
  name: string | null;
  /** It is a guest's still. */
  isGuests: boolean;
  state: "unpaid" | "at_bank" | "failed" | "received" | "returning" | "returned";
  thanksEmoji: string | null;
  /** Null where the recipient is anonymous to visitors (D38) or erased. */
  recipientUsername: string | null;
};

/** The receipt that a token opens; null for one that we did not make. */
export async function findReceipt(db: Db, token: string): Promise<Receipt | null> {
  const id = readReceiptToken(token);
  const row = id && (await selectReceipt(db, id));
  return row ? presentReceipt(row) : null;
}

/**
 * The same; what is not paid yet is settled first. A payment that its guest left, or that was declined, has failed, as
 * on the page that a person returns to, but not while a page of its bank may be open. `mayCallProvider` applies a rate
 * limit.
 */
export async function settledReceipt(
  context: PaymentContext,
  token: string,
  mayCallProvider: (donationId: string) => Promise<boolean>,
): Promise<Receipt | null> {
  const found = await findReceipt(context.db, token);
  if (found?.state !== "unpaid" || !(await mayCallProvider(found.donation.donationId))) return found;
  const settling = settleById(context, donationPayable, found.donation.donationId);
  const settlement = await orIfUnavailable(settling, null);
  const receipt = await findReceipt(context.db, token);
  if (receipt?.state !== "unpaid" || settlement?.state !== "open") return receipt;
  return { ...receipt, state: settlement.isAtBank ? "at_bank" : "failed" };
}

function presentReceipt(row: GivenRow): Receipt {
  const { recipient, amount, serviceFee, receiptNumber, name, guestId, thanksEmoji } = row;
  const isNamed = !recipient.isErased && isRequesterNamed(recipient, "visitor");
  return {
    donation: presentGiven(row, null),
    breakdown: { donationAmount: amount, serviceFee, totalAmount: amount + serviceFee },
    receiptNumber,
    name,
    isGuests: guestId !== null,
    state: stateOf(row),
    thanksEmoji,
    recipientUsername: isNamed ? recipient.username : null,
  };
}

function stateOf({ paymentStatus, refundReason }: GivenRow): Receipt["state"] {
  if (paymentStatus === "completed") return refundReason === null ? "received" : "returning";
  return ({ pending: "unpaid", failed: "failed", refunded: "returned" } as const)[paymentStatus];
}
