import { databaseTime } from "@/db/surroundings-checks";
import { publishBooks } from "@/lib/domain/open-books/publish";
import { answerAppeal } from "@/lib/domain/operator/decide";
import { answerWaiting } from "@/lib/domain/operator/deeds";
import { setOperator } from "@/lib/domain/operator/operators";
import {
  findReport,
  findReview,
  listDecisions,
  listReports,
  listReviews,
  selectDecisionsAbout,
  selectTransparency,
  selectWaitingApprovals,
} from "@/lib/domain/operator/queries";
import { findReturnable } from "@/lib/domain/operator/return-donations";
import { confirmationOf } from "@/lib/domain/operator/reviews";
import { rotateBooksKey } from "@/lib/domain/operator/rotate-books-key";
import {
  appealAnswerSchema,
  decidedSchema,
  factsSchema,
  groundSchema,
  measureSchema,
  referenceSchema,
  stoppableSchema,
  yearSchema,
} from "@/lib/domain/operator/schema";
import { resume, stop } from "@/lib/domain/operator/stops";
import { Refusal } from "@/lib/domain/operator/types";
import { MEASURES, SAFETY_SUBJECTS, STOPPABLE } from "@/lib/ground/vocabulary";
import { photos } from "@/lib/web/photos";
import { read } from "./arguments";
import {
  type Answer,
  actor,
  assertConfirmed,
  type Call,
  type Description,
  deed,
  limit,
  reason,
  reference,
  shows,
  subject,
  until,
} from "./command";
import * as views from "./safety-views";

