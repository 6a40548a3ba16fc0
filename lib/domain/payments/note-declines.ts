import type { PaymentContext } from "@/lib/domain/donations/types";
import { now } from "@/lib/ground/clock";
import type { CardProvider } from "@/lib/providers/payment";
import {
  declinedOf,
  endAttemptsOf,
  type OpenAttempt,
  raiseDeclines,
  reopenAttempt,
  selectOpenOf,
} from "./card-attempts-store";
import { OF_PERSON, waitAfter } from "./card-testing";

/**
 * Notes how often cards were declined on a payment, as the provider counts them, and on the person's other open
 * payments. While they have to wait they can try no further card there either: all of it is ended at the provider. It
 * can be called any number of times.
 * @throws ProviderUnavailable
 */
export async function noteDeclines(
  context: PaymentContext,
  paymentId: string,
  declines: number,
): Promise<void> {
  if (declines === 0) return;
  const userId = await raiseDeclines(context.db, { paymentId, declines, at: now() });
  if (userId === null) return;
  if (!(await mustWait(context, userId))) await askAboutOpen(context, userId, paymentId);
  await endIfTooMany(context, userId);
}

/**
 * Counts the declines on everything that a person has open, without waiting for the provider's events, and ends it all
 * if they are too many.
 * @throws ProviderUnavailable
 */
export async function countDeclines(context: PaymentContext, userId: string): Promise<void> {
  await askAboutOpen(context, userId);
  await endIfTooMany(context, userId);
}

/**
 * Ends card payments at the provider. What cannot be ended now counts as open again.
 * @throws ProviderUnavailable
 */
export async function endAttempts(
  { db, card }: PaymentContext,
  attempts: readonly OpenAttempt[],
): Promise<void> {
  const ending = await Promise.allSettled(
    attempts.map(async ({ id, paymentId, checkoutId }) => {
      try {
        if (paymentId !== null) await card.cancelPayment(paymentId);
        if (checkoutId !== null) await card.expireCheckout(checkoutId);
      } catch (error) {
        await reopenAttempt(db, id);
        throw error;
      }
    }),
  );
  const failed = ending.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

async function askAboutOpen({ db, card }: PaymentContext, userId: string, except?: string): Promise<void> {
  const open = (await selectOpenOf(db, userId)).filter(({ id }) => id !== except);
  const at = now();
  await Promise.all(
    open.map(async (attempt) => {
      const declines = await declinesOn(card, attempt);
      if (declines > 0) await raiseDeclines(db, { paymentId: attempt.id, declines, at });
    }),
  );
}

async function declinesOn(card: CardProvider, { paymentId, checkoutId }: OpenAttempt): Promise<number> {
  const known = paymentId ?? (checkoutId && (await card.findCheckout(checkoutId))?.paymentId);
  return known ? ((await card.findPayment(known))?.declines ?? 0) : 0;
}

async function mustWait({ db }: PaymentContext, userId: string): Promise<boolean> {
  const at = now();
  const declined = await declinedOf(db, userId, new Date(at.getTime() - OF_PERSON.window));
  return waitAfter(declined, OF_PERSON, at) > 0;
}

async function endIfTooMany(context: PaymentContext, userId: string): Promise<void> {
  if (await mustWait(context, userId)) {
    await endAttempts(context, await endAttemptsOf(context.db, userId, now()));
  }
}
