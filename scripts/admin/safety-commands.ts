import { pick } from "@/db/statement";
import { databaseTime } from "@/db/surroundings-checks";
import { spanOfYear } from "@/lib/domain/donations/queries";
import { publishBooks } from "@/lib/domain/open-books/publish";
import { answerAppeal, type Decided } from "@/lib/domain/operator/decide";
import { answerWaiting, listWaiting } from "@/lib/domain/operator/deeds";
import { setOperator } from "@/lib/domain/operator/operators";
import * as queries from "@/lib/domain/operator/queries";
import type { RefundResult } from "@/lib/domain/operator/refund-payment";
import { findReturnable } from "@/lib/domain/operator/return-donations";
import { confirmationOf } from "@/lib/domain/operator/reviews";
import { rotateBooksKey } from "@/lib/domain/operator/rotate-books-key";
import * as schema from "@/lib/domain/operator/schema";
import { resume, stop } from "@/lib/domain/operator/stops";
import { Refusal } from "@/lib/domain/operator/types";
import { MEASURES, SAFETY_SUBJECTS, STOPPABLE } from "@/lib/ground/vocabulary";
import { photos } from "@/lib/web/photos";
import { type Call, type Command, command, deedCommand } from "./command";
import * as records from "./records";
import { money } from "./show";

/** Reports, decisions, appeals, operators and incidents (safety.md, Made exact). */
export const SAFETY_COMMANDS: readonly Command[] = [
  command({
    usage: "reports [--limit]",
    about: "what was reported and nobody decided, by deadline",
    run: async ({ db, limit }) => (await queries.listReports(db, { state: "open", limit })).items,
    text: (reports) =>
      reports.map((each) => pick(each, "reference", "dueAt", "ground", "subject", "title", "subjectId")),
  }),
  command({
    usage: "reports show <reference>",
    about: "one report, with who sent it and what was decided about its subject before",
    run: async (call) => {
      const report = await queries.findReport(call.db, call.reference);
      if (!report) throw new Refusal("No report has that reference.");
      return { report, decisions: await queries.selectDecisionsAbout(call.db, report.subjectId) };
    },
    text: ({ report, decisions }) => ({ ...report, title: report.title ?? "it is gone", decisions }),
  }),
  deedCommand({
    usage: `decide <${SAFETY_SUBJECTS.join("|")}> <id> <${MEASURES.join("|")}> --ground --facts [--until] [--report] [--automatic] --reason [--yes]`,
    about:
      "decides: who is concerned is sent the ground and the facts, and open reports of it are closed; what returns more than 250.00, and a suspension, waits for a second operator",
    deed: "decide",
    input: decision,
    text: decided,
    unfinished: unfinishedOf,
  }),
  command({
    usage: `decisions <${SAFETY_SUBJECTS.join("|")}>`,
    about: "what was decided about something or somebody, by id, newest first",
    run: ({ db, reference }) => queries.selectDecisionsAbout(db, reference),
  }),
  deedCommand({
    usage: "lift <decision> --reason",
    about: "ends a decision: everything returns to how it was, and held money moves on",
    deed: "lift",
    input: ({ reference, reason }) => ({ decision: reference, reason }),
  }),
  command({
    usage: "appeals [--limit]",
    about: "appeals that wait for an answer, the oldest first",
    run: async ({ db, limit }) => (await queries.listDecisions(db, { appeal: "open", limit })).items,
  }),
  command({
    usage: "appeals answer <decision> <upheld|overturned> --answer",
    about: "answers an appeal, as another operator than the one who decided; overturned lifts the decision",
    run: async (call) =>
      answerAppeal(call.context, await call.actor(), {
        decision: call.reference,
        outcome: call.argument(1, "The outcome", schema.answerAppealSchema.shape.outcome),
        answer: call.option("answer", schema.statementSchema),
      }),
  }),
  command({
    usage: "reviews [--limit]",
    about: "requests whose money rules hold until somebody looked, the longest first",
    run: async ({ db, limit }) => (await queries.listReviews(db, { limit })).items,
    text: (reviews) => reviews.map(records.review),
  }),
  command({
    usage: "reviews show <request>",
    about: "what the rules saw of a request, beside the requests that it is like",
    run: ({ db, reference }) => queries.findReview(db, reference),
    text: records.review,
  }),
  deedCommand({
    usage: "reviews confirm <request> --ground --facts [--until] --reason",
    about: "decides by what the rules saw: the money stays held, and its owner reads why and can appeal",
    deed: "decide",
    input: (call) => confirmationOf({ requestId: call.reference, ...statement(call) }),
    text: decided,
    unfinished: unfinishedOf,
  }),
  deedCommand({
    usage: "reviews clear <request> --reason",
    about: "what the rules saw is harmless: the money moves on; more than 250.00 waits for a second operator",
    deed: "clear_review",
    input: ({ reference, reason }) => ({ requestId: reference, reason }),
    text: ({ requestId }) =>
      `Nothing is wrong with the request ${requestId}: its money moves within minutes.`,
  }),
  command({
    usage: "waiting [--limit]",
    about: "what waits for a second operator's yes",
    run: ({ db, limit }) => listWaiting(db, limit),
  }),
  command({
    usage: "approve <id>",
    about: "says yes to what another operator asked for; it is done at once",
    run: async ({ context, actor, reference: id }) =>
      answerWaiting(context, await actor(), { id, isApproved: true, reason: null }),
    text: ({ approval, result }) =>
      `${approval.deed} of ${approval.id} is ${unfinishedOf(result) === undefined ? "done" : "begun"}.`,
    unfinished: ({ result }) => unfinishedOf(result),
  }),
  command({
    usage: "refuse <id> --reason",
    about: "says no to what another operator asked for, or takes back one's own",
    run: async ({ context, actor, reference: id, reason }) =>
      answerWaiting(context, await actor(), { id, isApproved: false, reason }),
    text: ({ approval }) => `${approval.id} is refused: nothing was done.`,
  }),
  command({
    usage: "operator add <username|e-mail|id> --reason",
    about: "gives somebody the role of an operator",
    run: ({ db, operator, subject }) => setOperator(db, operator, { ...subject, isOperator: true }),
  }),
  command({
    usage: "operator remove <username|e-mail|id> --reason",
    about: "takes the role of an operator",
    run: ({ db, operator, subject }) => setOperator(db, operator, { ...subject, isOperator: false }),
  }),
  command({
    usage: `stop <${STOPPABLE.join("|")}> --reason`,
    about: "stops it for everybody during an incident; screens say so, events and refunds go on",
    run: async (call) => {
      const order = stoppable(call);
      await stop(call.db, await call.actor(), order);
      return { stopped: order.what };
    },
  }),
  command({
    usage: `resume <${STOPPABLE.join("|")}> --reason`,
    about: "ends a stop",
    run: async (call) => {
      const order = stoppable(call);
      await resume(call.db, await call.actor(), order);
      return { resumed: order.what };
    },
  }),
  command({
    usage: "books publish",
    about: "publishes the open books of today from 03:00 on, where no server did yet",
    run: async ({ context }) => ({
      published: await publishBooks({ ...context, ...photos() }, await databaseTime(context.db)),
    }),
    text: ({ published }) =>
      published ? `${published.night}: ${published.size} entries.` : "There is nothing to publish now.",
  }),
  command({
    usage: "books rotate-key --reason",
    about: "a new key for the open books, which the old one signs with the next night's books",
    run: async ({ db, actor, reason }) => rotateBooksKey(db, await actor(), { reason }),
    text: ({ keyId }) => `The open books are signed with the key ${keyId} from the next night on.`,
  }),
  command({
    usage: "transparency --year",
    about: "the numbers of a yearly transparency report, as JSON",
    run: (call) => queries.selectTransparency(call.db, spanOfYear(call.option("year", schema.yearSchema))),
    text: (found) => JSON.stringify(found, null, 2),
  }),
];

