import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import type { PaymentGateway } from "@/lib/providers/gateway";
import {
  type CardAttempt,
  declinedAt,
  declinedOf,
  endAttemptsOf,
  insertAttempt,
  isEnded,
  type OpenAttempt,
  raiseDeclines,
  reopenAttempt,
  selectOpenOf,
} from "./card-attempts-store";
import { AT_ADDRESS, MOST_OPEN, OF_PERSON, PREPARING, waitAfter } from "./card-testing";
import type { PaymentContext } from "./types";

/** That a card payment has to wait, in milliseconds, and what for. */
export type Slowed = { wait: number; declines: number; per: "person" | "address" };

/**
 * Notes that a person begins a card payment, so that declines on it count for them and for their address; null. Or says
 * how long they have to wait because too many cards were declined: then nothing is noted. The declines on their open
 * payments are read from the provider first, and of more than ten open ones the oldest is ended there (D43).
 * @throws ProviderUnavailable
 */
export async function beginCardPayment(
  context: PaymentContext,
  attempt: CardAttempt,
): Promise<Slowed | null> {
  const { db } = context;
  await countDeclines(context, attempt.userId);
  await endIfTooMany(context, attempt.userId);
  const at = now();
  const since = (window: number) => new Date(at.getTime() - window);
  const own = await declinedOf(db, attempt.userId, since(OF_PERSON.window));
  const wait = waitAfter(own, OF_PERSON, at);
  if (wait > 0) return { wait, declines: own.count, per: "person" };
  const { perPerson, window } = AT_ADDRESS;
  const there = await declinedAt(db, { address: attempt.address, since: since(window), perPerson });
  const waitThere = waitAfter(there, AT_ADDRESS, at);
  if (waitThere > 0) return { wait: waitThere, declines: there.count, per: "address" };
  await endAttempts(
    context,
    await insertAttempt(db, attempt, { at, preparingSince: since(PREPARING), most: MOST_OPEN }),
  );
  return null;
}

/**
 * Refuses a payment whose card attempt was ended while the provider was opening it, and ends it there too. Does nothing
 * to a payment that is no card attempt.
 * @throws AppError PURCHASE_CLOSED
 * @throws ProviderUnavailable
 */
export async function refuseIfEnded(
  { db }: Pick<PaymentContext, "db">,
  gateway: PaymentGateway,
  { rowId, providerId }: { rowId: string; providerId: string },
): Promise<void> {
  if (!(await isEnded(db, rowId))) return;
  await gateway.endPayment(providerId);
  throw new AppError("PURCHASE_CLOSED");
}

/**
 * Notes how often cards were declined on a payment, as the provider counts them, and on the person's other open
 * payments. While they have to wait, all of these are ended at the provider, so that no further card can be tried there.
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
  if (!(await mustWait(context, userId))) await countDeclines(context, userId, paymentId);
  await endIfTooMany(context, userId);
}

/** Counts the declines on a person's open payments at the provider, without waiting for its events. */
async function countDeclines({ db, card }: PaymentContext, userId: string, except?: string): Promise<void> {
  const open = (await selectOpenOf(db, userId)).filter(({ id }) => id !== except);
  const at = now();
  await Promise.all(
    open.map(async ({ id, providerId }) => {
      const declines = (await card.findPayment(providerId))?.declines ?? 0;
      if (declines > 0) await raiseDeclines(db, { paymentId: id, declines, at });
    }),
  );
}

/** Ends card payments at the provider. What cannot be ended now counts as open again. */
async function endAttempts({ db, card }: PaymentContext, attempts: readonly OpenAttempt[]): Promise<void> {
  const ending = await Promise.allSettled(
    attempts.map(async ({ id, providerId }) => {
      try {
        await card.endPayment(providerId);
      } catch (error) {
        await reopenAttempt(db, id);
        throw error;
      }
    }),
  );
  const failed = ending.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
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
