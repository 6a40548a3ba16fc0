import { z } from "zod";
import { askProvider } from "@/lib/domain/operator/ask-provider";
import { bookkeeping } from "@/lib/domain/operator/bookkeeping";
import { eraseAccountOf, eraseDemoPeople } from "@/lib/domain/operator/erase-account";
import { lookUpPerson } from "@/lib/domain/operator/look-up-person";
import { listMessages, resendMessages, showMessage } from "@/lib/domain/operator/messages";
import { paymentHistory } from "@/lib/domain/operator/payment-history";
import { listAudit, listUnfinished, selectContested } from "@/lib/domain/operator/queries";
import { monthSchema, ORDERS, tierSchema } from "@/lib/domain/operator/schema";
import { setSubscription } from "@/lib/domain/operator/set-subscription";
import { listDeclined } from "@/lib/domain/payments/card-attempts";
import { TIERS } from "@/lib/ground/vocabulary";
import { bookkeepingCsv } from "@/lib/statement/bookkeeping-csv";
import { UsageError } from "./arguments";
import { type Call, type Command, command, deedCommand } from "./command";
import { PAYOUT_COMMANDS } from "./payout-commands";
import * as records from "./records";
import { SAFETY_COMMANDS, unfinishedOf } from "./safety-commands";
import { money, show } from "./show";

const idSchema = z.uuid("is not an id");