/** What a decision is sent with. */
const statement = ({ option, until, reason }: Call) => ({
  ground: option("ground", schema.groundSchema),
  facts: option("facts", schema.statementSchema),
  until,
  reason,
});

async function decision(call: Call): Promise<schema.Order<"decide">> {
  const input = {
    kind: call.argument(0, "The kind", schema.decidedSchema),
    id: call.argument(1, "The id", schema.referenceSchema),
    measure: call.argument(2, "The measure", schema.measureSchema),
    ...statement(call),
    automatic: call.options.automatic === true,
    report: call.option("report", schema.referenceSchema.nullable().default(null)),
  };
  if (input.measure === "returned") {
    const { request, donations, amount, inBank } = await findReturnable(call.db, input.id);
    const loss =
      inBank > 0 ? ` ${money(inBank)} of it is in the recipient's bank and will be your loss.` : "";
    const question = `Hide it and give ${money(amount)} of ${donations} donations back, fees included?${loss}`;
    await call.confirm(`Request ${request.id}: ${request.item}\n\n${question}`);
  }
  return input;
}

/** Of a return: what went back, what is due, and `pendingDonations`, which go back in full if they are paid. */
function decided({ decision: made, reports, returned }: Decided) {
  return { ...made, reportsClosed: reports, ...returned };
}

/** What is due still of the refunds that a command began. */
export function unfinishedOf(done: unknown): string | undefined {
  const { pending = null, returned = null } = (done ?? {}) as Partial<RefundResult & Decided>;
  if (pending !== null)
    return `The refund is due but not given yet (${pending}). The application goes on trying; "ask" tries at once.`;
  if (returned === null || returned.due.donations === 0) return undefined;
  return `Refunds that are due but not given yet: ${returned.due.donations}. The application goes on trying.`;
}

const stoppable = ({ argument, reason }: Call) => ({
  what: argument(0, "What to stop", schema.stoppableSchema),
  reason,
});
