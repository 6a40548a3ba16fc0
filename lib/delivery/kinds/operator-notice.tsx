import type { MailData } from "@/lib/domain/messages/types";
import { OPERATOR_SUBJECTS, type OperatorSubject } from "@/lib/ground/mail-kinds";
import { message } from "../message";
import { DataTable, Paragraph, Quote } from "../parts";

type Words = {
  subject: string;
  text: string;
  /** What to run next, of the id that the message is about. */
  command: (reference: string) => string;
};

const admin = (command: string) => `npm run -s admin -- ${command}`;

/** In English, as the operator's command line is. */
const WORDS: Record<OperatorSubject, Words> = {
  first_payout: {
    subject: "A first payout waits for your yes",
    text: "Somebody can be paid out for the first time. Nothing is paid out to them until you looked and said yes.",
    command: (person) => admin(`payouts show ${person}`),
  },
  dispute: {
    subject: "A donation is disputed",
    text: "A donor disputes a donation at their bank or wallet. It is held until that is decided. Answer the dispute at the provider before its deadline.",
    command: (donation) => admin(`payment ${donation}`),
  },
  payout_failed: {
    subject: "A payout failed",
    text: "Money did not arrive at a recipient's bank or wallet. Nothing more is paid to it until that is mended: by the person, who was told how, or by you, where it says operator.",
    command: (person) => admin(`payouts show ${person}`),
  },
  refund_refused: {
    subject: "A refund was refused for good",
    text: "The provider will never make this refund. Give the money back in another way.",
    command: (payment) => admin(`payment ${payment}`),
  },
  money_waiting: {
    subject: "Money waits too long to be paid out",
    text: "What was given to somebody has not reached their bank for 60 days. On day 85 it goes back to its donors.",
    command: (person) => admin(`payouts show ${person}`),
  },
  address_contested: {
    subject: "A changed address is contested",
    text: "The new address of an account objects to the undoing of its change. It can only be read, and no money moves, until you decide whose account it is.",
    command: (person) => admin(`contested decide ${person} old|new --reason …`),
  },
  report: {
    subject: "Something was reported",
    text: "Somebody reported a request or a person. Look at it before its deadline: 24 hours where somebody may be in danger, otherwise 7 days.",
    command: (report) => admin(`reports show ${report}`),
  },
  appeal: {
    subject: "Somebody appeals against a decision",
    text: "The person concerned objects to a decision. Another operator than the one who decided has to answer.",
    command: () => admin("appeals"),
  },
  review: {
    subject: "A request stands in review",
    text: "Rules noticed something about a request that was given money, and hold that money. Look at it, then confirm or clear it.",
    command: (request) => admin(`reviews show ${request}`),
  },
  findings: {
    subject: "The nightly check found something",
    text: "What disagrees or needs a look, with how often:",
    command: () => "npm run -s doctor",
  },
};

/** Informs the operator of what needs them, with the command to run next. */
export const operatorNotice = message({
  load: async (_db, { data }) => viewOf(data ?? {}),
  subject: (_texts, { about }) => WORDS[about].subject,
  preview: (_texts, { about }) => WORDS[about].text,
  body: (_texts, { about, reference, facts }) => (
    <>
      <Paragraph>{WORDS[about].text}</Paragraph>
      {facts.length > 0 && <DataTable rows={facts} />}
      <Paragraph>Run next:</Paragraph>
      <Quote>{WORDS[about].command(reference)}</Quote>
    </>
  ),
});

/** Null for a subject that this server does not know, perhaps because another one runs a later version. */
function viewOf({ about, reference, ...facts }: MailData) {
  const subject = OPERATOR_SUBJECTS.find((each) => each === about);
  if (!subject) return null;
  return {
    about: subject,
    reference: String(reference ?? ""),
    facts: Object.entries(facts).map(([name, value]) => [name, String(value ?? "–")] as const),
  };
}
