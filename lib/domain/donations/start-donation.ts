import { refuseIfEnded } from "@/lib/domain/payments/begin-card-payment";
import type { Viewer } from "@/lib/domain/users/types";
import { AppError } from "@/lib/ground/errors";
import { type DonationInput, prepareDonation } from "./prepare-donation";
import { paymentFor, totalOf } from "./rules";
import type { DonationIntent } from "./schema";
import { attachPayment } from "./store";
import type { PaymentContext } from "./types";

/**
 * Starts a donation by card (specification 4, Card donation flow; api.md): the row stands as pending before the provider is asked, with a key
 * made from its id. `id` is the operation's: asked again, the same donation and the same payment answer. Answers cents.
 * @throws AppError the errors of prepareDonation, PURCHASE_CLOSED
 * @throws ProviderUnavailable
 */
export async function startDonation(
  context: PaymentContext,
  viewer: Pick<Viewer, "id">,
  input: DonationInput,
  id: string,
): Promise<DonationIntent> {
  const { db, card } = context;
  const { donation, item } = await prepareDonation(db, viewer, input, { id, method: "stripe" });
  const payment = await card.createPayment(paymentFor(donation, item));
  const attached = await attachPayment(db, id, "stripe", payment.id, payment.clientSecret);
  // The provider forgot the key and made a second payment: only the first may be paid.
  if (attached !== payment.id) throw new AppError("NOT_ACTIVE");
  await refuseIfEnded(context, id, () => card.cancelPayment(payment.id));
  const { amount: donationAmount, serviceFee } = donation;
  return { clientSecret: payment.clientSecret, donationAmount, serviceFee, totalAmount: totalOf(donation) };
}
