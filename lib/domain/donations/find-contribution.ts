import type { Db } from "@/db/client";
import { findRequest } from "@/lib/domain/requests/queries";
import { findCredited } from "./store";
import type { Contribution } from "./types";

/**
 * What a credited donation did for its request, for the page that thanks its donor. Null for anybody else, when the
 * donation was not credited or was reversed, and when the request was deleted or hidden. Cents.
 */
export async function findContribution(
  db: Db,
  donation: { id: string; donorId: string },
): Promise<Contribution | null> {
  const credited = await findCredited(db, donation);
  const request =
    credited && (await findRequest(db, credited.requestId, { id: donation.donorId, isOperator: false }));
  if (!credited || !request) return null;
  const { amountLeft, hasCompleted, receiptNumber, message } = credited;
  const raisedBefore = Math.max(0, request.raised - amountLeft);
  return { request, raisedBefore, hasCompleted, receiptNumber, message };
}
