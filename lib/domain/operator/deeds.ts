import { z } from "zod";
import type { Db, Tx } from "@/db/client";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { now } from "@/lib/ground/clock";
import { MINUTE } from "@/lib/ground/durations";
import { MEASURE_RULES } from "@/lib/ground/vocabulary";
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
import { decide, liftDecision, needsSecond, newDecisionSchema, subjectOf } from "./decide";
import { findDecision, partyTo } from "./decisions-store";
import { approvePayouts, findTarget, holdMoney, liftHoldOf } from "./holds";
import { findHeldBy, findHeldFrom, findHold, findUnconfirmed } from "./holds-store";
import { assertNotOwn } from "./operators";
import { findOperatorById } from "./operators-store";
import type { Reader } from "./own-store";
import { decideOwnership, requireContested } from "./ownership";
import { paymentRecord } from "./payment-kinds";
import { donorOf } from "./payment-records-store";
import { retryStep } from "./payout-steps";
import { requirePerson } from "./people-store";
import { refundPayment } from "./refund-payment";
import { findFactor, removeFactorOf } from "./remove-factor";
import { findReturnable } from "./return-donations";
import { clearReview, findReview } from "./reviews";
import { namedBeside } from "./reviews-store";
import { findStep } from "./steps-store";
import { OPERATOR_HOLD_CAUSES, type OperatorPerson, Refusal } from "./types";

/**
 * Whom a deed concerns, and what it returns or releases in cents, without fees. `stored`: what the order says more
 * exactly while it waits, such as our id of what it is for, by which lists know whom it concerns.
 */
type Concern = {
  people: (string | null)[];
  amount: number;
  isAlwaysSecond?: boolean;
  stored?: Readonly<Record<string, string>>;
};

type Deed<I extends { reason: string }, R> = {
  input: z.ZodType<I>;
  concern: (db: Db, input: I, operator: OperatorPerson) => Promise<Concern>;
  run: (context: PayoutContext, operator: OperatorPerson, input: I) => Promise<R>;
};
const deed = <I extends { reason: string }, R>(definition: Deed<I, R>) => definition;

const text = z.string();
const reason = { reason: text };

/** What may need a second operator (safety.md, Four eyes). What is stored to wait is read back by `input`. */
export const DEEDS = {
  decide: deed({
    input: newDecisionSchema,
    concern: async (db, input, operator) => {
      const { subjectId, personId } = await db.transaction((tx) => subjectOf(tx, input));
      const party = await partyTo(db, operator.id, { subjectId, measure: input.measure });
      const { second } = MEASURE_RULES[input.measure];
      // With a last day, a decision releases then what it confirms.
      const { kind: subject, measure } = input;
      const releases = input.until !== null && (measure === "held" || input.automatic);
      const released = releases ? await findUnconfirmed(db, { subject, subjectId, measure }, now()) : 0;
      const amount = second === "returns" ? (await findReturnable(db, subjectId)).given : released;
      return {
        people: [personId, party],
        amount,
        isAlwaysSecond: second === "always",
        stored: { id: subjectId },
      };
    },
    run: decide,
  }),
  lift: deed({
    input: z.object({ decision: text, ...reason }),
    concern: async (db, input, operator) => {
      const decision = await findDecision(db, input.decision);
      if (!decision) throw new Refusal("No decision has that id.", "unknown");
      const party = await partyTo(db, operator.id, { ...decision, decisionId: decision.id });
      return { people: [decision.personId, party], amount: await findHeldBy(db, decision) };
    },
    run: liftDecision,
  }),
  refund: deed({
    input: z.object({ reference: text, isAsked: z.boolean(), ...reason }),
    concern: async (db, { reference }) => {
      const { id, payerId, recipientId, amount } = await paymentRecord(db, reference);
      return { people: [payerId, recipientId], amount, stored: { reference: id } };
    },
    run: refundPayment,
  }),
  approve_payouts: deed({
    input: z.object({ reference: text, ...reason }),
    concern: async (db, { reference }, operator) => {
      const person = await requirePerson(db, reference);
      const amount = await findHeldFrom(db, person.id, "first_payout");
      const named = await namedBeside(db, operator.id, { personId: person.id, requestId: null });
      return { people: [person.id, named], amount, stored: { reference: person.id } };
    },
    run: ({ db }, operator, input) => approvePayouts(db, operator, input),
  }),
  hold: deed({
    input: z.object({
      reference: text,
      cause: z.enum(OPERATOR_HOLD_CAUSES),
      until: text.nullable(),
      ...reason,
    }),
    concern: async (db, { reference }, operator) => {
      const { id: subjectId, personId } = await findTarget(db, reference);
      const party = await partyTo(db, operator.id, { subjectId });
      return { people: [personId, await donorOf(db, subjectId), party], amount: 0 };
    },
    run: ({ db }, operator, input) => holdMoney(db, operator, input),
  }),
  retry_payout: deed({
    input: z.object({
      reference: text,
      batch: text.optional(),
      isUnmade: z.boolean().optional(),
      ...reason,
    }),
    concern: async (db, { reference, isUnmade = false }) => {
      const step = await findStep(db, reference);
      return {
        people: [step?.personId ?? null, await donorOf(db, step?.donationId ?? null)],
        amount: isUnmade ? (step?.amount ?? 0) : 0,
        // If it was made after all, it is paid twice.
        isAlwaysSecond: isUnmade,
      };
    },
    run: retryStep,
  }),
  lift_hold: deed({
    input: z.object({ holdId: text, ...reason }),
    concern: async (db, { holdId }, operator) => {
      const hold = await findHold(db, holdId);
      if (!hold) throw new Refusal("No hold has that id.", "unknown");
      const { subject, subjectId, personId, held } = hold;
      const party = await partyTo(db, operator.id, { subjectId });
      const requestId = subject === "request" ? subjectId : null;
      const named = await namedBeside(db, operator.id, { personId, requestId });
      return { people: [personId, await donorOf(db, subjectId), party, named], amount: held };
    },
    run: ({ db }, operator, input) => liftHoldOf(db, operator, input),
  }),
  clear_review: deed({
    input: z.object({ requestId: text, ...reason }),
    concern: async (db, { requestId }, operator) => {
      const { request, held } = await findReview(db, requestId);
      const party = await partyTo(db, operator.id, { subjectId: request.id });
      const named = await namedBeside(db, operator.id, { personId: request.owner.id, requestId });
      return { people: [request.owner.id, party, named], amount: held };
    },
    run: ({ db }, operator, input) => clearReview(db, operator, input),
  }),
  remove_factor: deed({
    input: z.object({ reference: text, since: text.nullable(), ...reason }),
    concern: async (db, input, operator) => {
      const { personId, since } = await findFactor(db, input);
      const party = await partyTo(db, operator.id, { subjectId: personId });
      return {
        people: [personId, party],
        amount: 0,
        isAlwaysSecond: true,
        stored: { reference: personId, since },
      };
    },
    run: removeFactorOf,
  }),
  decide_ownership: deed({
    input: z.object({ reference: text, to: z.enum(["old", "new"]), since: text.nullish(), ...reason }),
    concern: async (db, input, operator) => {
      const { id, since } = await db.transaction((tx) => requireContested(tx, input));
      const party = await partyTo(db, operator.id, { subjectId: id });
      return {
        people: [id, party],
        amount: await findHeldFrom(db, id, "ownership"),
        isAlwaysSecond: true,
        stored: { reference: id, since: since.toISOString() },
      };
    },
    run: decideOwnership,
  }),
};