/** Reports, decisions, appeals, operators and incidents (safety.md, Made exact). */
export const SAFETY_COMMANDS: readonly Description[] = [
  {
    usage: "reports",
    options: ["limit"],
    about: "what was reported and nobody decided, by deadline",
    run: shows(async (call) => {
      const open = { state: "open", ground: null, dueBefore: null } as const;
      return (await listReports(call.context.db, open, { limit: limit(call) })).items;
    }, views.reportsText),
  },
  {
    usage: "reports show <reference>",
    about: "one report, with who sent it and what was decided about its subject before",
    run: shows(async (call) => {
      const report = await findReport(call.context.db, reference(call));
      if (!report) throw new Refusal("No report has that reference.");
      return { report, decisions: await selectDecisionsAbout(call.context.db, report.subjectId) };
    }, views.reportText),
  },
  {
    usage: `decide <${SAFETY_SUBJECTS.join("|")}> <id> <${MEASURES.join("|")}>`,
    options: ["ground", "facts", "until", "report", "automatic", "reason", "yes"],
    about:
      "decides: who is concerned is sent the ground and the facts, and open reports of it are closed; what returns more than 250.00, and a suspension, waits for a second operator",
    run: decide,
  },
  {
    usage: `decisions <${SAFETY_SUBJECTS.join("|")}>`,
    about: "what was decided about something or somebody, by id, newest first",
    run: shows((call) => selectDecisionsAbout(call.context.db, reference(call)), views.decisionsText),
  },
  {
    usage: "lift <decision>",
    options: ["reason"],
    about: "ends a decision: everything returns to how it was, and held money moves on",
    run: (call) =>
      deed(call, "lift", { decision: reference(call), reason: reason(call) }, views.liftedDecisionText),
  },
  {
    usage: "appeals",
    options: ["limit"],
    about: "appeals that wait for an answer, the oldest first",
    run: shows(async (call) => {
      const open = { measure: null, appeal: "open" } as const;
      return (await listDecisions(call.context.db, open, { limit: limit(call) })).items;
    }, views.appealsText),
  },
  {
    usage: "appeals answer <decision> <upheld|overturned>",
    options: ["answer"],
    about: "answers an appeal, as another operator than the one who decided; overturned lifts the decision",
    run: shows(
      async (call) =>
        answerAppeal(call.context, await actor(call), {
          decision: reference(call),
          outcome: read("The outcome", appealAnswerSchema, call.args[1]),
          answer: read("--answer", factsSchema, call.options.answer),
        }),
      (decision) => `The appeal against ${decision.id} is answered: ${decision.appeal?.state}.`,
    ),
  },
  {
    usage: "reviews",
    options: ["limit"],
    about: "requests whose money rules hold until somebody looked, the longest first",
    run: shows(
      async (call) => (await listReviews(call.context.db, { limit: limit(call) })).items,
      views.reviewsText,
    ),
  },
  {
    usage: "reviews show <request>",
    about: "what the rules saw of a request, beside the requests that it is like",
    run: shows((call) => findReview(call.context.db, reference(call)), views.reviewText),
  },
  {
    usage: "reviews confirm <request>",
    options: ["ground", "facts", "until", "reason"],
    about:
      "makes a decision of what the rules saw: the money stays held, and its owner reads why and can appeal",
    run: (call) => deed(call, "decide", confirmationOf(confirmation(call)), views.decidedText),
  },
  {
    usage: "reviews clear <request>",
    options: ["reason"],
    about: "what the rules saw is harmless: the money moves on; more than 250.00 waits for a second operator",
    run: (call) => {
      const input = { requestId: reference(call), reason: reason(call) };
      return deed(call, "clear_review", input, views.clearedText);
    },
  },
  {
    usage: "waiting",
    options: ["limit"],
    about: "what waits for a second operator's yes",
    run: shows((call) => selectWaitingApprovals(call.context.db, limit(call)), views.waitingText),
  },
  {
    usage: "approve <id>",
    about: "says yes to what another operator asked for; it is done at once",
    run: shows(
      async (call) => {
        const order = { id: reference(call), isApproved: true, reason: null };
        return answerWaiting(call.context, await actor(call), order);
      },
      ({ approval }) => `${approval.deed} of ${approval.id} is done.`,
    ),
  },
  {
    usage: "refuse <id>",
    options: ["reason"],
    about: "says no to what another operator asked for, or takes back one's own",
    run: shows(
      async (call) => {
        const order = { id: reference(call), isApproved: false, reason: reason(call) };
        return answerWaiting(call.context, await actor(call), order);
      },
      ({ approval }) => `${approval.id} is refused: nothing was done.`,
    ),
  },
  {
    usage: "operator add <username|e-mail|id>",
    options: ["reason"],
    about: "gives somebody the role of an operator",
    run: shows((call) => setRole(call, true), views.operatorText),
  },
  {
    usage: "operator remove <username|e-mail|id>",
    options: ["reason"],
    about: "takes the role of an operator",
    run: shows((call) => setRole(call, false), views.operatorText),
  },
  {
    usage: `stop <${STOPPABLE.join("|")}>`,
    options: ["reason"],
    about: "stops it for everybody during an incident; screens say so, events and refunds go on",
    run: shows(
      async (call) => {
        await stop(call.context.db, await actor(call), stoppable(call));
        return { stopped: stoppable(call).what };
      },
      ({ stopped }) => `${stopped} is stopped for everybody.`,
    ),
  },
  {
    usage: `resume <${STOPPABLE.join("|")}>`,
    options: ["reason"],
    about: "ends a stop",
    run: shows(
      async (call) => {
        await resume(call.context.db, await actor(call), stoppable(call));
        return { resumed: stoppable(call).what };
      },
      ({ resumed }) => `${resumed} goes on.`,
    ),
  },
  {
    usage: "books publish",
    about: "publishes the open books of today from 03:00 on, where no server did yet",
    run: shows(
      async ({ context }) => ({
        published: await publishBooks({ ...context, ...photos() }, await databaseTime(context.db)),
      }),
      ({ published }) =>
        published ? `${published.night}: ${published.size} entries.` : "There is nothing to publish now.",
    ),
  },
  {
    usage: "books rotate-key",
    options: ["reason"],
    about: "a new key for the open books, which the old one signs with the next night's books",
    run: shows(
      async (call) => rotateBooksKey(call.context.db, await actor(call), { reason: reason(call) }),
      ({ keyId }) => `The open books are signed with the key ${keyId} from the next night on.`,
    ),
  },
  {
    usage: "transparency",
    options: ["year"],
    about: "the numbers of a yearly transparency report, as JSON",
    run: shows(
      (call) => {
        const year = read("--year", yearSchema, call.options.year);
        const first = (of: number) => new Date(Date.UTC(of, 0, 1));
        return selectTransparency(call.context.db, { from: first(year), to: first(year + 1) });
      },
      (found) => JSON.stringify(found, null, 2),
    ),
  },
];

async function decide(call: Call): Promise<Answer> {
  const input = {
    kind: read("The kind", decidedSchema, call.args[0]),
    id: read("The id", referenceSchema, call.args[1]),
    measure: read("The measure", measureSchema, call.args[2]),
    ground: read("--ground", groundSchema, call.options.ground),
    facts: read("--facts", factsSchema, call.options.facts),
    until: until(call),
    automatic: call.options.automatic === true,
    report: call.options.report === undefined ? null : read("--report", referenceSchema, call.options.report),
    reason: reason(call),
  };
  if (input.measure === "returned") {
    await assertConfirmed(call, views.returnableText(await findReturnable(call.context.db, input.id)));
  }
  return deed(call, "decide", input, views.decidedText);
}

const confirmation = (call: Call) => ({
  requestId: reference(call),
  ground: read("--ground", groundSchema, call.options.ground),
  facts: read("--facts", factsSchema, call.options.facts),
  until: until(call),
  reason: reason(call),
});

function setRole(call: Call, isOperator: boolean) {
  return setOperator(call.context.db, call.operator, { ...subject(call), isOperator });
}

const stoppable = (call: Call) => ({
  what: read("What to stop", stoppableSchema, call.args[0]),
  reason: reason(call),
});
