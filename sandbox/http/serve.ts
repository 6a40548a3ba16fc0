import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Cause } from "../card/records";
import type { Sandbox } from "../sandbox";
import type { Answer } from "../state/store";
import { UnitOfWork } from "../state/unit-of-work";
import { type Ctx, Failure } from "./app";

/** How many calls are listed. */
const CALLS = 1_000;

type Request = {
  /** The call as documented, such as `POST /v1/refunds`. */
  call: string;
  /** The payment or subscription that the address names. */
  subject: string | undefined;
  /** The idempotency key; null for a call without one. */
  key: string | null;
  /** What distinguishes a repeated request from a different one with the same key, beside method and address. */
  request: unknown;
  requestId: string;
  cause: Cause | null;
  act: (work: UnitOfWork) => Answer;
  /** A refusal, and a failure (500), is the answer to its key too: a try after it needs another key. */
  keepsFailures?: boolean;
  /** The part of an error that this caller may see. */
  view?: (body: object) => object;
  /** The provider's error for a call that a test requested to fail. */
  injected: (status: number) => Failure;
  /** The provider's error for a key that was used for a different request. */
  keyReused: () => Failure;
  /** Milliseconds before the call acts; the payment is locked meanwhile. */
  durationMs?: number;
  /** The provider's error while another call is changing the payment. */
  locked?: () => Failure;
};

/**
 * Answers one call of a provider's API: idempotency, faults, one journal line for all its changes, and its events.
 * `replay` is the id of the request that the answer was first given to.
 */
export async function serve(
  c: Ctx,
  { store, faults, calls, locks, commit }: Sandbox,
  request: Request,
): Promise<{ answer: Answer; replay: string | null }> {
  const { call, subject, key, requestId } = request;
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([c.req.method, c.req.path, request.request]))
    .digest("hex");
  const occasion = { call, payment: subject };
  calls.push({ call, about: subject ?? null, requestId, caller: c.req.header("x-request-id") ?? null });
  if (calls.length > CALLS) calls.shift();
  const failure = faults.take("failNext", occasion);
  if (failure === 500) return { answer: remembered(request.injected(failure)), replay: null };
  if (failure) throw request.injected(failure);

  const duration = faults.take("actAfterMs", occasion) ?? request.durationMs;
  if (request.locked && subject !== undefined && locks.has(subject)) throw request.locked();
  if (duration && subject !== undefined) {
    locks.add(subject);
    await wait(duration).finally(() => locks.delete(subject));
  }
  const known = key === null ? null : store.answerFor(key);
  if (known && known.fingerprint !== fingerprint) throw request.keyReused();
  const answer = known ?? act();

  const delay = faults.take("answerAfterMs", occasion);
  if (delay) await wait(delay);
  const timeout = faults.take("timeoutAfterActing", occasion);
  if (timeout) await leaveUnanswered(c, timeout);
  return { answer, replay: known?.requestId ?? null };

  function act(): Answer {
    const work = new UnitOfWork(store, request.cause);
    try {
      const answer = request.act(work);
      commit(work, key === null ? undefined : { ...answer, key, fingerprint, requestId });
      return answer;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return remembered(error);
    }
  }

  function remembered({ status, body: whole }: Failure): Answer {
    const failed = { status, body: request.view?.(whole) ?? whole };
    if (key !== null && request.keepsFailures) store.commit([], { ...failed, key, fingerprint, requestId });
    return failed;
  }
}

/** The caller never learns what its call did. */
async function leaveUnanswered(c: Ctx, how: "silence" | "cut"): Promise<void> {
  const { incoming, outgoing } = c.env;
  const closed = new Promise((resolve) => outgoing.once("close", resolve));
  if (how === "cut") incoming.socket.destroy();
  await closed;
}
