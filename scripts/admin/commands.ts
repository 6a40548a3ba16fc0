import { z } from "zod";
import { askProvider } from "@/lib/domain/operator/ask-provider";
import { bookkeeping } from "@/lib/domain/operator/bookkeeping";
import { eraseAccountOf, eraseDemoPeople } from "@/lib/domain/operator/erase-account";
import { hideRequest } from "@/lib/domain/operator/hide-request";
import { lookUpPerson } from "@/lib/domain/operator/look-up-person";
import { listMessages, resendMessages, showMessage } from "@/lib/domain/operator/messages";
import { decideOwnership, listContested } from "@/lib/domain/operator/ownership";
import { paymentHistory } from "@/lib/domain/operator/payment-history";
import { listAudit, listUnfinished } from "@/lib/domain/operator/queries";
import { refundPayment } from "@/lib/domain/operator/refund-payment";
import { findReturnable, returnDonations } from "@/lib/domain/operator/return-donations";
import { tierSchema, untilSchema } from "@/lib/domain/operator/schema";
import { setSubscription } from "@/lib/domain/operator/set-subscription";
import { showRequest } from "@/lib/domain/operator/show-request";
import { Refusal } from "@/lib/domain/operator/types";
import { listDeclined } from "@/lib/domain/payments/card-attempts";
import { TIERS } from "@/lib/ground/vocabulary";
import { read, UsageError } from "./arguments";
import { bookkeepingCsv } from "./bookkeeping-csv";
import { type Answer, type Call, type Command, limit, reason, reference } from "./command";
import { confirm } from "./confirm";
import { PAYOUT_COMMANDS } from "./payout-commands";
import { money } from "./text";
import * as views from "./views";

const monthSchema = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, "is not a month like 2026-10");
const idSchema = z.uuid("is not an id");
const winnerSchema = z.enum(["old", "new"], "is neither old nor new");

/** Everything an operator can ask for. */
export const COMMANDS: readonly Command[] = [
  {
    name: "person",
    args: ["username|e-mail|id"],
    options: [],
    about: "an account, its newest requests and payments; the audit notes that you looked",
    run: async (call) => {
      const found = await lookUpPerson(call.context.db, call.operator, reference(call));
      return { data: found, text: views.personText(found) };
    },
  },
  {
    name: "payment",
    args: ["id"],
    options: [],
    about:
      "a payment, by its receipt's number, our id or the provider's, and all the books know of it in the order it happened",
    run: async (call) => {
      const history = await paymentHistory(call.context.db, reference(call));
      return { data: history, text: views.historyText(history) };
    },
  },
  {
    name: "unfinished",
    args: [],
    options: ["limit"],
    about: "payments that wait for their outcome for more than 10 minutes, and refunds that are due",
    run: async (call) => {
      const payments = await listUnfinished(call.context.db, limit(call));
      return { data: payments, text: views.unfinishedText(payments) };
    },
  },
  {
    name: "declines",
    args: [],
    options: ["limit"],
    about: "whose cards were declined in the last day, most often first",
    run: async (call) => {
      const declined = await listDeclined(call.context.db, limit(call));
      return { data: declined, text: views.declinesText(declined) };
    },
  },
  {
    name: "ask",
    args: ["payment|subscription"],
    options: [],
    about: "asks the provider about a payment or a subscription now and books what is true",
    run: async (call) => {
      const asked = await askProvider(call.context, call.operator, reference(call));
      return { data: asked, text: views.askedText(asked) };
    },
  },
  {
    name: "refund",
    args: ["payment"],
    options: ["asked", "reason", "yes"],
    about: "gives everything back that was paid, fee included; asks first",
    run: refund,
  },
  {
    name: "return-donations",
    args: ["request"],
    options: ["reason", "yes"],
    about:
      "hides a request and gives all donations to it back; asks first; its owner is sent the reason; can be repeated",
    run: returnAll,
  },
  {
    name: "subscription",
    args: ["username|e-mail|id", TIERS.join("|")],
    options: ["until", "reason"],
    about: "gives a plan until the end of a day, or takes it and ends what is paid for it",
    run: async (call) => {
      const set = await setSubscription(call.context, call.operator, {
        reference: reference(call),
        tier: read("The plan", tierSchema, call.args[1]),
        until: call.options.until === undefined ? null : read("--until", untilSchema, call.options.until),
        reason: reason(call),
      });
      return { data: set, text: views.subscriptionText(set) };
    },
  },
  {
    name: "hide",
    args: ["request"],
    options: ["reason"],
    about:
      "takes a request out of the feed; it takes no donations; its owner is sent the reason, and that what was raised stays, or is on hold where you hold it",
    run: async (call) => {
      const hidden = await hideRequest(call.context.db, call.operator, {
        requestId: reference(call),
        reason: reason(call),
      });
      return { data: hidden, text: views.hiddenText(hidden) };
    },
  },
  {
    name: "show",
    args: ["request"],
    options: ["reason"],
    about: "puts a hidden request back into the feed; its owner is sent the reason",
    run: async (call) => {
      const request = await showRequest(call.context.db, call.operator, {
        requestId: reference(call),
        reason: reason(call),
      });
      return { data: { request }, text: `Request ${request.id} is in the feed again.` };
    },
  },
  {
    name: "erase",
    args: ["username|e-mail|id"],
    options: ["reason", "yes"],
    about: "erases an account for good, as its owner can in the profile; asks first",
    run: erase,
  },
  {
    name: "remove-demo",
    args: [],
    options: ["yes"],
    about: "erases all demo people; what they asked for goes, what moved stays in the books; asks first",
    run: removeDemo,
  },
  {
    name: "mail",
    args: [],
    options: ["limit"],
    about: "messages that wait, by kind with the oldest, and those that failed in the last 30 days with why",
    run: async (call) => {
      const found = await listMessages(call.context.db, limit(call));
      return { data: found, text: views.messagesText(found) };
    },
  },
  {
    name: "mail show",
    args: ["id"],
    options: [],
    about: "one message: what it is about, how it stands, and whether it can be sent again",
    run: async (call) => {
      const message = await showMessage(call.context.db, reference(call));
      return { data: message, text: views.messageText(message) };
    },
  },
  {
    name: "mail resend",
    args: ["[id]"],
    options: ["failed", "reason"],
    about: "sends a failed message again, or with --failed all of the last 30 days, but none with a link",
    run: resend,
  },
  ...PAYOUT_COMMANDS,
  {
    name: "contested",
    args: [],
    options: [],
    about: "accounts that two addresses claim, with both: they can only be read until you decide",
    run: async (call) => {
      const contested = await listContested(call.context.db);
      return { data: contested, text: views.contestedText(contested) };
    },
  },
  {
    name: "contested decide",
    args: ["username|e-mail|id", "old|new"],
    options: ["reason"],
    about: "gives a contested account to one of its addresses; everything that was added to it is cleared",
    run: async (call) => {
      const decided = await decideOwnership(call.context, call.operator, {
        reference: reference(call),
        to: read("The address", winnerSchema, call.args[1]),
        reason: reason(call),
      });
      const text = `The account ${decided.personId} is decided: that address gets a link for a new password.`;
      return { data: decided, text };
    },
  },
  {
    name: "bookkeeping",
    args: ["month"],
    options: [],
    about: "the books of a month such as 2026-10 as CSV: balances, what moved by day, the providers' fees",
    run: async (call) => {
      const books = await bookkeeping(call.context, read("The month", monthSchema, call.args[0]));
      return { data: books, text: bookkeepingCsv(books) };
    },
  },
  {
    name: "audit",
    args: ["[id]"],
    options: ["limit"],
    about: "what operators did, newest first; to one person, request or payment, or to all",
    run: async (call) => {
      const [id] = call.args;
      const of = id === undefined ? {} : { subjectId: read("The argument", idSchema, id) };
      const entries = await listAudit(call.context.db, { ...of, limit: limit(call) });
      return { data: entries, text: views.auditText(entries) };
    },
  },
];

