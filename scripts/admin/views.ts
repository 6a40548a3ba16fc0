import type { ProviderCheck } from "@/lib/domain/operator/ask-provider";
import type { HiddenRequest } from "@/lib/domain/operator/hide-request";
import type { PersonFound } from "@/lib/domain/operator/look-up-person";
import { type MessagesFound, type MessagesSentAgain, resendProblem } from "@/lib/domain/operator/messages";
import type { ContestedAccount } from "@/lib/domain/operator/ownership-store";
import type { PaymentHistory } from "@/lib/domain/operator/payment-history";
import type {
  DonationSum,
  ReturnableDonations,
  ReturnedDonations,
} from "@/lib/domain/operator/return-donations";

import type { SubscriptionChange } from "@/lib/domain/operator/set-subscription";
import type { AuditEntry, MessageRecord, MoneyDecision, PaymentRecord } from "@/lib/domain/operator/types";
import type { DeclinedPerson } from "@/lib/domain/payments/card-attempts-store";
import { holdsText, payeesText } from "./payout-views";
import { facts, moment, money, sections, table } from "./text";

/** An account for people to read. */
export function personText(found: PersonFound): string {
  const { person, requests, subscriptions, paid, received, payees, holds } = found;
  const privacy = [
    person.anonymousProfile && "anonymous",
    person.hideGivenAmount && "hides what they gave",
    person.hideReceivedAmount && "hides what they received",
  ].filter((each) => each !== false);
  return sections([
    facts([
      ["id", person.id],
      ["username", person.username],
      ["name", person.name],
      ["e-mail", person.email],
      ["signs in with", person.signsInWith.join(", ") || "–"],
      ["language", person.language],
      ["since", moment(person.createdAt)],
      ["erased", moment(person.erasedAt)],
      [
        "plan",
        planText({
          tier: person.subscriptionTier,
          expiry: person.subscriptionExpiry,
          cancelled: person.subscriptionCancelled,
        }),
      ],
      ["boosts", `${person.normalBoosts} normal, ${person.premiumBoosts} premium`],
      ["given", `${money(person.totalGiven)}, ${money(person.publicGiven)} of it openly`],
      ["received", money(person.totalReceived)],
      ["privacy", privacy.join(", ") || "–"],
      ["is paid by", person.paymentMethod ?? "–"],
      ["PayPal e-mail", person.paypalEmail ?? "–"],
      ["has a card", person.hasCard ? "yes" : "no"],
      ["payouts held until", moment(person.payoutsHeldUntil)],
    ]),
    payeesText(payees),
    holdsText(holds, "No holds."),
    table(
      ["request", "since", "raised", "goal", "status", "item"],
      requests.map(({ id, createdAt, raised, goal, status, isActive, item }) => [
        id,
        moment(createdAt),
        money(raised),
        money(goal),
        status === "completed" && !isActive ? "completed, hidden" : status,
        item,
      ]),
      "No requests.",
    ),
    table(
      ["subscription", "since", "plan", "a month", "state", "by", "provider's id"],
      subscriptions.map(({ id, createdAt, tier, amount, currency, state, paymentMethod, providerId }) => [
        id,
        moment(createdAt),
        tier,
        money(amount, currency),
        state,
        paymentMethod,
        providerId ?? "–",
      ]),
      "No subscriptions.",
    ),
    paymentsText("paid", paid),
    paymentsText("received", received),
  ]);
}

/** Whose account it is, for people to read. */
export function identityText({ id, username, name, email, createdAt }: PersonFound["person"]): string {
  return facts([
    ["id", id],
    ["username", username],
    ["name", name],
    ["e-mail", email],
    ["since", moment(createdAt)],
  ]);
}

/** A payment and what happened to it, for people to read. */
export function historyText({ payment, timeline }: PaymentHistory): string {
  return sections([
    paymentText(payment),
    table(
      ["when", "source", "what", "amount", "person", "note"],
      timeline.map(({ at, source, what, amount, personId, note }) => [
        moment(at),
        source,
        what,
        amount === null ? "" : money(amount, payment.currency),
        personId ?? "",
        note ?? "",
      ]),
      "",
    ),
  ]);
}

