import { z } from "zod";
import { askProvider } from "@/lib/domain/operator/ask-provider";
import { bookkeeping } from "@/lib/domain/operator/bookkeeping";
import { eraseAccountOf, eraseDemoPeople } from "@/lib/domain/operator/erase-account";
import { lookUpPerson } from "@/lib/domain/operator/look-up-person";
import { listMessages, resendMessages, showMessage } from "@/lib/domain/operator/messages";
import { decideOwnership, listContested } from "@/lib/domain/operator/ownership";
import { paymentHistory } from "@/lib/domain/operator/payment-history";
import { listAudit, listUnfinished } from "@/lib/domain/operator/queries";
import { monthSchema, tierSchema } from "@/lib/domain/operator/schema";
import { setSubscription } from "@/lib/domain/operator/set-subscription";
import { listDeclined } from "@/lib/domain/payments/card-attempts";
import { TIERS } from "@/lib/ground/vocabulary";
import { bookkeepingCsv } from "@/lib/statement/bookkeeping-csv";
import { read, UsageError } from "./arguments";
import {
  type Answer,
  assertConfirmed,
  type Call,
  type Command,
  command,
  type Description,
  deed,
  limit,
  reason,
  reference,
  shows,
  subject,
  until,
} from "./command";
import { PAYOUT_COMMANDS } from "./payout-commands";
import { SAFETY_COMMANDS } from "./safety-commands";
import { money } from "./text";
import * as views from "./views";

const idSchema = z.uuid("is not an id");
const winnerSchema = z.enum(["old", "new"], "is neither old nor new");

const DESCRIBED: readonly Description[] = [
  {
    usage: "person <username|e-mail|id>",
    about:
      "an account, its newest requests and payments, decisions, sessions and timeline; the audit notes that you looked",
    run: shows((call) => lookUpPerson(call.context.db, call.operator, reference(call)), views.personText),
  },
  {
    usage: "payment <id>",
    about:
      "a payment, by its receipt's number, our id or the provider's, and all the books know of it in the order it happened",
    run: shows((call) => paymentHistory(call.context.db, reference(call)), views.historyText),
  },
  {
    usage: "unfinished",
    options: ["limit"],
    about: "payments that wait for their outcome for more than 10 minutes, and refunds that are due",
    run: shows((call) => listUnfinished(call.context.db, { limit: limit(call) }), views.unfinishedText),
  },
  {
    usage: "declines",
    options: ["limit"],
    about: "whose cards were declined in the last day, most often first",
    run: shows((call) => listDeclined(call.context.db, limit(call)), views.declinesText),
  },
  {
    usage: "ask <payment|subscription>",
    about: "asks the provider about a payment or a subscription now and books what is true",
    run: shows((call) => askProvider(call.context, call.operator, reference(call)), views.askedText),
  },
  {
    usage: "refund <payment>",
    options: ["asked", "reason", "yes"],
    about: "gives everything back that was paid, fee included; asks first",
    run: refund,
  },
  {
    usage: `subscription <username|e-mail|id> <${TIERS.join("|")}>`,
    options: ["until", "reason"],
    about: "gives a plan until the end of a day, or takes it and ends what is paid for it",
    run: shows(
      (call) =>
        setSubscription(call.context, call.operator, {
          tier: read("The plan", tierSchema, call.args[1]),
          until: until(call),
          ...subject(call),
        }),
      views.subscriptionText,
    ),
  },
  {
    usage: "erase <username|e-mail|id>",
    options: ["reason", "yes"],
    about: "erases an account for good, as its owner can in the profile; asks first",
    run: shows(
      erase,
      ({ personId }) =>
        `The account ${personId} is erased: nothing tells who it was, and the books keep what they need.`,
    ),
  },
  {
    usage: "remove-demo",
    options: ["yes"],
    about: "erases all demo people; what they asked for goes, what moved stays in the books; asks first",
    run: shows(removeDemo, ({ erased }) =>
      erased === 0
        ? "There are no demo people."
        : `${erased} demo people are erased. Their requests are gone, and what they gave and got stays in the books without a name.`,
    ),
  },
  {
    usage: "mail",
    options: ["limit"],
    about: "messages that wait, by kind with the oldest, and those that failed in the last 30 days with why",
    run: shows((call) => listMessages(call.context.db, limit(call)), views.messagesText),
  },
  {
    usage: "mail show <id>",
    about: "one message: what it is about, how it stands, and whether it can be sent again",
    run: shows((call) => showMessage(call.context.db, reference(call)), views.messageText),
  },
  {
    usage: "mail resend [id]",
    options: ["failed", "reason"],
    about: "sends a failed message again, or with --failed all of the last 30 days, but none with a link",
    run: shows(resend, views.resentText),
  },
  ...PAYOUT_COMMANDS,
  ...SAFETY_COMMANDS,
  {
    usage: "contested",
    about: "accounts that two addresses claim, with both: they can only be read until you decide",
    run: shows((call) => listContested(call.context.db), views.contestedText),
  },
  {
    usage: "contested decide <username|e-mail|id> <old|new>",
    options: ["reason"],
    about: "gives a contested account to one of its addresses; everything that was added to it is cleared",
    run: shows(
      (call) => {
        const to = read("The address", winnerSchema, call.args[1]);
        return decideOwnership(call.context, call.operator, { ...subject(call), to });
      },
      (decided) => `The account ${decided.personId} is decided: that address gets a link for a new password.`,
    ),
  },
  {
    usage: "bookkeeping <month>",
    about: "the books of a month such as 2026-10 as CSV: balances, what moved by day, the providers' fees",
    run: shows(
      (call) => bookkeeping(call.context, read("The month", monthSchema, call.args[0])),
      bookkeepingCsv,
    ),
  },
  {
    usage: "audit [id]",
    options: ["limit"],
    about: "what operators did, newest first; to one person, request or payment, or to all",
    run: shows((call) => {
      const [id] = call.args;
      const of = id === undefined ? {} : { subjectId: read("The argument", idSchema, id) };
      return listAudit(call.context.db, { ...of, limit: limit(call) });
    }, views.auditText),
  },
];

