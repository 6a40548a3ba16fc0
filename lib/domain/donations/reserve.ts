import type { Db } from "@/db/client";
import { assertRunning } from "@/lib/domain/incidents/stops";
import type { PaymentContext } from "@/lib/domain/payments/types";
import { givingOff } from "@/lib/domain/requests/rules";
import { now } from "@/lib/ground/clock";
import { HOUR } from "@/lib/ground/durations";
import { AppError } from "@/lib/ground/errors";
import { busyUntil, hasLapsed, type PaidAt, RESERVED_FOR, RESERVES_FOR_AT_MOST } from "./reserve-rules";
import {
  checkClosed,
  endOtherPlaces,
  lockRequestTerms,
  lockUnpaid,
  selectReservedBesides,
  setReserved,
} from "./reserve-store";
import { isOfDonor } from "./rules";
import { remainingOf } from "./terms";
import type { DonorKey } from "./types";

/**
 * Takes the place of a donor who presses Pay (giving.md, Never race for the last euro): what they are about to pay is
 * theirs until then, so that nobody pays for a goal that others have reached. A place is a row with an end: it ends
 * with its payment or by itself, and counts only where a request closes at its goal. Called again it is renewed. A
 * person has one at a request: that of their earlier payment ends.
 * @throws AppError NOT_FOUND, NOT_ACTIVE, BEING_PAID, GOAL_REACHED, GIVING_OFF, STOPPED
 */
export async function reserve(
  { db, card }: PaymentContext,
  donor: DonorKey,
  { paymentIntentId, paidAt }: { paymentIntentId: string; paidAt: PaidAt },
): Promise<{ reservedUntil: string }> {
  await assertRunning(db, "giving");
  return db.transaction(async (tx) => {
    const donation = await lockUnpaid(tx, { provider: card.provider, paymentId: paymentIntentId });
    if (!donation || !isOfDonor(donation, donor)) throw new AppError("NOT_FOUND");
    if (donation.paymentStatus !== "pending") throw new AppError("NOT_ACTIVE");
    const request = await lockRequestTerms(tx, donation.requestId);
    if (!request?.isActive) throw new AppError("NOT_FOUND");
    const cause = givingOff(request);
    if (cause) throw new AppError("GIVING_OFF", { values: { cause } });
    const remaining = remainingOf(request);
    if (remaining === 0) throw new AppError("GOAL_REACHED");
    const at = now();
    const { id, requestId, donorId } = donation;
    if (donorId !== null) await endOtherPlaces(tx, { id, requestId, donorId }, at);
    const others = await selectReservedBesides(tx, donation, at);
    const busy = busyUntil(donation.amount, remaining, others.running);
    if (busy) {
      const values = { untilTime: busy.until.toISOString(), remainingCents: busy.remaining };
      throw new AppError("BEING_PAID", { values });
    }
    const isTooOld = at.getTime() - donation.createdAt.getTime() > RESERVES_FOR_AT_MOST;
    // Without a place they pay all the same, and nothing is stored: it would count as a place that ran out.
    if (isTooOld || hasLapsed(donorId, others.lapsed, at)) return { reservedUntil: at.toISOString() };
    const until = new Date(at.getTime() + RESERVED_FOR[paidAt]);
    await setReserved(tx, id, until);
    return { reservedUntil: until.toISOString() };
  });
}

/** The payments of goals that were reached before this are settled already. Milliseconds. */
const LOOKED_BACK = HOUR;

/** Makes the payments due that are still open for a request which reached its goal (giving.md). */
export async function checkClosedRequests(db: Db): Promise<void> {
  const at = now();
  await checkClosed(db, { since: new Date(at.getTime() - LOOKED_BACK), at });
}