/** How a payment stands, for people to read. */
export function paymentText(payment: PaymentRecord): string {
  return facts([
    ["payment", payment.id],
    ["receipt", payment.receiptNumber],
    ["for", payment.paysFor],
    ["state", stateText(payment)],
    ...(payment.refundRefusal === null
      ? []
      : [["refund", `refused for good: ${payment.refundRefusal}`] as const]),
    ["amount", amountText(payment)],
    ["provider", `${payment.provider} ${payment.providerId ?? "(not known yet)"}`],
    ["payer", payment.payerId],
    ["recipient", payment.recipientId ?? "–"],
    ["request", payment.requestId ?? "–"],
  ]);
}

/** What was paid in all. Cents. */
export function totalOf({ amount, serviceFee }: Pick<PaymentRecord, "amount" | "serviceFee">): number {
  return amount + serviceFee;
}

type Status = ProviderCheck["before"];

function stateText({ state, refundReason }: Status): string {
  if (refundReason === null) return state;
  return state === "refunded" ? `refunded (${refundReason})` : `${state}, refund due (${refundReason})`;
}

export function askedText({ subject, id, outcome, before, after }: ProviderCheck): string {
  const change =
    stateText(before) === stateText(after)
      ? `It is ${stateText(after)}`
      : `It was ${stateText(before)} and is ${stateText(after)}`;
  return `${subject} ${id}: the provider's answer comes to "${outcome}". ${change}.`;
}

/** What a person's plan was and is. */
export function subscriptionText({ before, after, ended }: SubscriptionChange): string {
  const end = ended > 0 ? ` Agreements ended, so that nothing more is paid: ${ended}.` : "";
  return `The plan was ${planText(before)} and is ${planText(after)}.${end}`;
}

export function unfinishedText(payments: readonly PaymentRecord[]): string {
  return table(
    ["payment", "since", "amount", "for", "state", "provider"],
    payments.map((payment) => [
      payment.id,
      moment(payment.createdAt),
      money(totalOf(payment), payment.currency),
      payment.paysFor,
      stateText(payment),
      payment.providerId ?? "–",
    ]),
    "Nothing is unfinished.",
  );
}

export function declinesText(people: readonly DeclinedPerson[]): string {
  return table(
    ["person", "declined", "payments", "addresses", "last"],
    people.map(({ personId, declines, payments, addresses, lastAt }) => [
      personId,
      String(declines),
      String(payments),
      String(addresses),
      moment(lastAt),
    ]),
    "No card was declined in the last day.",
  );
}

const MONEY_TEXTS: Record<MoneyDecision, string> = {
  none: "It has raised nothing.",
  stays: "What it has raised stays.",
  held: "What it has raised is on hold.",
  returned: "What it has raised goes back.",
};

export function hiddenText({ request, money: decision, pendingDonations }: HiddenRequest): string {
  return `Request ${request.id} is out of the feed and takes no donations. ${MONEY_TEXTS[decision]} ${pendingText(pendingDonations)}`;
}

function pendingText(pendingDonations: number): string {
  return pendingDonations === 0
    ? "No donation to it is on its way."
    : `Donations on their way, refunded in full if they are paid: ${pendingDonations}.`;
}

export function returnableText({ request, donations, amount, inBank }: ReturnableDonations): string {
  const loss = inBank > 0 ? ` ${money(inBank)} of it is in the recipient's bank and will be your loss.` : "";
  return `Request ${request.id}: ${request.item}\n\nHide it and give ${money(amount)} of ${donations} donations back, fees included?${loss}`;
}

export function returnedText(returned: ReturnedDonations): string {
  const { request, refunded, due, fromAccount, askedBack, lost, pendingDonations, problems } = returned;
  const sum = ({ donations, amount }: DonationSum) => `${donations} donations, ${money(amount)}`;
  return sections([
    facts([
      ["request", request.id],
      ["refunded", sum(refunded)],
      ["refund due", sum(due)],
      ["back from the recipient's account", money(fromAccount)],
      ["asked back from there", money(askedBack)],
      ["your loss", money(lost)],
      ["pending", pendingText(pendingDonations)],
    ]),
    table(
      ["donation", "what keeps it"],
      problems.map(({ donationId, problem }) => [donationId, problem]),
      "Nothing is left to do.",
    ),
  ]);
}

