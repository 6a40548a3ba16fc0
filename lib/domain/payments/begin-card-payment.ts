import type { Db } from "@/db/client";
import { now } from "@/lib/clock";
import { type CardAttempt, declinedAt, declinedOf, insertAttempt } from "./card-attempts-store";
import { AT_ADDRESS, OF_PERSON, waitAfter } from "./card-testing";

/** That a card payment has to wait, in milliseconds, and what for. */
export type Slowed = { wait: number; declines: number; per: "person" | "address" };

/**
 * Notes that somebody begins a card payment, so that what is declined on it counts for them and for where they are; null. Or says how long they
 * have to wait because too many cards were declined: then nothing is noted.
 */
export async function beginCardPayment(db: Db, attempt: CardAttempt): Promise<Slowed | null> {
  const at = now();
  const since = (window: number) => new Date(at.getTime() - window);
  const own = await declinedOf(db, attempt.userId, since(OF_PERSON.window));
  const wait = waitAfter(own, OF_PERSON, at);
  if (wait > 0) return { wait, declines: own.count, per: "person" };
  const { perPerson, window } = AT_ADDRESS;
  const there = await declinedAt(db, { address: attempt.address, since: since(window), perPerson });
  const waitThere = waitAfter(there, AT_ADDRESS, at);
  if (waitThere > 0) return { wait: waitThere, declines: there.count, per: "address" };
  await insertAttempt(db, attempt);
  return null;
}
