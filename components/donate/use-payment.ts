import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { noteDonated } from "@/components/shared/donated";
import { useLoginLink } from "@/components/shared/use-login-link";
import { clearToast, toast } from "@/components/ui/toast-store";
import type { PaidAt } from "@/lib/domain/donations/reserve-rules";
import type { DonationTerms } from "@/lib/domain/donations/schema";
import { now } from "@/lib/ground/clock";
import { HOUR } from "@/lib/ground/durations";
import { toDecimal } from "@/lib/ground/money";
import { type Attempt, newAttempt } from "@/lib/web/attempt";
import { ApiError, send } from "@/lib/web/http";
import { cardError } from "./card-error";
import { NO_NOTE, type Note, noteFields } from "./note-field";
import { type Confirmation, paymentIdOf } from "./sandbox-payment";
import type { Intent } from "./types";
import { type ErrorText, useCardErrorText } from "./use-card-error-text";

type Login = ReturnType<typeof useLoginLink>;

/**
 * The state of a card payment. `error` is the refusal of the last try; the payment can be tried again, after
 * logging in where there is a `login`.
 */
type Payment =
  | { state: "idle" }
  | { state: "preparing" }
  | { state: "unprepared"; error: ErrorText; login: Login | null }
  | {
      state: "ready" | "paying" | "redirecting" | "checking";
      intent: Intent;
      error: ErrorText | null;
      busy?: Busy | null;
    };

/** Somebody else is just paying: until when, and what can be given now, in cents. */
export type Busy = NonNullable<ApiError["busy"]>;

/**
 * The attempt for each request. Coming back to one whose outcome is unknown continues the same payment and creates
 * no second one.
 */
const attempts = new Map<string, Attempt>();

function attemptFor(requestId: string): Attempt {
  const attempt = attempts.get(requestId) ?? newAttempt();
  attempts.set(requestId, attempt);
  return attempt;
}

/**
 * The payments of guests by the key of their attempt, and when they were begun: the server has no key of theirs
 * (giving.md).
 */
const begun = new Map<string, { intent: Intent; at: number }>();

/** Age at which a payment is not continued, in milliseconds: after a day it is ended (ABANDONED_AFTER). */
const CONTINUED_FOR = 12 * HOUR;

/** `isDone`: its donor was led to the page of its outcome. */
type Tried = Intent & { isDone?: true };

/**
 * The payments of each request that were confirmed and may be paid, by their secrets, the latest last. Their donor is
 * not told that nothing was charged, also after the dialog was closed.
 */
const undecided = new Map<string, ReadonlyMap<string, Tried>>();

/** Begins a guest's payment; while its outcome is unknown the same `body` continues it. */
export async function beginOnce(requestId: string, body: object, begin: () => Promise<Intent>) {
  const key = attemptFor(requestId).keyFor(JSON.stringify(body));
  const at = now().getTime();
  const before = begun.get(key);
  if (before && at - before.at < CONTINUED_FOR) return before.intent;
  const intent = await begin();
  begun.set(key, { intent, at });
  return intent;
}

/** Refusals after which nothing may be paid. Without another answer the donor pays, and D26 decides. */
const CLOSED = new Set<string>(["BEING_PAID", "GOAL_REACHED", "GIVING_OFF", "NOT_FOUND", "STOPPED"]);

const isClosed = (thrown: unknown): thrown is ApiError =>
  thrown instanceof ApiError && CLOSED.has(thrown.code);

/** Takes the place of a payment before it is confirmed (giving.md). Returns why it may not be paid now, or null. */
async function reserve(intent: Intent, paidAt: PaidAt): Promise<ApiError | null> {
  try {
    const paymentIntentId = paymentIdOf(intent.clientSecret);
    const receiptToken = intent.receiptUrl?.split("/r/")[1];
    await send("POST", "/api/donations/reserve", { paymentIntentId, paidAt, receiptToken });
    return null;
  } catch (thrown) {
    return isClosed(thrown) ? thrown : null;
  }
}

/** Prepares a payment of a decimal amount on the server. */
type Begin = (requestId: string, amount: string, note: Note) => Promise<Intent>;

const beginForViewer: Begin = async (requestId, amount, note) => {
  const terms = await send<DonationTerms>("POST", "/api/donations/validate", { requestId });
  const { currency, recipientId } = terms;
  const body = { amount, currency, requestId: terms.requestId, recipientId, ...noteFields(note) };
  return send<Intent>("POST", "/api/payments/stripe/create-payment-intent", body, {
    idempotencyKey: attemptFor(requestId).keyFor(JSON.stringify(body)),
  });
};

/**
 * A card payment from the chosen amount to the thank-you page (specification 4, Card donation flow): the request is
 * validated, the payment created, its place taken, confirmed with the provider, and its outcome read from the server. A
 * guest's begins otherwise, and ends on their receipt. Amounts in cents.
 */
