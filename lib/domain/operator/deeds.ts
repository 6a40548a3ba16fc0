import { z } from "zod";
import type { Db } from "@/db/client";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { now } from "@/lib/ground/clock";
import { MEASURES } from "@/lib/ground/vocabulary";
import { type Approval, answerApproval, insertApproval, lockApproval } from "./approvals-store";
import { insertAuditEntry } from "./audit-store";
import { decide, liftDecision, needsSecond, subjectOf } from "./decide";
import { findDecision } from "./decisions-store";
import { approvePayouts, liftHoldOf } from "./holds";
import { findHold, selectHoldsOf } from "./holds-store";
import { findOperatorById } from "./operators-store";
import { paymentRecord } from "./payment-kinds";
import { findPerson } from "./people-store";
import { refundPayment } from "./refund-payment";
import { findReturnable } from "./return-donations";
import { type OperatorPerson, Refusal } from "./types";

/** Whom a deed concerns, and what it returns or releases in cents, without fees. */
type Concern = { people: (string | null)[]; amount: number; isAlwaysSecond?: boolean };

type Deed<I extends { reason: string }, R> = {
  input: z.ZodType<I>;
  concern: (db: Db, input: I) => Promise<Concern>;
  run: (context: PayoutContext, operator: OperatorPerson, input: I) => Promise<R>;
};
const deed = <I extends { reason: string }, R>(definition: Deed<I, R>) => definition;

const text = z.string();
const reason = { reason: text };

/** What may need a second operator (safety.md, Four eyes). What is stored to wait is read back by `input`. */
export const DEEDS = {
  decide: deed({
    input: z.object({
      kind: z.enum(["request", "person"]),
      id: text,
      measure: z.enum(MEASURES),
      ground: text,
      facts: text,
      until: text.nullable(),
      automatic: z.boolean(),
      report: text.nullable(),
      ...reason,
    }),
    concern: async (db, input) => {
      const { subjectId, personId } = await db.transaction((tx) => subjectOf(tx, input));
      const amount = input.measure === "returned" ? (await findReturnable(db, subjectId)).given : 0;
      return { people: [personId], amount, isAlwaysSecond: input.measure === "suspended" };
    },
    run: decide,
  }),
  lift: deed({
    input: z.object({ decision: text, ...reason }),
    concern: async (db, input) => {
      const decision = await findDecision(db, input.decision);
      if (!decision) throw new Refusal("No decision has that id.");
      const holds = await selectHoldsOf(db, decision.personId);
      const placed = holds.find(
        ({ decisionId, liftedAt }) => decisionId === decision.id && liftedAt === null,
      );
      return { people: [decision.personId], amount: placed?.held ?? 0 };
    },
    run: liftDecision,
  }),
  refund: deed({
    input: z.object({ reference: text, isAsked: z.boolean(), ...reason }),
    concern: async (db, { reference }) => {
      const { payerId, recipientId, amount } = await paymentRecord(db, reference);
      return { people: [payerId, recipientId], amount };
    },
    run: refundPayment,
  }),
  approve_payouts: deed({
    input: z.object({ reference: text, ...reason }),
    concern: async (db, { reference }) => {
      const person = await findPerson(db, reference);
      if (!person) throw new Refusal("Nobody has that username, e-mail address or id.");
      const holds = await selectHoldsOf(db, person.id);
      const held = holds.find(({ cause, liftedAt }) => cause === "first_payout" && liftedAt === null)?.held;
      return { people: [person.id], amount: held ?? 0 };
    },
    run: ({ db }, operator, input) => approvePayouts(db, operator, input),
  }),
  lift_hold: deed({
    input: z.object({ holdId: text, ...reason }),
    concern: async (db, { holdId }) => {
      const hold = await findHold(db, holdId);
      if (!hold) throw new Refusal("No hold has that id.");
      return { people: [hold.personId], amount: hold.held };
    },
    run: ({ db }, operator, input) => liftHoldOf(db, operator, input),
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
  const concerned = await concern(context.db, input);
  assertNotOwn(concerned, operator);
  if (!concerned.isAlwaysSecond && !needsSecond(concerned.amount)) {
    return { done: await run(context, operator, input) };
  }
  const waits = await context.db.transaction(async (tx) => {
    const id = await insertApproval(tx, {
      deed: name,
      input,
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

/**
 * A second operator's yes or no to what waits. After a yes it is done at once, as the first operator's deed.
 * @throws Refusal when nothing waits under that id, it was answered, or it is the operator's own or concerns them
 */
export async function answerWaiting(
  context: PayoutContext,
  operator: OperatorPerson,
  { id, isApproved, reason }: { id: string; isApproved: boolean; reason: string | null },
): Promise<{ approval: Approval; result: unknown }> {
  const approval = await context.db.transaction(async (tx) => {
    const waiting = await lockApproval(tx, id);
    if (!waiting) throw new Refusal("Nothing waits under that id.");
    if (waiting.answeredAt !== null) throw new Refusal("Another operator has answered this already.");
    if (isApproved && waiting.askedBy === operator.id) {
      throw new Refusal("You asked for this: another operator has to say yes.");
    }
    if (waiting.personId === operator.id)
      throw new Refusal("This concerns you: another operator has to answer.");
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
  if (!isApproved) return { approval, result: null };
  const { concern, input, run } = deedOf(approval);
  assertNotOwn(await concern(context.db, input), operator);
  const asker = await findOperatorById(context.db, approval.askedBy);
  if (!asker) throw new Refusal("Who asked for this is no operator any more: it was not done.");
  return { approval, result: await run(context, asker, input) };
}

function deedOf({ deed: name, input }: Approval) {
  const found = DEEDS[name as DeedName] as unknown as Deed<{ reason: string }, unknown> | undefined;
  if (!found) throw new Refusal("This version does not know what was asked for.");
  return { ...found, input: found.input.parse(input) };
}

function assertNotOwn({ people }: Concern, operator: OperatorPerson): void {
  if (people.includes(operator.id)) throw new Refusal("This concerns you: another operator has to do it.");
}