/** Everything an operator can ask for. */
export const COMMANDS: readonly Command[] = [
  command({
    usage: "person <username|e-mail|id>",
    about: "an account, its newest requests, payments, decisions, sessions and timeline; the audit notes it",
    run: ({ db, operator, reference }) => lookUpPerson(db, operator, reference),
    text: ({ person, holds, paid, received, ...found }) => ({
      ...person,
      ...found,
      holds: holds.map(records.hold),
      paid: paid.map(records.payment),
      received: received.map(records.payment),
      timeline: found.timeline.items.map(({ id: _, at, ...event }) => ({ at, ...event })),
    }),
  }),
  command({
    usage: "payment <id>",
    about: "all the books know of a payment, by its receipt's number, our id or the provider's, by time",
    run: ({ db, reference }) => paymentHistory(db, reference),
    text: ({ payment, timeline }) => ({
      ...records.wholePayment(payment),
      timeline: timeline.map(({ at, ...event }) => ({ at, ...event })),
    }),
  }),
  command({
    usage: "unfinished [--limit]",
    about: "payments that wait for their outcome for more than 10 minutes, and refunds that are due",
    run: ({ db, limit }) => listUnfinished(db, { limit }),
    text: (payments) => payments.map(records.payment),
  }),
  command({
    usage: "declines [--limit]",
    about: "whose cards were declined in the last day, most often first",
    run: ({ db, limit }) => listDeclined(db, limit),
  }),
  command({
    usage: "ask <payment|subscription>",
    about: "asks the provider about a payment or a subscription now and books what is true",
    run: ({ context, operator, reference }) => askProvider(context, operator, reference),
    text: ({ before, after, ...check }) => ({
      ...check,
      before: records.stateOf(before),
      after: records.stateOf(after),
    }),
  }),
  deedCommand({
    usage: "refund <payment> [--asked] --reason [--yes]",
    about: "gives everything back that was paid, fee included; asks first",
    deed: "refund",
    input: async (call) => {
      const order = { ...call.subject, isAsked: call.options.asked === true };
      const { payment } = await paymentHistory(call.db, order.reference);
      const total = money(payment.amount + payment.serviceFee, payment.currency);
      const question = `${show(records.wholePayment(payment))}\n\nGive ${total} back to the payer?`;
      await call.confirm(question);
      return order;
    },
    text: ({ payment }) => records.wholePayment(payment),
    unfinished: unfinishedOf,
  }),
  command({
    usage: `subscription <username|e-mail|id> <${TIERS.join("|")}> [--until] --reason`,
    about: "gives a plan until the end of a day, or takes it and ends what is paid for it",
    run: (call) => {
      const tier = call.argument(1, "The plan", tierSchema);
      return setSubscription(call.context, call.operator, { tier, until: call.until, ...call.subject });
    },
    text: ({ ended, ...change }) => ({ ...change, paymentsEnded: ended }),
  }),
  command({
    usage: "erase <username|e-mail|id> --reason [--yes]",
    about: "erases an account for good, as its owner can in the profile; asks first",
    run: async (call) => {
      const order = call.subject;
      const { person } = await lookUpPerson(call.db, call.operator, order.reference);
      const { id, username, name, email, createdAt } = person;
      const identity = show({ id, username, name, email, createdAt });
      await call.confirm(`${identity}\n\nErase this account for good? It cannot be undone.`);
      return eraseAccountOf(call.context, call.operator, order);
    },
    text: ({ personId }) =>
      `The account ${personId} is erased: nothing tells who it was, and the books keep what they need.`,
  }),
  command({
    usage: "remove-demo [--yes]",
    about: "erases all demo people; what they asked for goes, what moved stays in the books; asks first",
    run: async (call) => {
      await call.confirm("Erase all demo people for good? It cannot be undone.");
      return eraseDemoPeople(call.context, call.operator);
    },
  }),
  command({
    usage: "mail [--limit]",
    about: "messages that wait, by kind with the oldest, and those that failed in the last 30 days with why",
    run: ({ db, limit }) => listMessages(db, limit),
    text: ({ failed, ...found }) => ({ ...found, failed: failed.map(records.failure) }),
  }),
  command({
    usage: "mail show <id>",
    about: "one message: what it is about, how it stands, and whether it can be sent again",
    run: ({ db, reference }) => showMessage(db, reference),
    text: records.message,
  }),
  command({
    usage: "mail resend [id] [--failed] --reason",
    about: "sends a failed message again, or with --failed all of the last 30 days, but none with a link",
    run: resend,
    text: ({ resent, left }) => ({ dueAgain: resent.length, left: left.map(records.failure) }),
  }),
  ...PAYOUT_COMMANDS,
  ...SAFETY_COMMANDS,
  command({
    usage: "contested",
    about: "accounts that two addresses claim, with both: they can only be read until you decide",
    run: ({ db }) => selectContested(db),
  }),
  deedCommand({
    usage: "contested decide <username|e-mail|id> <old|new> --reason",
    about:
      "gives a contested account to one of its addresses, and clears what was added to it; waits for a second operator, where there is one",
    deed: "decide_ownership",
    input: ({ subject, argument }) => ({
      ...subject,
      to: argument(1, "The address", ORDERS.decide_ownership.shape.to),
    }),
    text: ({ personId }) =>
      `The account ${personId} is decided: that address gets a link for a new password.`,
  }),
  deedCommand({
    usage: "second-factor remove <username|e-mail|id> --reason",
    about: "lets somebody in again who lost their second factor; waits for a second operator",
    deed: "remove_factor",
    input: ({ subject }) => ({ ...subject, since: null }),
    text: ({ personId }) =>
      `The second factor of ${personId} is off: their sessions have ended and payouts wait 7 days.`,
  }),
  command({
    usage: "bookkeeping <month>",
    about: "the books of a month such as 2026-10 as CSV: balances, what moved by day, the providers' fees",
    run: ({ context, argument }) => bookkeeping(context, argument(0, "The month", monthSchema)),
    text: bookkeepingCsv,
  }),
  command({
    usage: "audit [id] [--limit]",
    about: "what operators did, newest first; to one person, request or payment, or to all",
    run: ({ db, limit, argument }) =>
      listAudit(db, { subjectId: argument(0, "The argument", idSchema.nullish()) ?? null, limit }),
    text: (entries) => entries.map(records.auditEntry),
  }),
];

function resend(call: Call) {
  const [id = null] = call.args;
  if ((id === null) === (call.options.failed !== true))
    throw new UsageError("mail resend needs an id or --failed.");
  const order = { id: id === null ? null : call.reference, reason: call.reason };
  return resendMessages(call.db, call.operator, order);
}
