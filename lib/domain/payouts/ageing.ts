import type { Tx } from "@/db/client";
import { writeGuestMail, writeMail, writeOperatorMail } from "@/lib/domain/messages/write-messages";
import type { Backlog } from "@/lib/domain/payments/types";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import { adoptTransfersOf } from "./adopt-transfer";
import {
  lockUnpaid,
  type Overdue,
  orderRefunds,
  pauseDonations,
  selectDue,
  selectOverdue,
  selectRefundable,
  selectUnnotified,
  type Unpaid,
} from "./ageing-store";
import { onceEach } from "./once-each";
import { selectByProviderId } from "./payee-store";
import { providerOf, providersOf } from "./providers";
import {
  DONATIONS_PAUSED_DAYS,
  DONORS_NOTIFIED_DAYS,
  daysOwed,
  GIVEN_BACK_DAYS,
  HOLDS_MONEY,
  OPERATOR_NOTIFIED_DAYS,
  REMINDER_DAYS,
} from "./rules";
import { adoptPayouts } from "./settle-payout";
import type { PayoutContext } from "./types";

/**
 * People who are owed something and cannot be paid, for whom a step is due (payouts.md, Not verified): reminders,
 * donations paused, donors notified, everything returned. What never can be paid, because the provider refused, goes
 * back at once. Each step happens once, on however many servers. A backlog serves one run, which passes everybody once.
 * Nothing happens where this deployment pays nobody out.
 */
export function unpaidBacklog(context: PayoutContext): Backlog<Unpaid, PayoutContext> {
  const providers = providersOf(context);
  return {
    name: "unpaid person",
    claim: onceEach(async (db, at, batch) =>
      providers.length === 0 ? [] : selectDue(db, { ...batch, at, providers }),
    ),
    check: (_, person, at) => takeSteps(context, person, { providers, at }),
  };
}

type Options = { providers: PaymentProvider[]; at: Date };

async function takeSteps(
  context: PayoutContext,
  { id }: Unpaid,
  { providers, at }: Options,
): Promise<string> {
  const step = await context.db.transaction(async (tx) => {
    const person = await lockUnpaid(tx, id, providers);
    if (!person) return "unpaid no more";
    const days = daysOwed(person.since, at);
    const isPauseDue = days >= DONATIONS_PAUSED_DAYS || person.isRefused;
    if (isPauseDue && !person.pausedAt) await pause(tx, person, at);
    if (person.isRefused || days >= GIVEN_BACK_DAYS) return "unpaid given back";
    if (days >= DONORS_NOTIFIED_DAYS) return notifyOfWait(tx, person, at);
    if (isPauseDue) return "unpaid paused";
    return remind(tx, person, { days, at });
  });
  if (step !== "unpaid given back") return step;
  // Not in the transaction above: donations are locked before people.
  await giveUnpaidBack(context, id, { moved: false, at });
  return step;
}

/** Orders the refund of what was not paid out, after the providers were asked. @throws ProviderUnavailable */
async function giveUnpaidBack(
  context: PayoutContext,
  userId: string,
  which: { moved: boolean; days?: number; at: Date },
): Promise<void> {
  const wanted = { reason: "not_paid_out", ...which } as const;
  const asked = await askMoved(context, await selectRefundable(context.db, userId, wanted));
  await orderRefunds(context.db, userId, wanted, asked);
}

/**
 * Asks the providers what became of donations before they go back: books that were restored from a dump do not know
 * what was moved and paid after it (trust 47). What they have is booked. Returns the donations of which that worked. A
 * wallet's payouts cannot be listed (operations.md, Backup and restore).
 * @throws ProviderUnavailable
 */
async function askMoved(context: PayoutContext, donationIds: readonly string[]): Promise<string[]> {
  const isPaidRight = new Map<string, boolean>();
  const asked: string[] = [];
  for (const donationId of donationIds) {
    if (await askOne(context, donationId, isPaidRight)) asked.push(donationId);
  }
  return asked;
}

/** `isPaidRight`: of each account that was asked about, whether all its payouts are in the books. */
async function askOne(
  context: PayoutContext,
  donationId: string,
  isPaidRight: Map<string, boolean>,
): Promise<boolean> {
  let isRight = true;
  for (const name of providersOf(context).filter((each) => HOLDS_MONEY[each])) {
    const provider = providerOf(context, { provider: name });
    const { made, problem } = await adoptTransfersOf(context, provider, donationId, null);
    if (problem !== null) return false;
    for (const { account } of made) {
      const known = isPaidRight.get(account) ?? (await askPayouts(context, account));
      isPaidRight.set(account, known);
      isRight &&= known;
    }
  }
  return isRight;
}

async function askPayouts(context: PayoutContext, providerAccountId: string): Promise<boolean> {
  const account = await selectByProviderId(context.db, providerAccountId);
  if (!account) return false;
  const { left } = await adoptPayouts(context, { ...account, providerAccountId });
  return left.length === 0;
}

/**
 * People with donations that were not paid out for long although they can be paid, or nobody checked why: held,
 * reviewed, or stuck on the way. The operator gets mail on day 60, and on day 85 what is so old goes back to its
 * donors, also from the person's account (payouts.md, Always true; trust 45). Nothing happens where this deployment
 * pays nobody out.
 */
export function overdueBacklog(context: PayoutContext): Backlog<Overdue, PayoutContext> {
  const days = OPERATOR_NOTIFIED_DAYS;
  return {
    name: "overdue person",
    claim: onceEach(async (db, at, batch) =>
      providersOf(context).length === 0 ? [] : selectOverdue(db, { ...batch, at, days }),
    ),
    check: async (_, { id, since }, at) => {
      const notice = { about: "money_waiting", cause: `${id} ${dayOf(since)}`, reference: id, at } as const;
      await context.db.transaction((tx) => writeOperatorMail(tx, notice));
      if (daysOwed(since, at) < GIVEN_BACK_DAYS) return "overdue";
      await giveUnpaidBack(context, id, { moved: true, days: GIVEN_BACK_DAYS, at });
      return "overdue given back";
    },
  };
}

/** Stops donations. A refused person gets another message, when it happens. */
async function pause(tx: Tx, { id, since, isRefused }: Unpaid, at: Date): Promise<void> {
  await pauseDonations(tx, id, at);
  if (isRefused) return;
  await writeMail(tx, { kind: "donations_paused", cause: `${id}:${dayOf(since)}`, userId: id, at });
}

async function notifyOfWait(tx: Tx, { id }: Unpaid, at: Date): Promise<string> {
  for (const { cause, donor_id: userId, guest_id: guestId } of await selectUnnotified(tx, id)) {
    if (userId === null) await writeGuestMail(tx, { kind: "donation_waiting", cause, guestId, at });
    else await writeMail(tx, { kind: "donation_waiting", cause, userId, at });
  }
  return "unpaid donors told";
}

async function remind(
  tx: Tx,
  { id, since }: Unpaid,
  { days, at }: { days: number; at: Date },
): Promise<string> {
  const day = REMINDER_DAYS.filter((each) => each <= days).at(-1);
  if (day === undefined) return "unpaid";
  await writeMail(tx, { kind: "identity_reminder", cause: `${id}:${dayOf(since)}:${day}`, userId: id, at });
  return "unpaid reminded";
}

/** ISO 8601, UTC. */
function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
