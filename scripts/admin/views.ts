import type { ProviderCheck } from "@/lib/domain/operator/ask-provider";
import type { AuditEntry } from "@/lib/domain/operator/audit-store";
import type { PersonFound } from "@/lib/domain/operator/look-up-person";
import { type MessagesFound, type MessagesSentAgain, resendProblem } from "@/lib/domain/operator/messages";
import type { MessageRecord } from "@/lib/domain/operator/messages-store";
import type { ContestedAccount } from "@/lib/domain/operator/ownership-store";
import type { PaymentHistory } from "@/lib/domain/operator/payment-history";
import type { SubscriptionChange } from "@/lib/domain/operator/set-subscription";
import type { PaymentRecord } from "@/lib/domain/operator/types";
import type { DeclinedPerson } from "@/lib/domain/payments/card-attempts-store";
import { holdsText, payeesText } from "./payout-views";
import { decisionsText } from "./safety-views";
import { facts, moment, money, sections, table } from "./text";

/** An account for people to read. */
export function personText(found: PersonFound): string {
  const { person, requests, subscriptions, paid, received, payees, holds, sessions, decisions } = found;
  const privacy = [
    person.anonymousProfile && "anonymous",
    person.hideGivenAmount && "hides what they gave",
    person.hideReceivedAmount && "hides what they received",
  ].filter((each) => each !== false);
  return sections([
    facts({
      ...identityOf(person),
      "signs in with": person.signsInWith.join(", ") || null,
      language: person.language,
      since: person.createdAt,
      erased: person.erasedAt,
      plan: planText({
        tier: person.subscriptionTier,
        expiry: person.subscriptionExpiry,
        cancelled: person.subscriptionCancelled,
      }),
      boosts: `${person.normalBoosts} normal, ${person.premiumBoosts} premium`,
      given: `${money(person.totalGiven)}, ${money(person.publicGiven)} of it openly`,
      received: money(person.totalReceived),
      privacy: privacy.join(", ") || null,
      "is paid by": person.paymentMethod,
      "PayPal e-mail": person.paypalEmail,
      "has a card": person.hasCard ? "yes" : "no",
      "payouts held until": person.payoutsHeldUntil,
    }),
    payeesText(payees),
    holdsText(holds, "No holds."),
    table(requests, "No requests.", {
      request: "id",
      since: "createdAt",
      raised: ({ raised }) => money(raised),
      goal: ({ goal }) => money(goal),
      status: ({ status, isActive }) => (status === "completed" && !isActive ? "completed, hidden" : status),
      item: "item",
    }),
    table(subscriptions, "No subscriptions.", {
      subscription: "id",
      since: "createdAt",
      plan: "tier",
      "a month": ({ amount, currency }) => money(amount, currency),
      state: "state",
      by: "paymentMethod",
      "provider's id": "providerId",
    }),
    paymentsText("paid", paid),
    paymentsText("received", received),
    decisionsText(decisions),
    table(sessions, "No sessions.", {
      session: "id",
      since: "createdAt",
      "last used": "lastUsedAt",
      device: "device",
      network: "network",
    }),
    table(found.timeline.items, "", {
      when: "at",
      of: "source",
      what: ({ what, account }) => (account === null ? what : `${what}: ${account}`),
      amount: ({ amount }) => (amount === null ? "" : money(amount)),
      about: ({ subjectId }) => subjectId ?? "",
      note: ({ note }) => note ?? "",
    }),
  ]);
}

/** Whose account it is, for people to read. */
export function identityText(person: PersonFound["person"]): string {
  return facts({ ...identityOf(person), since: person.createdAt });
}

const identityOf = ({ id, username, name, email }: PersonFound["person"]) => ({
  id,
  username,
  name,
  "e-mail": email,
});

