import { env } from "@/lib/ground/env";
import { receiptPath } from "./receipt-token";
import type { GivenDonation } from "./schema";
import type { GivenRow } from "./store";

/** A donation as who gave it sees it. `until`: until when it can be taken back; null where it cannot. */
export function presentGiven(row: GivenRow, until: string | null): GivenDonation {
  const { amount, serviceFee, item, photoUrl, requestId } = row;
  const times = [
    ["paid", row.settledAt],
    ["counted", row.creditedAt],
    ["free", row.releaseAt],
    ["on_its_way", row.sentAt],
    ["in_bank", row.arrivedAt],
    ["delivered", row.deliveredAt],
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
    message: row.message,
    createdAt: row.createdAt.toISOString(),
    steps: times.flatMap(([step, at]) =>
      at ? [{ step, at: at.toISOString(), ...(step === "counted" && until && { until }) }] : [],
    ),
    canTakeBackUntil: until,
    receiptUrl: `${env().appUrl}${row.donorId === null ? receiptPath(row.id) : `/api/gifts/${row.id}/receipt`}`,
  };
}

function requestState({ isCompleted, closedAt }: GivenRow): "open" | "reached" | "closed" {
  if (isCompleted) return "reached";
  return closedAt === null ? "open" : "closed";
}