/** Everything an operator can ask for. */
export const COMMANDS: readonly Command[] = DESCRIBED.map(command);

function resend(call: Call) {
  const [id = null] = call.args;
  if ((id === null) === (call.options.failed !== true))
    throw new UsageError("mail resend needs an id or --failed.");
  const order = { id: id === null ? null : reference(call), reason: reason(call) };
  return resendMessages(call.context.db, call.operator, order);
}

async function erase(call: Call) {
  const order = subject(call);
  const { person } = await lookUpPerson(call.context.db, call.operator, order.reference);
  const question = `${views.identityText(person)}\n\nErase this account for good? It cannot be undone.`;
  await assertConfirmed(call, question);
  return eraseAccountOf(call.context, call.operator, order);
}

async function removeDemo(call: Call) {
  await assertConfirmed(call, "Erase all demo people for good? It cannot be undone.");
  return eraseDemoPeople(call.context, call.operator);
}

async function refund(call: Call): Promise<Answer> {
  const order = { ...subject(call), isAsked: call.options.asked === true };
  const { payment } = await paymentHistory(call.context.db, order.reference);
  const question = `${views.paymentText(payment)}\n\nGive ${money(views.totalOf(payment), payment.currency)} back to the payer?`;
  await assertConfirmed(call, question);
  return deed(call, "refund", order, ({ payment: refunded, pending }) => {
    const text = views.paymentText(refunded);
    if (pending === null) return text;
    const unfinished = `The refund is due but not given yet (${pending}). The application goes on trying; "ask" tries at once.`;
    return { text, unfinished };
  });
}
