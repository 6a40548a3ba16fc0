import type { z } from "zod";
import type { Db, Tx } from "@/db/client";
import { pick } from "@/db/statement";
import { projectMeasures } from "@/lib/domain/measures/guards";
import {
  notifyOfSafety,
  writeGuestMail,
  writeMail,
  writeVisitorMail,
} from "@/lib/domain/messages/write-messages";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { now } from "@/lib/ground/clock";
import { MEASURE_RULES } from "@/lib/ground/vocabulary";
import { insertAuditEntry } from "./audit-store";
import {
  closeReports,
  confirmHold,
  type DecisionRecord,
  endDecision,
  findDecision,
  insertDecision,
  insertHoldOf,
  isReturned,
  liftHoldsOf,
  lockDecision,
  lockOverdue,
  partyTo,
  selectUnreturned,
  setAnswer,
} from "./decisions-store";
import { endOf } from "./holds";
import { findHeldBy } from "./holds-store";
import { assertNotOwn } from "./operators";
import { requirePerson } from "./people-store";
import { findReport, lockOpenReport } from "./reports-store";
import { lockRequest } from "./requests-store";
import { markReturned, type ReturnedDonations, returnMarked } from "./return-donations";
import type { answerAppealSchema, Order } from "./schema";
import { findNote, findPost } from "./subject-store";
import { type OperatorPerson, Refusal } from "./types";

export type Decided = {
  decision: DecisionRecord;
  /** How many reports it closed. */
  reports: number;
  /** Of a measure `returned`. Cents. */
  returned: ReturnedDonations | null;
};

/** Cents that a deed may return or release without a second operator (safety.md, Four eyes). */
const ALONE = 250_00;
export const needsSecond = (amount: number) => amount > ALONE;

/**
 * What a decision is about, and who is concerned; a guest, who has no account, gets the statement by mail.
 * @throws Refusal without a subject that the measure is for
 */
export async function subjectOf(tx: Tx, order: Order<"decide">): ReturnType<typeof findSubject> {
  const { id: subjectId, measure, report } = order;
  return findSubject(tx, order).catch(async (error: unknown) => {
    // Nothing can be done about what is gone: then who reported it is told.
    const known = measure === "none" && report !== null ? await findReport(tx, report) : null;
    if (error instanceof Refusal && known?.subjectId === subjectId)
      return { subjectId, personId: known.personId, guestId: null };
    throw error;
  });
}

async function findSubject(
  tx: Tx,
  { kind, id, measure }: Order<"decide">,
): Promise<{ subjectId: string; personId: string | null; guestId: string | null }> {
  const about = (subjectId: string, personId: string | null, guestId: string | null = null) => ({
    subjectId,
    personId,
    guestId,
  });
  const { of, ofDeleted } = MEASURE_RULES[measure];
  if (!of.includes(kind))
    throw new Refusal(`A ${kind} cannot be ${measure}: ${of.join(", ")} can.`, "unknown");
  if (kind === "request") {
    const request = await lockRequest(tx, id, { deleted: ofDeleted });
    return about(request.id, request.userId);
  }
  if (kind === "post") {
    const post = await findPost(tx, id);
    if (!post) throw new Refusal("No post has that id.", "unknown");
    return about(post.id, post.userId);
  }
  if (kind === "message") {
    const note = await findNote(tx, id);
    if (!note) throw new Refusal("No message has that id.", "unknown");
    return about(note.id, note.donorId, note.guestId);
  }
  const person = await requirePerson(tx, id);
  return about(person.id, person.id);
}

/**
 * Decides about a person or a request (safety.md, Decide): the measure applies at once, the person concerned gets the
 * statement of reasons, open reports of the subject are closed and their reporters told. Donations are returned after
 * it; what an interruption left is done by housekeeping.
 * @throws Refusal when there is no such subject, it concerns the operator, the measure runs already, or another
 * operator decided the report
 */
