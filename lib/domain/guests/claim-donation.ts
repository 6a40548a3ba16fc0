import type { Db } from "@/db/client";
import { readReceiptToken } from "@/lib/domain/given/receipt-token";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import { periodStarts } from "@/lib/ground/periods";
import { findAddress, lockGuestDonation, moveToClaimer } from "./claim-store";

/**
 * Takes a guest's donation into an account (giving.md, Claim): by the receipt's token, and only with the same confirmed
 * address. Donation, totals and periods of the day of settlement move in one transaction, once. Returns the id of
 * the donation. `isRetry`: an earlier call of theirs may have done so, without an answer.
 * @throws AppError NOT_FOUND also for a donation that is not received (any more), ALREADY_CLAIMED, EMAIL_NOT_CONFIRMED,
 * EMAIL_MISMATCH, OWN_REQUEST
 */
export async function claimDonation(
  db: Db,
  viewer: Pick<Viewer, "id">,
  token: string,
  isRetry = false,
): Promise<string> {
  const id = readReceiptToken(token);
  if (id === null) throw new AppError("NOT_FOUND");
  await db.transaction(async (tx) => {
    const donation = await lockGuestDonation(tx, id);
    if (!donation?.settledAt) throw new AppError("NOT_FOUND");
    if (isRetry && donation.donorId === viewer.id) return;
    if (donation.donorId !== null) throw new AppError("ALREADY_CLAIMED");
    if (donation.recipientId === viewer.id) throw new AppError("OWN_REQUEST");
    const periods = periodStarts(donation.settledAt, env().timeZone);
    if (!(await moveToClaimer(tx, { id, claimerId: viewer.id, at: now(), periods })))
      throw new AppError("NOT_FOUND");
    // The person is locked by now. What was moved is taken back where the address is not theirs.
    const address = await findAddress(tx, viewer.id);
    if (!address?.isConfirmed) throw new AppError("EMAIL_NOT_CONFIRMED");
    if (donation.email !== address.email) throw new AppError("EMAIL_MISMATCH");
  });
  return id;
}
