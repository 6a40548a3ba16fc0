import type { Db, Tx } from "@/db/client";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { now } from "@/lib/ground/clock";
import { MINUTE } from "@/lib/ground/durations";
import { MEASURE_RULES, type Measure } from "@/lib/ground/vocabulary";
import {
  type Approval,
  answerApproval,
  finishApproval,
  insertApproval,
  lockApproval,
  selectUnfinished,
  selectWaitingApprovals,
} from "./approvals-store";
import { insertAuditEntry } from "./audit-store";
import { decide, liftDecision, needsSecond, subjectOf } from "./decide";
import { findDecision, partyTo } from "./decisions-store";
import { approvePayouts, findTarget, holdMoney, liftHoldOf } from "./holds";
import { findHeldBy, findHeldFrom, findHold, findUnconfirmed } from "./holds-store";
import { assertNotOwn } from "./operators";
import { findOperatorById, hasColleague } from "./operators-store";
import type { Reader } from "./own-store";
import { decideOwnership, requireContested } from "./ownership";
import { paymentRecord } from "./payment-kinds";
import { donorOf } from "./payments-store";
import { retryStep } from "./payout-steps";
import { requirePerson } from "./people-store";
import { refundPayment } from "./refund-payment";
import { findFactor, removeFactorOf } from "./remove-factor";
import { findReturnable } from "./return-donations";
import { clearReview, findReview } from "./reviews";
import { namedBeside } from "./reviews-store";
import { type DeedName, ORDERS, type Order } from "./schema";
import { findStep } from "./steps-store";
import { type OperatorPerson, Refusal } from "./types";

export type { DeedName };

/** Whom and what a deed concerns, and what it returns or releases in cents, without fees. */
type Concern = {
  personId: string | null;
  /** What it is about: its donor, who reported it and who would get it back are concerned too. */
  subjectId: string | null;
  recipientId?: string | null;
  measure?: Measure;
  decisionId?: string;
  amount: number;
  /** It lets money go: it concerns also whom the rules name beside its owner, or beside this request. */
  releases?: { requestId: string | null };
  /** Whether a second operator is needed, whatever the amount is. */
  second?: "always" | "never" | undefined;
  /** What the order says more exactly while it waits, such as our id, by which lists know whom it concerns. */
  stored?: Readonly<Record<string, string>>;
};

type Deed<N extends DeedName> = {
  concern: (db: Db, order: Order<N>, operator: { id: string }) => Promise<Concern>;
  run: (context: PayoutContext, operator: OperatorPerson, order: Order<N>) => Promise<unknown>;
};

