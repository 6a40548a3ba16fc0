import type { Db } from "@/db/client";
import { isRequesterNamed } from "@/lib/domain/users/public-name";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import type { Breakdown } from "@/lib/ground/money";
import { selectReceipt, setAnonymous } from "./receipt-store";
import { readReceiptToken, receiptPath } from "./receipt-token";
import type { Gift } from "./schema";

type Row = NonNullable<Awaited<ReturnType<typeof selectReceipt>>>;

/** A guest's receipt: who has its link sees it, signed in or not. */
export type Receipt = {
  gift: Gift;
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

/**
 * Changes whether the recipient sees the name that a guest gave, by the token of the receipt.
 * @throws AppError NOT_FOUND also once the gift was claimed
 */
export async function changeGift(
  db: Db,
  donationId: string,
  { receiptToken, anonymous }: { receiptToken: string; anonymous: boolean },
): Promise<Gift> {
  const id = readReceiptToken(receiptToken);
  if (id === null || id !== donationId.toLowerCase()) throw new AppError("NOT_FOUND");
  if (!(await db.transaction((tx) => setAnonymous(tx, id, anonymous)))) throw new AppError("NOT_FOUND");
  return presentGift(await rowOf(db, id));
}

/** A gift that is there. */
export async function giftOf(db: Db, id: string): Promise<Gift> {
  return presentGift(await rowOf(db, id));
}

async function rowOf(db: Db, id: string): Promise<Row> {
  const row = await selectReceipt(db, id);
  if (!row) throw new AppError("NOT_FOUND");
  return row;
}

function presentReceipt(row: Row): Receipt {
  const { recipient, amount, serviceFee, receiptNumber, name, guestId, thanksEmoji } = row;
  const isNamed = !recipient.isErased && isRequesterNamed(recipient, "visitor");
  return {
    gift: presentGift(row),
    breakdown: { donationAmount: amount, serviceFee, totalAmount: amount + serviceFee },
    receiptNumber,
    name,
    isGuests: guestId !== null,
    state: stateOf(row),
    thanksEmoji,
    recipientUsername: isNamed ? recipient.username : null,
  };
}

function stateOf({ paymentStatus, refundReason }: Row): Receipt["state"] {
  if (paymentStatus === "completed") return refundReason === null ? "received" : "returning";
  return ({ pending: "unpaid", failed: "failed", refunded: "returned" } as const)[paymentStatus];
}

function presentGift(row: Row): Gift {
  const { amount, serviceFee, item, photoUrl, requestId } = row;
  const times = [
    ["paid", row.settledAt],
    ["counted", row.creditedAt],
    ["free", row.releaseAt],
    ["on_its_way", row.sentAt],
    ["in_bank", row.arrivedAt],
    ["returned", row.refundedAt],
  ] as const;
  return {
    donationId: row.id,
    request: row.isShown ? { id: requestId, item, photoUrl, state: requestState(row) } : null,
    amount,
    serviceFee,
    total: amount + serviceFee,
    method: row.paidBy,
    anonymous: row.anonymous,
    createdAt: row.createdAt.toISOString(),
    steps: times.flatMap(([step, at]) => (at ? [{ step, at: at.toISOString() }] : [])),
    receiptUrl: `${env().appUrl}${receiptPath(row.id)}`,
  };
}

function requestState({ isCompleted, closedAt }: Row): "open" | "reached" | "closed" {
  if (isCompleted) return "reached";
  return closedAt === null ? "open" : "closed";
}