export async function decide(
  context: PayoutContext,
  operator: OperatorPerson,
  input: Order<"decide">,
): Promise<Decided> {
  const { measure, until } = input;
  const { id, reports, subjectId } = await context.db.transaction(async (tx) => {
    const at = now();
    const end = endOf(until);
    const reported = input.report === null ? null : await lockOpenReport(tx, input.report);
    if (input.report !== null && reported === null) {
      throw new Refusal(
        "This report is decided already, perhaps by another operator, or there is none.",
        "decided",
      );
    }
    const { subjectId, personId, guestId } = await subjectOf(tx, input);
    if (reported !== null && reported !== subjectId)
      throw new Refusal("That report is about something else.", "unknown");
    assertNotOwn(operator, [personId, await partyTo(tx, operator.id, { subjectId, measure })]);
    const decision = {
      subject: input.kind,
      subjectId,
      personId,
      ...pick(input, "measure", "ground", "facts", "automatic"),
      startsAt: at,
      until: end,
      decidedBy: operator.id,
    };
    const isRepeated = measure === "returned" && (await isReturned(tx, subjectId));
    const id = isRepeated ? null : await insertDecision(tx, decision);
    if (id === null) throw new Refusal("This measure is in force already.", "in_force");
    if (measure === "held") await insertHoldOf(tx, { id, ...decision }, { at, by: operator.name });
    else if (input.automatic && measure !== "none") await confirmHold(tx, { id, ...decision }, at);
    await projectMeasures(tx, decision, at);
    const reports = await closeReports(tx, { id, ...decision }, at);
    for (const report of reports) {
      if (report.reporterId !== null) {
        const userId = report.reporterId;
        await writeMail(tx, { kind: "report_decided", cause: report.id, userId, at });
        await notifyOfSafety(tx, { userId, type: "report", reportId: report.id, createdAt: at });
      } else if (report.email !== null) {
        const { email: address, locale } = report;
        await writeVisitorMail(tx, { kind: "report_decided", cause: report.id, address, locale, at });
      }
    }
    if (measure !== "none") await tellOfDecision(tx, { id, cause: id, personId, guestId }, at);
    await insertAuditEntry(tx, operator, {
      action: "decide",
      subject: input.kind,
      subjectId,
      after: { decision: id, measure, ground: input.ground, until: end, reports: reports.length },
      reason: input.reason,
    });
    return { id, reports: reports.length, subjectId };
  });
  const returned =
    measure === "returned" ? await returnAll(context, operator, subjectId, input.reason) : null;
  return { decision: await require(context.db, id), reports, returned };
}

async function returnAll(
  context: PayoutContext,
  operator: OperatorPerson,
  subjectId: string,
  reason: string,
): Promise<ReturnedDonations> {
  await context.db.transaction(async (tx) => {
    const after = await markReturned(tx, subjectId);
    if (after.donations === 0) return;
    const entry = { action: "return_donations", subject: "request", subjectId, after, reason } as const;
    await insertAuditEntry(tx, operator, entry);
  });
  return returnMarked(context, subjectId);
}

/** Writes the statement of reasons, or that a decision was lifted, to the person concerned or to the guest. */
async function tellOfDecision(
  tx: Tx,
  {
    id,
    cause,
    personId,
    guestId,
  }: { id: string; cause: string; personId: string | null; guestId: string | null },
  at: Date,
): Promise<void> {
  const kind = "moderation_decision";
  if (personId !== null) {
    await writeMail(tx, { kind, cause, userId: personId, at });
    await notifyOfSafety(tx, { userId: personId, type: "decision", decisionId: id, createdAt: at });
  } else if (guestId !== null) await writeGuestMail(tx, { kind, cause, guestId, at });
}

/**
 * Lifts a decision: everything returns to how it was, and held money moves on. Donations that were returned stay
 * returned.
 * @throws Refusal when there is none, it does not run any more, or it concerns the operator
 */
export async function liftDecision(
  context: Pick<PayoutContext, "db">,
  operator: OperatorPerson,
  { decision: id, reason }: Order<"lift">,
): Promise<DecisionRecord> {
  return context.db.transaction(async (tx) => {
    const decision = await lockDecision(tx, id);
    if (!decision) throw new Refusal("No decision has that id.", "unknown");
    await assertNotParty(tx, operator, decision);
    if (decision.liftedAt !== null || decision.measure === "none") {
      throw new Refusal("This decision is not in force.", "not_in_force");
    }
    await lift(tx, operator, decision, { reason, isOverturned: false });
    return require(tx, id);
  });
}