export type DeedName = keyof typeof DEEDS;
export type InputOf<N extends DeedName> = (typeof DEEDS)[N] extends Deed<infer I, unknown> ? I : never;
export type ResultOf<N extends DeedName> = (typeof DEEDS)[N] extends Deed<infer _, infer R> ? R : never;

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
  input: InputOf<N>,
): Promise<Performed<ResultOf<N>>> {
  const { concern, run } = DEEDS[name] as unknown as Deed<InputOf<N>, ResultOf<N>>;
  const concerned = await concern(context.db, input, operator);
  assertNotOwn(operator, concerned.people);
  if (!concerned.isAlwaysSecond && !needsSecond(concerned.amount)) {
    return { done: await run(context, operator, input) };
  }
  const waits = await context.db.transaction(async (tx) => {
    const id = await insertApproval(tx, {
      deed: name,
      input: { ...input, ...concerned.stored },
      personId: concerned.people[0] ?? null,
      amount: concerned.amount,
      reason: input.reason,
      askedBy: operator.id,
      askedAt: now(),
    });
    await insertAuditEntry(tx, operator, {
      action: "ask_approval",
      subject: "approval",
      subjectId: id,
      after: { deed: name, amount: concerned.amount },
      reason: input.reason,
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
      const { concern, input } = deedOf(approval);
      approval.amount = (await concern(db, input, { id: approval.askedBy, name: "" })).amount;
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
    if (isApproved) await assertPossible(tx, waiting, operator);
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
    const { input, run } = deedOf(approval);
    const asker = await requireAsker(context.db, approval);
    return await run(context, { ...asker, approval: approval.id }, input);
  } catch (error) {
    if (error instanceof Refusal) await finishApproval(context.db, approval.id, now());
    throw error;
  }
}

/** What cannot be done is left waiting, so that it can be refused. @throws Refusal */
async function assertPossible(tx: Tx, approval: Approval, operator: OperatorPerson): Promise<void> {
  const { concern, input } = deedOf(approval);
  assertNotOwn(operator, (await concern(tx, input, operator)).people);
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

function deedOf({ deed: name, input }: Approval) {
  const found = DEEDS[name as DeedName] as unknown as Deed<{ reason: string }, unknown> | undefined;
  if (!found) throw new Refusal("This version does not know what was asked for.");
  return { ...found, input: found.input.parse(input) };
}
