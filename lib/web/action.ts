import "server-only";
import { refresh } from "next/cache";
import { headers } from "next/headers";
import { unstable_rethrow } from "next/navigation";
import { z } from "zod";
import { db } from "@/db/client";
import { wakeMail } from "@/lib/delivery/wake";
import type { Viewer } from "@/lib/domain/users/types";
import { noteRoute } from "@/lib/ground/request-context";
import { requestIdNow } from "@/lib/server/request-id";
import { clientAddress } from "./client-address";
import type { Call } from "./contract";
import { once } from "./idempotency/once";
import { validate } from "./input";
import { assertMayChange } from "./may-change";
import { assertSameOrigin } from "./origin";
import { type Problem, toAppError, toProblem } from "./problem";
import { type CallLimits, limit, limitCall } from "./rate-limit/limit";
import type { LimitName } from "./rate-limit/limits";
import { noteWrite } from "./read-db";
import { currentViewer } from "./session";
import { assertInOffice } from "./session/office";
import { requireFreshProof } from "./session/step-up";

/** What a server action answers: the data, or an error in the reader's language. */
export type ActionResult<T> = { ok: true; data: T } | ({ ok: false } & Omit<Problem, "error">);

/** What is said here beside `limits` is for an action that shares none of a call, or is allowed more than that. */
type Options<S extends z.ZodType> = Pick<CallLimits, "evenSuspended" | "stepUp"> & {
  input: S;
  /**
   * The call of the contract that does the same, whose limits the action shares; or the name of a limit. `write` counts
   * every action but those that evict: named here, it is the only limit.
   */
  limits: Call | LimitName | "evicts";
  /** Only operators with a passkey of the last hours: to others there is no such action. */
  inOffice?: true;
  /** The page is not read again: nothing that it shows changes, or the browser leaves it. */
  keepsPage?: true;
};

type Input<S extends z.ZodType> = {
  viewer: Viewer;
  input: z.output<S>;
  /** The id for what the action creates; the same for a retry with the same idempotency key. */
  operationId: string;
  /** An earlier run with the same key may have done everything, and left no answer. */
  isRetry: boolean;
  address: string;
};

/** Sent beside an action's input: the same key creates nothing twice. */
const keySchema = z.string().max(255).nullable();

/**
 * Wraps a server action: only signed-in people of this origin, input validated, within its limits, run at most once per
 * idempotency key, every error in the reader's language. The page then shows what changed. It has the only `catch`.
 */
export function action<S extends z.ZodType, T>(
  name: string,
  { input: schema, limits, inOffice, keepsPage, ...others }: Options<S>,
  handle: (input: Input<S>) => Promise<T>,
): (input: z.input<S>, idempotencyKey?: string) => Promise<ActionResult<T>> {
  const own = { ...(typeof limits === "string" ? limitsNamed(limits) : limits), ...others };
  return async (raw, idempotencyKey) => {
    const sent = await headers();
    const requestId = requestIdNow();
    noteRoute(`action ${name}`);
    try {
      assertSameOrigin(sent);
      const viewer = await currentViewer();
      assertMayChange(viewer, own);
      if (!own.evicts) await limit(db(), "write", viewer.id);
      if (inOffice) await assertInOffice(viewer);
      if (own.stepUp) await requireFreshProof();
      const input = validate(schema, raw);
      const key = validate(keySchema, idempotencyKey ?? null);
      const address = clientAddress(sent);
      const data = await once(
        db(),
        { userId: viewer.id, key, call: `action ${name}`, input },
        async (operationId, isRetry) => {
          await limitCall(db(), own, { viewer, address, input });
          // Of what answers nothing: an answer is stored as JSON, which has no undefined.
          return (await handle({ viewer, input, operationId, isRetry, address })) ?? (null as T);
        },
      );
      wakeMail();
      await noteWrite();
      if (!keepsPage) refresh();
      return { ok: true, data };
    } catch (thrown) {
      unstable_rethrow(thrown);
      const { error: _, ...problem } = await toProblem(toAppError(thrown, requestId));
      return { ok: false, ...problem };
    }
  };
}

function limitsNamed(name: LimitName | "evicts"): CallLimits {
  // The account's owner gets a message about each.
  if (name === "evicts") return { evicts: true, limit: "mailAddress" };
  return name === "write" ? {} : { limit: name };
}