/** A payment and what happened to it, for people to read. */
export function historyText({ payment, timeline }: PaymentHistory): string {
  return sections([
    paymentText(payment),
    table(timeline, "", {
      when: "at",
      source: "source",
      what: "what",
      amount: ({ amount }) => (amount === null ? "" : money(amount, payment.currency)),
      person: ({ personId }) => personId ?? "",
      note: ({ note }) => note ?? "",
    }),
  ]);
}

/** A payment, for people to read. */
export function paymentText(payment: PaymentRecord): string {
  return facts({
    payment: payment.id,
    receipt: payment.receiptNumber,
    for: payment.paysFor,
    state: stateText(payment),
    ...(payment.refundRefusal !== null && { refund: `refused for good: ${payment.refundRefusal}` }),
    amount: amountText(payment),
    provider: `${payment.provider} ${payment.providerId ?? "(not known yet)"}`,
    payer: payment.payerId ?? "a guest",
    recipient: payment.recipientId,
    request: payment.requestId,
  });
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
  return table(payments, "Nothing is unfinished.", {
    payment: "id",
    since: "createdAt",
    amount: (payment) => money(totalOf(payment), payment.currency),
    for: "paysFor",
    state: stateText,
    provider: "providerId",
  });
}

export function declinesText(people: readonly DeclinedPerson[]): string {
  return table(people, "No card was declined in the last day.", {
    person: "personId",
    declined: "declines",
    payments: "payments",
    addresses: "addresses",
    last: "lastAt",
  });
}

/** Accounts that two addresses claim. */
export function contestedText(contested: readonly ContestedAccount[]): string {
  return table(contested, "Nobody contests an account.", {
    since: "since",
    username: "username",
    id: "id",
    "old address": "oldAddress",
    "new address": "newAddress",
  });
}

/** The outbox: what waits, and what failed. */
export function messagesText({ waiting, failed, bounced }: MessagesFound): string {
  return sections([
    table(waiting, "Nothing waits.", {
      waits: "kind",
      channel: "channel",
      stream: "stream",
      messages: "messages",
      "refused before": "retried",
      oldest: "oldest",
    }),
    failedText("failed", failed, "Nothing failed in the last 30 days."),
    table(bounced, "No address refuses mail.", { "refuses mail": "username", since: "bouncedAt" }),
  ]);
}

/** One message, without the person's address. */
export function messageText(message: MessageRecord): string {
  return facts({
    message: message.id,
    kind: `${message.kind} (${message.stream}), by ${message.channel}`,
    about: message.cause,
    person: message.personId ?? "the operator",
    state: message.state,
    written: message.createdAt,
    due: message.dueAt,
    ended: message.finishedAt,
    attempts: message.attempts,
    why: message.reason,
    "sent again": message.state === "failed" ? (resendProblem(message) ?? "it can be") : null,
  });
}

/** What is sent again, and what cannot be. */
export function resentText({ resent, left }: MessagesSentAgain): string {
  const done = `Messages that are due again: ${resent.length}.`;
  if (left.length === 0) return done;
  return sections([done, failedText("left", left, "")]);
}

function failedText(heading: string, failed: readonly MessageRecord[], none: string): string {
  return table(failed, none, {
    [heading]: "id",
    when: "finishedAt",
    kind: "kind",
    channel: "channel",
    person: ({ personId }) => personId ?? "the operator",
    attempts: "attempts",
    why: ({ reason }) => reason ?? "",
    "sent again": (message) => resendProblem(message) ?? "it can be",
  });
}

export function auditText(entries: readonly AuditEntry[]): string {
  return table(entries, "Nothing yet.", {
    when: "at",
    operator: "operator",
    action: "action",
    subject: "subject",
    id: "subjectId",
    change: changeText,
    reason: ({ reason }) => reason ?? "",
  });
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
  return table(payments, `Nothing ${what}.`, {
    [what]: "id",
    since: "createdAt",
    amount: (payment) => money(what === "paid" ? totalOf(payment) : payment.amount, payment.currency),
    for: "paysFor",
    request: "requestId",
    state: stateText,
  });
}
