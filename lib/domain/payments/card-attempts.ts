import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import type { PaymentGateway } from "@/lib/providers/gateway";
import {
  type CardAttempt,
  type DeclinedPerson,
  endAttemptsOf,
  insertAttempt,
  isEnded,
  type OpenAttempt,
  raiseDeclines,
  reopenAttempt,
  selectDeclined,
  selectDeclinedPeople,
  selectOpenOf,
} from "./card-attempts-store";
import {
  ADDRESS_LIMITS,
  ATTEMPT_RETENTION,
  MAX_OPEN,
  PERSON_LIMITS,
  PREPARATION_TIME,
  SUSPICIOUS_FROM,
  waitAfter,
} from "./card-testing";
import type { PaymentContext } from "./types";

/** How long a new card payment has to wait, in milliseconds, and whose declines require it. */
export type CardWait = { wait: number; declines: number; per: "person" | "address" | "link" };

/**
 * Records a new card payment, so that its declines count for the payer, the address and the gift link, and returns
 * null; or returns the wait if too many cards were declined (D43). `suspicious`: some were, and a guest has not proved
 * that their browser worked for it. It reads the declines of open payments from the provider first, and ends the oldest
 * of more than ten open payments there.
 * @throws ProviderUnavailable
 */
export async function beginCardPayment(
  context: PaymentContext,
  attempt: CardAttempt,
  { isProven = true }: { isProven?: boolean } = {},
): Promise<CardWait | "suspicious" | null> {
  const { db } = context;
  await countDeclines(context, attempt.payerId);
  await endIfTooMany(context, attempt.payerId);
  const at = now();
  const since = (window: number) => new Date(at.getTime() - window);
  const places = [
    { per: "person", by: "payerId", value: attempt.payerId, limits: PERSON_LIMITS },
    { per: "address", by: "address", value: attempt.address, limits: ADDRESS_LIMITS },
    { per: "link", by: "giftLinkId", value: attempt.giftLinkId, limits: ADDRESS_LIMITS },
  ] as const;
  for (const { per, by, value, limits } of places) {
    if (value === null) continue;
    const { window, perPerson } = limits;
    const declined = await selectDeclined(db, { by, value, since: since(window), perPerson });
    const wait = waitAfter(declined, limits, at);
    if (wait > 0) return { wait, declines: declined.count, per };
    if (per !== "person" && !isProven && declined.count >= SUSPICIOUS_FROM) return "suspicious";
  }
  await endAttempts(
    context,
    await insertAttempt(db, attempt, { at, preparingSince: since(PREPARATION_TIME), limit: MAX_OPEN }),
  );
  return null;
}

/**
 * Refuses a payment whose card attempt was ended while the provider was opening it, and ends it at the provider too.
 * Does nothing if the payment is not a card attempt.
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
 * Records the declines that the provider counts for a payment, and those of the person's other open payments. If the
 * person has to wait, it ends all of these at the provider, so that no further card can be tried on them.
 * @throws ProviderUnavailable
 */
export async function recordDeclines(
  context: PaymentContext,
  paymentId: string,
  declines: number,
): Promise<void> {
  if (declines === 0) return;
  const payerId = await raiseDeclines(context.db, { paymentId, declines, at: now() });
  if (payerId === null) return;
  if (!(await mustWait(context, payerId))) await countDeclines(context, payerId, paymentId);
  await endIfTooMany(context, payerId);
}

/** Reads the declines of a person's open payments from the provider, without waiting for its events. */
async function countDeclines({ db, card }: PaymentContext, payerId: string, except?: string): Promise<void> {
  const open = (await selectOpenOf(db, payerId)).filter(({ id }) => id !== except);
  const at = now();
  await Promise.all(
    open.map(async ({ id, providerId }) => {
      const declines = (await card.findPayment(providerId))?.declines ?? 0;
      if (declines > 0) await raiseDeclines(db, { paymentId: id, declines, at });
    }),
  );
}

/** Ends card payments at the provider. Reopens those that cannot be ended now. */
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

async function mustWait({ db }: PaymentContext, payerId: string): Promise<boolean> {
  const at = now();
  const since = new Date(at.getTime() - PERSON_LIMITS.window);
  const declined = await selectDeclined(db, { by: "payerId", value: payerId, since });
  return waitAfter(declined, PERSON_LIMITS, at) > 0;
}

async function endIfTooMany(context: PaymentContext, payerId: string): Promise<void> {
  if (await mustWait(context, payerId)) {
    await endAttempts(context, await endAttemptsOf(context.db, payerId, now()));
  }
}

/**
 * People whose cards were declined in the last day, most declines first, by id only. Many declines, or many addresses,
 * suggest stolen cards.
 */
export async function listDeclined(db: Db, limit: number): Promise<DeclinedPerson[]> {
  return selectDeclinedPeople(db, new Date(now().getTime() - ATTEMPT_RETENTION), limit);
}