/** What may need a second operator (safety.md, Four eyes). */
const DEEDS = {
  decide: {
    concern: async (db, order) => {
      const { measure, until, automatic, kind: subject } = order;
      const { subjectId, personId } = await db.transaction((tx) => subjectOf(tx, order));
      const { second } = MEASURE_RULES[measure];
      // With a last day, a decision releases then what it confirms.
      const releases = until !== null && (measure === "held" || automatic);
      const released = releases ? await findUnconfirmed(db, { subject, subjectId, measure }, now()) : 0;
      const amount = second === "returns" ? (await findReturnable(db, subjectId)).given : released;
      return {
        personId,
        subjectId,
        measure,
        amount,
        second: second === "always" ? second : undefined,
        stored: { id: subjectId },
      };
    },
    run: decide,
  },
  lift: {
    concern: async (db, { decision: decisionId }) => {
      const decision = await findDecision(db, decisionId);
      if (!decision) throw new Refusal("No decision has that id.", "unknown");
      const { personId, subjectId, measure } = decision;
      return { personId, subjectId, measure, decisionId, amount: await findHeldBy(db, decision) };
    },
    run: liftDecision,
  },
  refund: {
    concern: async (db, { reference }) => {
      const { id, payerId, recipientId, amount } = await paymentRecord(db, reference);
      return { personId: payerId, subjectId: id, recipientId, amount, stored: { reference: id } };
    },
    run: refundPayment,
  },
  approve_payouts: {
    concern: async (db, { reference }) => {
      const { id } = await requirePerson(db, reference);
      const amount = await findHeldFrom(db, id, "first_payout");
      return {
        personId: id,
        subjectId: id,
        amount,
        releases: { requestId: null },
        stored: { reference: id },
      };
    },
    run: ({ db }, operator, order) => approvePayouts(db, operator, order),
  },
  hold: {
    concern: async (db, { reference }) => {
      const { id: subjectId, personId } = await findTarget(db, reference);
      return { personId, subjectId, amount: 0 };
    },
    run: ({ db }, operator, order) => holdMoney(db, operator, order),
  },
  retry_payout: {
    concern: async (db, { reference, isUnmade = false }) => {
      const { personId = null, donationId = null, amount = 0 } = (await findStep(db, reference)) ?? {};
      return {
        personId,
        subjectId: donationId,
        amount: isUnmade ? amount : 0,
        // If it was made after all, it is paid twice.
        second: isUnmade ? "always" : undefined,
      };
    },
    run: retryStep,
  },
  lift_hold: {
    concern: async (db, { holdId }) => {
      const hold = await findHold(db, holdId);
      if (!hold) throw new Refusal("No hold has that id.", "unknown");
      const { subject, subjectId, personId, held } = hold;
      const requestId = subject === "request" ? subjectId : null;
      return { personId, subjectId, amount: held, releases: { requestId } };
    },
    run: ({ db }, operator, order) => liftHoldOf(db, operator, order),
  },
  clear_review: {
    concern: async (db, { requestId }) => {
      const { request, held } = await findReview(db, requestId);
      return {
        personId: request.owner.id,
        subjectId: request.id,
        amount: held,
        releases: { requestId: request.id },
      };
    },
    run: ({ db }, operator, order) => clearReview(db, operator, order),
  },
  remove_factor: {
    concern: async (db, order) => {
      const { personId, since } = await findFactor(db, order);
      const stored = { reference: personId, since };
      return { personId, subjectId: personId, amount: 0, second: "always", stored };
    },
    run: removeFactorOf,
  },
  decide_ownership: {
    concern: async (db, order, operator) => {
      const { id, since } = await db.transaction((tx) => requireContested(tx, order));
      return {
        personId: id,
        subjectId: id,
        amount: await findHeldFrom(db, id, "ownership"),
        // An operator decides (D52), and who is alone cannot ask another (C319).
        second: (await hasColleague(db, operator.id)) ? "always" : "never",
        stored: { reference: id, since: since.toISOString() },
      };
    },
    run: decideOwnership,
  },
} satisfies { [N in DeedName]: Deed<N> };

export type ResultOf<N extends DeedName> = Awaited<ReturnType<(typeof DEEDS)[N]["run"]>>;

const deedOf = <N extends DeedName>(name: N) => DEEDS[name] as unknown as Deed<N>;

/** @throws Refusal where a deed concerns the operator */
async function assertConcernsOthers(db: Db, operator: OperatorPerson, concern: Concern): Promise<void> {
  const { personId, subjectId, recipientId = null, releases, ...said } = concern;
  assertNotOwn(operator, [
    personId,
    recipientId,
    await donorOf(db, subjectId),
    subjectId && (await partyTo(db, operator.id, { subjectId, ...said })),
    releases && personId ? await namedBeside(db, operator.id, { personId, ...releases }) : null,
  ]);
}

/** `waits`: the id under which a second operator has to say yes. */
type Performed<R> = { waits: string } | { done: R };

/**
 * Does what an operator orders, or stores it for a second operator's yes. What concerns the operator is refused.
 * @throws Refusal
 */
export async function perform<N extends DeedName>(
  context: PayoutContext,
  operator: OperatorPerson,
  name: N,
  order: Order<N>,
): Promise<Performed<ResultOf<N>>> {
  const { concern: concernOf, run } = deedOf(name);
  const concern = await concernOf(context.db, order, operator);
  const { personId, amount, second, stored } = concern;
  await assertConcernsOthers(context.db, operator, concern);
  if (second === "never" || (second === undefined && !needsSecond(amount))) {
    return { done: (await run(context, operator, order)) as ResultOf<N> };
  }
  const waits = await context.db.transaction(async (tx) => {
    const id = await insertApproval(tx, {
      deed: name,
      input: { ...order, ...stored },
      personId,
      amount,
      reason: order.reason,
      askedBy: operator.id,
      askedAt: now(),
    });
    await insertAuditEntry(tx, operator, {
      action: "ask_approval",
      subject: "approval",
      subjectId: id,
      after: { deed: name, amount },
      reason: order.reason,
    });
    return id;
  });
  return { waits };
}