/** Accounts that two addresses claim. */
export function contestedText(contested: readonly ContestedAccount[]): string {
  return table(
    ["since", "username", "id", "old address", "new address"],
    contested.map((each) => [moment(each.since), each.username, each.id, each.oldAddress, each.newAddress]),
    "Nobody contests an account.",
  );
}

/** The outbox: what waits, and what failed. */
export function messagesText({ waiting, failed }: MessagesFound): string {
  return sections([
    table(
      ["waits", "channel", "stream", "messages", "refused before", "oldest"],
      waiting.map(({ kind, channel, stream, messages, retried, oldest }) => [
        kind,
        channel,
        stream,
        String(messages),
        String(retried),
        moment(oldest),
      ]),
      "Nothing waits.",
    ),
    failedText("failed", failed, "Nothing failed in the last 30 days."),
  ]);
}

/** One message, without the person's address. */
export function messageText(message: MessageRecord): string {
  const problem = message.state === "failed" ? (resendProblem(message) ?? "it can be") : "–";
  return facts([
    ["message", message.id],
    ["kind", `${message.kind} (${message.stream}), by ${message.channel}`],
    ["about", message.cause],
    ["person", message.personId ?? "the operator"],
    ["state", message.state],
    ["written", moment(message.createdAt)],
    ["due", moment(message.dueAt)],
    ["ended", moment(message.finishedAt)],
    ["attempts", String(message.attempts)],
    ["why", message.reason ?? "–"],
    ["sent again", problem],
  ]);
}

/** What is sent again, and what cannot be. */
export function resentText({ resent, left }: MessagesSentAgain): string {
  const done = `Messages that are due again: ${resent.length}.`;
  if (left.length === 0) return done;
  return sections([done, failedText("left", left, "")]);
}

function failedText(heading: string, failed: readonly MessageRecord[], none: string): string {
  return table(
    [heading, "when", "kind", "channel", "person", "attempts", "why", "sent again"],
    failed.map((message) => [
      message.id,
      moment(message.finishedAt),
      message.kind,
      message.channel,
      message.personId ?? "the operator",
      String(message.attempts),
      message.reason ?? "",
      resendProblem(message) ?? "it can be",
    ]),
    none,
  );
}

export function auditText(entries: readonly AuditEntry[]): string {
  return table(
    ["when", "operator", "action", "subject", "id", "change", "reason"],
    entries.map((entry) => [
      moment(entry.at),
      entry.operator,
      entry.action,
      entry.subject,
      entry.subjectId,
      changeText(entry),
      entry.reason ?? "",
    ]),
    "Nothing yet.",
  );
}

function changeText({ before, after }: AuditEntry): string {
  return Object.entries(after ?? {})
    .filter(([name, value]) => !(before && name in before && before[name] === value))
    .map(([name, value]) =>
      before && name in before ? `${name}: ${before[name]} → ${value}` : `${name}: ${value}`,
    )
    .join(", ");
}

function amountText(payment: PaymentRecord): string {
  const { amount, serviceFee, currency } = payment;
  if (serviceFee === 0) return money(amount, currency);
  return `${money(amount, currency)} + ${money(serviceFee, currency)} fee = ${money(totalOf(payment), currency)}`;
}

function planText({ tier, expiry, cancelled }: SubscriptionChange["after"]): string {
  if (tier === "none") return "none";
  return `${tier}${expiry ? ` until ${moment(expiry)}` : ""}${cancelled ? ", not renewed" : ""}`;
}

function paymentsText(what: "paid" | "received", payments: readonly PaymentRecord[]): string {
  return table(
    [what, "since", "amount", "for", "request", "state"],
    payments.map((payment) => [
      payment.id,
      moment(payment.createdAt),
      money(what === "paid" ? totalOf(payment) : payment.amount, payment.currency),
      payment.paysFor,
      payment.requestId ?? "–",
      stateText(payment),
    ]),
    `Nothing ${what}.`,
  );
}
