import type { PaymentContext } from "@/lib/domain/donations/types";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { type CardAttempt, declinedAt, declinedOf, insertAttempt, isEnded } from "./card-attempts-store";
import { AT_ADDRESS, MOST_OPEN, OF_PERSON, PREPARING, waitAfter } from "./card-testing";
import { countDeclines, endAttempts } from "./note-declines";

/** That a card payment has to wait, in milliseconds, and what for. */
export type Slowed = { wait: number; declines: number; per: "person" | "address" };

/**
 * Notes that somebody begins a card payment, so that what is declined on it counts for them and for where they are;
 * null. Or says how long they have to wait because too many cards were declined: then nothing is noted. What was
 * declined on their open payments is asked of the provider first, and of more than ten open ones the oldest is ended
 * there (D43).
 * @throws ProviderUnavailable
 */
export async function beginCardPayment(
  context: PaymentContext,
  attempt: CardAttempt,
): Promise<Slowed | null> {
  const { db } = context;
  await countDeclines(context, attempt.userId);
  const at = now();
  const since = (window: number) => new Date(at.getTime() - window);
  const own = await declinedOf(db, attempt.userId, since(OF_PERSON.window));
  const wait = waitAfter(own, OF_PERSON, at);
  if (wait > 0) return { wait, declines: own.count, per: "person" };
  const { perPerson, window } = AT_ADDRESS;
  const there = await declinedAt(db, { address: attempt.address, since: since(window), perPerson });
  const waitThere = waitAfter(there, AT_ADDRESS, at);
  if (waitThere > 0) return { wait: waitThere, declines: there.count, per: "address" };
  const kept = { at, preparingSince: since(PREPARING), most: MOST_OPEN };
  await endAttempts(context, await insertAttempt(db, attempt, kept));
  return null;
}

/**
 * Refuses a card payment that was ended while the provider was opening it: `end` ends it there too.
 * @throws AppError PURCHASE_CLOSED
 * @throws ProviderUnavailable
 */
export async function refuseIfEnded(
  { db }: PaymentContext,
  paymentId: string,
  end: () => Promise<void>,
): Promise<void> {
  if (!(await isEnded(db, paymentId))) return;
  await end();
  throw new AppError("PURCHASE_CLOSED");
}