export function usePayment(request: { id: string }, begin: Begin = beginForViewer) {
  const [note, setNote] = useState(NO_NOTE);
  const errorText = useCardErrorText();
  const router = useRouter();
  const login = useLoginLink(`/?request=${request.id}`);
  const [payment, setPayment] = useState<Payment>({ state: "idle" });
  const [unknown, setUnknown] = useState(() => undecided.get(request.id) ?? new Map<string, Tried>());
  const current = useRef(0);

  // On the way back from a bank or the receipt the browser may restore this page as it was, still waiting.
  useEffect(() => {
    const restore = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      current.current += 1;
      setPayment((before) => {
        if ("intent" in before) return { state: "ready", intent: before.intent, error: null };
        return before.state === "preparing" ? { state: "idle" } : before;
      });
    };
    window.addEventListener("pageshow", restore);
    return () => window.removeEventListener("pageshow", restore);
  }, []);

  function keepUnknown(intents: ReadonlyMap<string, Tried>) {
    undecided.set(request.id, intents);
    setUnknown(intents);
  }

  /** The page that says how a payment ended: a guest's receipt, or the thanks. */
  function showOutcome({ clientSecret, receiptUrl }: Intent) {
    noteDonated();
    const payment = { payment_intent: paymentIdOf(clientSecret), payment_intent_client_secret: clientSecret };
    if (receiptUrl) window.location.assign(receiptUrl);
    else router.replace(`/payment-success?${new URLSearchParams(payment)}`);
  }

  async function prepare(cents: number, notice: ErrorText | null = null) {
    current.current += 1;
    const turn = current.current;
    const amount = toDecimal(cents);
    setPayment({ state: "preparing" });
    try {
      const intent = await begin(request.id, amount, note);
      if (turn === current.current) setPayment({ state: "ready", intent, error: notice });
    } catch (thrown) {
      if (thrown instanceof ApiError) attemptFor(request.id).refused(thrown.code);
      if (turn !== current.current) return;
      const last = [...(undecided.get(request.id)?.values() ?? [])].findLast(({ isDone }) => !isDone);
      if (last && isClosed(thrown)) return showOutcome(last);
      const error = errorText.setup(thrown);
      const ended = thrown instanceof ApiError && thrown.code === "UNAUTHENTICATED";
      setPayment({ state: "unprepared", error, login: ended ? login : null });
      toast({ ...error, variant: "destructive", ...(ended && { link: login }) });
      if (thrown instanceof ApiError && thrown.status === 409) router.refresh();
    }
  }

  async function pay(intent: Intent, confirm: () => Promise<Confirmation>, paidAt: PaidAt) {
    setPayment({ state: "paying", intent, error: null });
    // That the last try failed.
    clearToast();
    const refusal = await reserve(intent, paidAt);
    // It may have been paid before, with an answer that was lost.
    if (refusal && unknown.has(intent.clientSecret)) return showOutcome(intent);
    if (refusal?.busy) {
      setPayment({ state: "ready", intent, error: null, busy: refusal.busy });
      return;
    }
    if (refusal) {
      attempts.delete(request.id);
      const error = errorText.setup(refusal);
      setPayment({ state: "unprepared", error, login: null });
      toast({ ...error, variant: "destructive" });
      router.refresh();
      return;
    }
    const others = new Map(unknown);
    others.delete(intent.clientSecret);
    keepUnknown(new Map(others).set(intent.clientSecret, intent));
    const outcome = await confirm();
    if (outcome.state === "failed") {
      // What the form itself refuses says nothing about an earlier try.
      if (outcome.failure.type === "validation_error") keepUnknown(unknown);
      else if (cardError(outcome.failure).title === "card") keepUnknown(others);
      const error = errorText.payment(outcome.failure);
      setPayment({ state: "ready", intent, error });
      toast({ ...error, variant: "destructive" });
      return;
    }
    attempts.delete(request.id);
    if (outcome.state === "ended") {
      keepUnknown(others);
      await prepare(intent.donationAmount, errorText.ended);
      return;
    }
    if (outcome.state === "redirect") {
      setPayment({ state: "redirecting", intent, error: null });
      window.location.assign(outcome.url);
      return;
    }
    setPayment({ state: "checking", intent, error: null });
    keepUnknown(new Map(others).set(intent.clientSecret, { ...intent, isDone: true }));
    showOutcome(intent);
  }

  /** The card is being edited: its last error no longer applies. */
  function forgetError() {
    setPayment((before) => (before.state === "ready" ? { ...before, error: null } : before));
  }

  function leave() {
    current.current += 1;
    setPayment({ state: "idle" });
  }

  return { payment, isUnknown: unknown.size > 0, note, setNote, prepare, pay, forgetError, leave };
}

export type PaymentFlow = ReturnType<typeof usePayment>;
