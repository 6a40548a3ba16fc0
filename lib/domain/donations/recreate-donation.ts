import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { donationOfTotal } from "@/lib/ground/money";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import type { ListedPayment } from "@/lib/providers/gateway";
import { hasParties, insertPending } from "./store";

/**
 * Writes the row of a donation again that was lost with a database, from the ids and the total in its payment; settling
 * the payment credits it. Whether it was anonymous is lost, so it is (D36), and so is a guest's address. Returns false
 * where the request or a person is lost too, or no donation has this total.
 */
export async function recreateDonation(
  db: Db,
  paymentMethod: PaymentProvider,
  { metadata, amount: total, currency, createdAt }: ListedPayment,
): Promise<boolean> {
  const { donationId: id = "", requestId = "", recipientId = "", guestId = null } = metadata;
  const donorId = guestId === null ? (metadata.donorId ?? "") : null;
  if (![id, requestId, donorId ?? guestId, recipientId].every((each) => isUuid(each))) return false;
  const amount = donationOfTotal(total);
  if (amount === null || !(await hasParties(db, { requestId, donorId, recipientId }))) return false;
  const row = {
    id,
    requestId,
    donorId,
    guestId,
    recipientId,
    amount,
    serviceFee: total - amount,
    currency,
    paymentMethod,
  };
  await insertPending(db, { ...row, anonymous: true, createdAt, checkAt: now() });
  return true;
}
