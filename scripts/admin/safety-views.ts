import { IntlMessageFormat } from "intl-messageformat";
import type { Decided } from "@/lib/domain/operator/decide";
import type { ApprovalRecord, DecisionRecord, ReportRecord } from "@/lib/domain/operator/queries";
import type {
  DonationSum,
  ReturnableDonations,
  ReturnedDonations,
} from "@/lib/domain/operator/return-donations";
import type { Review, ReviewBeside, ReviewFlag } from "@/lib/domain/operator/reviews";
import messages from "@/messages/en.json";
import { facts, moment, money, sections, table } from "./text";

export function reportsText(reports: readonly ReportRecord[]): string {
  return table(reports, "Nothing is reported.", {
    report: "reference",
    until: "dueAt",
    ground: "ground",
    kind: "subject",
    about: "title",
    id: "subjectId",
  });
}

export function reportText({
  report,
  decisions,
}: {
  report: ReportRecord;
  decisions: readonly DecisionRecord[];
}): string {
  return sections([
    facts({
      report: report.reference,
      sent: moment(report.createdAt),
      "look until": moment(report.dueAt),
      decided: report.decidedAt && moment(report.decidedAt),
      ground: report.ground,
      about: `${report.subject} ${report.subjectId}: ${report.title ?? "it is gone"}`,
      person: report.personId,
      reporter: report.reporterId ?? report.name,
      address: report.email,
      text: report.text,
    }),
    decisionsText(decisions),
  ]);
}

export function decisionsText(decisions: readonly DecisionRecord[]): string {
  return table(decisions, "Nothing was decided.", {
    decision: "id",
    from: "startsAt",
    measure: "measure",
    about: "title",
    ground: "ground",
    until: "until",
    lifted: "liftedAt",
    appeal: ({ appeal }) => appeal?.state,
  });
}

export function appealsText(decisions: readonly DecisionRecord[]): string {
  return table(decisions, "No appeal waits.", {
    decision: "id",
    since: ({ appeal }) => appeal?.createdAt,
    measure: "measure",
    about: "title",
    facts: "facts",
    appeal: ({ appeal }) => appeal?.text,
  });
}

/** The reasons of a flag, in the words of the office; in English, as the command line is. */
const sentenceOf = ({ rule, evidence }: ReviewFlag) =>
  String(new IntlMessageFormat(messages.reviewRules[rule], "en").format(evidence));

export function reviewsText(reviews: readonly Review[]): string {
  return table(reviews, "Nothing stands in review.", {
    request: ({ request }) => request.id,
    since: "since",
    about: ({ request }) => request.item,
    person: ({ request }) => request.owner.username,
    held: ({ held }) => money(held),
    points: "points",
    rules: ({ flags }) => flags.map(({ rule }) => rule).join(", "),
  });
}

export function reviewText({ request, since, held, points, flags, beside }: ReviewBeside): string {
  const compared = ({ id, item, description, goal, photoUrl, owner }: Review["request"]) => ({
    request: id,
    person: owner.username,
    "account since": moment(owner.createdAt),
    item,
    description,
    goal: money(goal),
    photo: photoUrl,
  });
  return sections([
    facts({
      ...compared(request),
      raised: money(request.raised),
      held: money(held),
      since: moment(since),
      points,
    }),
    table(flags, "No rule fired.", {
      rule: "rule",
      points: "points",
      saw: sentenceOf,
      cleared: "clearedAt",
    }),
    ...beside.map(({ rule, request: other }) => facts({ rule, ...compared(other) })),
  ]);
}

export function clearedText({ requestId }: { requestId: string }): string {
  return `Nothing is wrong with the request ${requestId}: its money moves within minutes.`;
}

export function waitingText(waiting: readonly ApprovalRecord[]): string {
  return table(waiting, "Nothing waits.", {
    id: "id",
    since: "askedAt",
    deed: "deed",
    person: "personId",
    amount: ({ amount }) => money(amount ?? 0),
    reason: "reason",
  });
}

export function operatorText({ username, isOperator }: { username: string; isOperator: boolean }): string {
  return isOperator ? `${username} is an operator.` : `${username} is no operator any more.`;
}

export function liftedDecisionText({ id, measure }: DecisionRecord): string {
  return `The decision ${id} (${measure}) is lifted.`;
}

/** What was decided, and what remains of a return. */
export function decidedText({ decision, reports, returned }: Decided) {
  const { id, measure, title } = decision;
  const text = sections([
    `Decision ${id}: ${measure}, about ${title ?? "something deleted"}. Reports closed: ${reports}.`,
    ...(returned ? [returnedText(returned)] : []),
  ]);
  if (!returned || returned.due.donations === 0) return { text };
  const unfinished = `Refunds that are due but not given yet: ${returned.due.donations}. The application goes on trying.`;
  return { text, unfinished };
}

export function returnableText({ request, donations, amount, inBank }: ReturnableDonations): string {
  const loss = inBank > 0 ? ` ${money(inBank)} of it is in the recipient's bank and will be your loss.` : "";
  return `Request ${request.id}: ${request.item}\n\nHide it and give ${money(amount)} of ${donations} donations back, fees included?${loss}`;
}

function returnedText(returned: ReturnedDonations): string {
  const { refunded, due, fromAccount, askedBack, lost, pendingDonations, problems } = returned;
  const sum = ({ donations, amount }: DonationSum) => `${donations} donations, ${money(amount)}`;
  return sections([
    facts({
      refunded: sum(refunded),
      "refund due": sum(due),
      "back from the recipient's account": money(fromAccount),
      "asked back from there": money(askedBack),
      "your loss": money(lost),
      pending:
        pendingDonations === 0
          ? "No donation to it is on its way."
          : `Donations on their way, refunded in full if they are paid: ${pendingDonations}.`,
    }),
    table(problems, "Nothing is left to do.", { donation: "donationId", "what keeps it": "problem" }),
  ]);
}
