import { validate as isUuid } from "uuid";
import { donationPayable } from "@/lib/domain/donations/payable";
import { isOfDonor } from "@/lib/domain/donations/rules";
import type { DonorKey } from "@/lib/domain/donations/types";
import { settleById } from "@/lib/domain/payments/settle";
import { lockErased } from "@/lib/domain/users/guards";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import { orLater } from "@/lib/providers/gateway";
import { type Donation, selectDonations } from "./donation-store";
import { providersOf } from "./providers";
import { TAKE_BACKS, takeBackEndedUntil, takeBackUntil } from "./rules";
import { lockAddressOf, markTakenBack, selectOpen, selectTakenBack } from "./take-back-store";
import type { PayoutContext } from "./types";

/**
 * Gives a donor, or a guest by the receipt, back what they gave, fee included, without a question while the donation
 * waits (giving.md, Take back). The refund is due once this returns, and made at once where the provider answers; a
 * goal that was reached is open again (D27). `isRetry`: an earlier call of theirs may have done so, without an answer.
 * @throws AppError NOT_FOUND, ALREADY_RETURNED, TOO_LATE, TAKEN_BACK_OFTEN
 */
export async function takeBack(
  context: PayoutContext,
  donor: DonorKey,
  donationId: string,
  isRetry = false,
): Promise<{ state: "refund_due" | "refunded" }> {
  if (!isUuid(donationId)) throw new AppError("NOT_FOUND");
  await context.db.transaction(async (tx) => {
    const donation = await donationPayable.lock(tx, donationId);
    if (!donation || !isOfDonor(donation, donor) || donation.settledAt === null) {
      throw new AppError("NOT_FOUND");
    }
    if (isRetry && donation.refundReason === "taken_back") return;
    if (donation.paymentStatus === "refunded" || donation.refundReason !== null) {
      throw new AppError("ALREADY_RETURNED");
    }
    // Of two donations taken back at once the second sees the first.
    await ("id" in donor ? lockErased(tx, donor.id) : lockAddressOf(tx, donor.guestId));
    const at = now();
    const [facts] = await selectDonations(tx, [donationId], { providers: providersOf(context), at });
    const until = donation.isDisputed ? null : waitsUntil(facts);
    if (until === null || until <= at) throw new AppError("TOO_LATE", { values: { of: "donation" } });
    const ended = takeBackEndedUntil(await selectTakenBack(tx, donor, TAKE_BACKS.max), at);
    if (ended) throw new AppError("TAKEN_BACK_OFTEN", { values: { untilTime: ended.toISOString() } });
    await markTakenBack(tx, donationId, at);
  });
  const settled = await orLater(settleById(context, donationPayable, donationId));
  return { state: settled?.state === "refunded" ? "refunded" : "refund_due" };
}

/** Until when a donor can take donations back, by their ids; without those that cannot be taken back now. */
export async function takeableUntil(
  context: PayoutContext,
  donor: DonorKey,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { db } = context;
  const at = now();
  if (takeBackEndedUntil(await selectTakenBack(db, donor, TAKE_BACKS.max), at)) return new Map();
  const open = await selectOpen(db, donor, ids);
  const facts = await selectDonations(db, open, { providers: providersOf(context), at });
  const until = facts.map((donation) => [donation.id, waitsUntil(donation)] as const);
  return new Map(until.flatMap(([id, end]) => (end && end > at ? [[id, end.toISOString()]] : [])));
}

/** Until when a donation waits; null where it is moved or goes back. */
function waitsUntil(donation: Donation | undefined): Date | null {
  if (!donation || donation.isTaken || donation.isGoingBack) return null;
  return takeBackUntil(donation, env().releaseDay);
}
