import type { Db } from "@/db/client";
import { isRequesterNamed } from "@/lib/domain/users/public-name";
import type { Breakdown } from "@/lib/ground/money";
import { presentGiven } from "./present";
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
  state: "unpaid" | "failed" | "received" | "returning" | "returned";
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