/** @throws Refusal when a decision is about the operator, or answered their report */
async function assertNotParty(tx: Tx, operator: OperatorPerson, decision: DecisionRecord): Promise<void> {
  const { id: decisionId, subjectId, personId, measure } = decision;
  assertNotOwn(operator, [personId, await partyTo(tx, operator.id, { subjectId, measure, decisionId })]);
}

async function lift(
  tx: Tx,
  operator: OperatorPerson,
  { id, subject, subjectId, personId, measure }: DecisionRecord,
  { reason, isOverturned }: { reason: string; isOverturned: boolean },
): Promise<void> {
  const at = now();
  await endDecision(tx, id, at, operator.id);
  await liftHoldsOf(tx, [id], at, operator.name);
  await projectMeasures(tx, { subject, subjectId, personId }, at);
  if (!isOverturned) {
    const note = subject === "message" ? await findNote(tx, subjectId) : null;
    const guestId = note?.guestId ?? null;
    await tellOfDecision(tx, { id, cause: `${id} lifted`, personId, guestId }, at);
  }
  await insertAuditEntry(tx, operator, {
    action: "lift_decision",
    subject,
    subjectId,
    before: { decision: id, measure, lifted: false },
    after: { decision: id, measure, lifted: true },
    reason,
  });
}

/**
 * Answers an appeal, by another operator than the one who decided; the database refuses the same one. Overturned, the
 * decision is lifted with it.
 * @throws Refusal when there is no open appeal, it concerns the operator or is about their own decision, or it would
 * release what needs a second operator
 */
export async function answerAppeal(
  context: Pick<PayoutContext, "db">,
  operator: OperatorPerson,
  { decision: id, outcome, answer }: z.output<typeof answerAppealSchema>,
): Promise<DecisionRecord> {
  return context.db.transaction(async (tx) => {
    const decision = await lockDecision(tx, id);
    if (decision?.appeal?.state !== "open")
      throw new Refusal("No appeal against a decision of that id is open.", "no_appeal");
    if (decision.decidedBy === operator.id) {
      throw new Refusal("You decided this: another operator has to answer the appeal.", "own_decision");
    }
    await assertNotParty(tx, operator, decision);
    if (outcome === "overturned" && needsSecond(await findHeldBy(tx, decision))) {
      throw new Refusal(
        "This decision holds more than 250.00: lift it first, which waits for a second operator.",
        "lift_first",
      );
    }
    const at = now();
    await setAnswer(tx, id, { state: outcome, answer, answeredAt: at, answeredBy: operator.id });
    if (outcome === "overturned" && decision.liftedAt === null) {
      await lift(tx, operator, decision, { reason: "the appeal was right", isOverturned: true });
    }
    const { personId } = decision;
    // Nobody but a person appeals.
    if (personId === null) throw new Error(`decision ${id} has an appeal and concerns nobody`);
    await writeMail(tx, { kind: "appeal_answered", cause: id, userId: personId, at });
    await notifyOfSafety(tx, { userId: personId, type: "decision", decisionId: id, createdAt: at });
    await insertAuditEntry(tx, operator, {
      action: "answer_appeal",
      subject: "decision",
      subjectId: id,
      before: { state: "open" },
      after: { state: outcome },
    });
    return require(tx, id);
  });
}

/** How many decisions a run ends at most. */
const BATCH = 100;

/** Ends decisions whose time has run out, and marks what an interrupted decision to return donations left. */
export async function keepDecisions(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const at = now();
    for (const { id, until, ...decided } of await lockOverdue(tx, at, BATCH)) {
      await endDecision(tx, id, until ?? at, null);
      await liftHoldsOf(tx, [id], until ?? at, null);
      await projectMeasures(tx, decided, at);
    }
  });
  for (const requestId of await selectUnreturned(db)) {
    await db.transaction((tx) => markReturned(tx, requestId));
  }
}

async function require(db: Db, id: string): Promise<DecisionRecord> {
  const decision = await findDecision(db, id);
  if (!decision) throw new Error(`decision ${id} vanished`);
  return decision;
}