async function resend(call: Call): Promise<Answer> {
  const [id = null] = call.args;
  if ((id === null) === (call.options.failed !== true))
    throw new UsageError("mail resend needs an id or --failed.");
  const order = { id: id === null ? null : reference(call), reason: reason(call) };
  const sent = await resendMessages(call.context.db, call.operator, order);
  return { data: sent, text: views.resentText(sent) };
}

async function erase(call: Call): Promise<Answer> {
  const order = { reference: reference(call), reason: reason(call) };
  const { person } = await lookUpPerson(call.context.db, call.operator, order.reference);
  const question = `${views.identityText(person)}\n\nErase this account for good? It cannot be undone.`;
  if (!call.options.yes && !(await confirm(question)))
    throw new Refusal("Not confirmed: nothing was changed.");
  const erased = await eraseAccountOf(call.context, call.operator, order);
  return {
    data: erased,
    text: `The account ${erased.personId} is erased: nothing tells who it was, and the books keep what they need.`,
  };
}

async function removeDemo({ context, operator, options }: Call): Promise<Answer> {
  const question = "Erase all demo people for good? It cannot be undone.";
  if (!options.yes && !(await confirm(question))) throw new Refusal("Not confirmed: nothing was changed.");
  const removed = await eraseDemoPeople(context, operator);
  return {
    data: removed,
    text:
      removed.erased === 0
        ? "There are no demo people."
        : `${removed.erased} demo people are erased. Their requests are gone, and what they gave and got stays in the books without a name.`,
  };
}

async function refund(call: Call): Promise<Answer> {
  const order = {
    reference: reference(call),
    reason: reason(call),
    isAsked: call.options.asked === true,
  };
  const { payment } = await paymentHistory(call.context.db, order.reference);
  const question = `${views.paymentText(payment)}\n\nGive ${money(views.totalOf(payment), payment.currency)} back to the payer?`;
  if (!call.options.yes && !(await confirm(question)))
    throw new Refusal("Not confirmed: nothing was changed.");
  const refunded = await refundPayment(call.context, call.operator, order);
  const answer = { data: refunded, text: views.paymentText(refunded.payment) };
  if (refunded.pending === null) return answer;
  const unfinished = `The refund is due but not given yet (${refunded.pending}). The application goes on trying; "ask" tries at once.`;
  return { ...answer, unfinished };
}

async function returnAll(call: Call): Promise<Answer> {
  const order = { requestId: reference(call), reason: reason(call) };
  const question = views.returnableText(await findReturnable(call.context.db, order.requestId));
  if (!call.options.yes && !(await confirm(question)))
    throw new Refusal("Not confirmed: nothing was changed.");
  const returned = await returnDonations(call.context, call.operator, order);
  const answer = { data: returned, text: views.returnedText(returned) };
  if (returned.due.donations === 0) return answer;
  const unfinished = `Refunds that are due but not given yet: ${returned.due.donations}. The application goes on trying; run this again to see what is left.`;
  return { ...answer, unfinished };
}
