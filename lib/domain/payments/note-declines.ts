import { now } from "@/lib/clock";
import type { PaymentContext } from "@/lib/domain/donations/types";
import { declinedOf, raiseDeclines, selectOpenOf } from "./card-attempts-store";
import { OF_PERSON, waitAfter } from "./card-testing";

/**
 * Notes how often cards were declined on a payment, as the provider counts them. Whoever has to wait because of it can try no further card on what
 * they had begun either: that is ended at the provider. It can be called any number of times.
 * @throws ProviderUnavailable
 */
export async function noteDeclines(
  { db, card }: PaymentContext,
  paymentId: string,
  declines: number,
): Promise<void> {
  if (declines === 0) return;
  const at = now();
  const userId = await raiseDeclines(db, { paymentId, declines, at });
  if (userId === null) return;
  const declined = await declinedOf(db, userId, new Date(at.getTime() - OF_PERSON.window));
  if (waitAfter(declined, OF_PERSON, at) === 0) return;
  for (const open of await selectOpenOf(db, userId)) {
    if (open.paymentId !== null) await card.cancelPayment(open.paymentId);
    if (open.checkoutId !== null) await card.expireCheckout(open.checkoutId);
  }
}
