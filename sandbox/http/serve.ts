import { setTimeout as wait } from "node:timers/promises";
import type { Sandbox } from "../sandbox";
import type { Answer } from "../state/store";
import { type Cause, Work } from "../state/work";
import type { Ctx } from "./app";
import { Failure } from "./failure";

type Question = {
  /** The call as documented, such as `POST /v1/refunds`. */
  call: string;
  /** The payment or subscription that it is about, as far as the address tells. */
  about: string | undefined;
  /** What an answer is given again to; null for a call that just runs. */
  key: string | null;
  /** What was asked, to tell the same key from a different question. */
  print: string;
  requestId: string;
  cause: Cause | null;
  act: (work: Work) => Answer;
  /** A refusal as this provider's caller sees it. */
  view?: (body: object) => object;
  /** In this provider's words: a call that was ordered to fail, and a key that was used for something else. */
  ordered: (status: number) => Failure;
  reused: () => Failure;
  /** How long it takes before it acts, in milliseconds; meanwhile the payment is locked. */
  takesMs?: number;
  /** In this provider's words: another call is changing the payment. */
  locked?: () => Failure;
};

/**
 * Answers one call of a provider's API: idempotency, orders, one line in the journal for all it changed, and the events it caused. `replay` is the
 * request that the answer was first given to.
 */
export async function serve(
  c: Ctx,
  { store, orders, calls, dispatcher, locks }: Sandbox,
  question: Question,
): Promise<{ answer: Answer; replay: string | null }> {
  const { call, about, key, print, requestId } = question;
  const occasion = { call, payment: about };
  calls.note({ call, about: about ?? null, requestId, caller: c.req.header("x-request-id") ?? null });
  const failure = orders.take("failNext", occasion);
  if (failure) throw question.ordered(failure);

  const slow = orders.take("actAfterMs", occasion) ?? question.takesMs;
  if (question.locked && about !== undefined && locks.has(about)) throw question.locked();
  if (slow && about !== undefined) {
    locks.add(about);
    await wait(slow).finally(() => locks.delete(about));
  }
  const known = key === null ? null : store.answerFor(key);
  if (known && known.fingerprint !== print) throw question.reused();
  const answer = known ?? act();

  const late = orders.take("answerAfterMs", occasion);
  if (late) await wait(late);
  const fault = orders.take("timeoutAfterActing", occasion);
  if (fault) await leaveUnanswered(c, fault);
  return { answer, replay: known?.requestId ?? null };

  function act(): Answer {
    const work = new Work(store, question.cause);
    try {
      const done = question.act(work);
      const kept = key !== null && done.final !== false;
      store.commit(work, kept ? { ...done, key, fingerprint: print, requestId } : undefined);
      dispatcher.dispatch(work.events);
      return done;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { status: error.status, body: question.view?.(error.body) ?? error.body };
    }
  }
}

/** The caller never learns what its call did. */
async function leaveUnanswered(c: Ctx, how: "silence" | "cut"): Promise<void> {
  const { incoming, outgoing } = c.env;
  const gone = new Promise((resolve) => outgoing.once("close", resolve));
  if (how === "cut") incoming.socket.destroy();
  await gone;
}