/** What waits, the oldest first, with the cents that it would return or release now: more may have been given since. */
export async function listWaiting(db: Db, limit: number, of: Reader = {}): Promise<Approval[]> {
  const waiting = await selectWaitingApprovals(db, limit, of);
  for (const approval of waiting) {
    try {
      const { name, order } = orderOf(approval);
      approval.amount = (await deedOf(name).concern(db, order, { id: approval.askedBy })).amount;
    } catch (error) {
      // It cannot be done any more, and is refused by whoever says yes.
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return waiting;
}

/**
 * A second operator's yes or no to what waits. After a yes it is done at once, as the first operator's deed; if the
 * process ends before, `finishApproved` does it.
 * @throws Refusal when nothing waits under that id, it was answered, or it is the operator's own or concerns them
 */
export async function answerWaiting(
  context: PayoutContext,
  operator: OperatorPerson,
  { id, isApproved, reason }: { id: string; isApproved: boolean; reason: string | null },
): Promise<{ approval: Approval; result: unknown }> {
  const approval = await context.db.transaction(async (tx) => {
    const waiting = await lockApproval(tx, id);
    if (!waiting) throw new Refusal("Nothing waits under that id.", "unknown");
    if (waiting.answeredAt !== null)
      throw new Refusal("Another operator has answered this already.", "answered");
    if (isApproved && waiting.askedBy === operator.id) {
      throw new Refusal("You asked for this: another operator has to say yes.", "own_ask");
    }
    if (waiting.personId === operator.id)
      throw new Refusal("This concerns you: another operator has to answer.", "own");
    await assertPossible(tx, waiting, operator).catch((error: unknown) => {
      // What cannot be done any more is refused, so that it does not wait for ever.
      if (isApproved || !(error instanceof Refusal) || error.kind === "own") throw error;
    });
    await answerApproval(tx, id, { answeredAt: now(), answeredBy: operator.id, isApproved });
    await insertAuditEntry(tx, operator, {
      action: isApproved ? "approve" : "refuse_approval",
      subject: "approval",
      subjectId: id,
      after: { deed: waiting.deed },
      ...(reason !== null && { reason }),
    });
    return waiting;
  });
  return { approval, result: isApproved ? await finish(context, approval) : null };
}

/** Long after the server that got the yes has done it, or died. */
const LEFT_AFTER = 10 * MINUTE;
const BATCH = 20;

/**
 * Does what a second operator allowed and no server finished: each deed stores that it is done in its own transaction.
 * `onError` gets what failed, which is tried again by the next run.
 */
export async function finishApproved(
  context: PayoutContext,
  onError: (approval: string, error: unknown) => void,
): Promise<void> {
  const before = new Date(now().getTime() - LEFT_AFTER);
  for (const approval of await selectUnfinished(context.db, before, BATCH)) {
    await finish(context, approval).catch((error: unknown) => {
      if (!(error instanceof Refusal)) onError(approval.id, error);
    });
  }
}

/** @throws Refusal when it cannot be done any more, which ends it too */
async function finish(context: PayoutContext, approval: Approval): Promise<unknown> {
  try {
    const { name, order } = orderOf(approval);
    const asker = await requireAsker(context.db, approval);
    return await deedOf(name).run(context, { ...asker, approval: approval.id }, order);
  } catch (error) {
    if (error instanceof Refusal) await finishApproval(context.db, approval.id, now());
    throw error;
  }
}

/** @throws Refusal where it cannot be done any more, or concerns the operator */
async function assertPossible(tx: Tx, approval: Approval, operator: OperatorPerson): Promise<void> {
  const { name, order } = orderOf(approval);
  await assertConcernsOthers(tx, operator, await deedOf(name).concern(tx, order, operator));
  await requireAsker(tx, approval);
}

async function requireAsker(db: Db, { askedBy }: Approval): Promise<OperatorPerson> {
  const asker = await findOperatorById(db, askedBy);
  if (!asker)
    throw new Refusal(
      "Who asked for this is no operator any more, or is suspended: it was not done.",
      "asker_gone",
    );
  return asker;
}

/** What was asked for. @throws Refusal where it was stored by a version that knew something else */
function orderOf({ deed, input }: Approval) {
  const name = deed as DeedName;
  const { success, data } = ORDERS[name]?.safeParse(input) ?? { success: false };
  if (!success) throw new Refusal("This version does not know what was asked for.");
  return { name, order: data as Order<DeedName> };
}
