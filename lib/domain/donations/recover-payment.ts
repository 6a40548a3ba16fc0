import { paymentFor } from "./rules";
import { attachPayment, findDonationSubject } from "./store";
import type { Donation, PaymentContext } from "./types";

/**
 * The card provider's payment of a donation whose call to open it never answered: asking again with the same key tells which payment it made. Null
 * once the recipient's account was erased: the question would not be the same without the item, and nobody will ever be shown the form to pay it.
 * @throws ProviderUnavailable
 */
export async function recoverPayment(
  { db, card }: PaymentContext,
  donation: Donation,
): Promise<string | null> {
  const subject = await findDonationSubject(db, donation.id);
  if (subject?.isErased) return null;
  const payment = await card.createPayment(paymentFor(donation, subject?.item ?? ""));
  return attachPayment(db, donation.id, "stripe", payment.id, payment.clientSecret);
}
