import "server-only";
import { headers } from "next/headers";
import { unstable_rethrow } from "next/navigation";
import { z } from "zod";
import { db } from "@/db/client";
import type { Viewer } from "@/lib/domain/users/types";
import { AppError, type ErrorCode } from "@/lib/ground/errors";
import { noteRoute } from "@/lib/ground/request-context";
import { requestIdNow } from "@/lib/server/request-id";
import { once } from "./idempotency/once";
import { assertSameOrigin } from "./origin";
import { toAppError, toProblem } from "./problem";
import { limit } from "./rate-limit/limit";
import { currentViewer } from "./session";
import { validate } from "./validate";

/** What a server action answers: the data, or an error in the reader's language. */
export type ActionResult<T> =
  | { ok: true; data: T }
  | { ok: false; code: ErrorCode; message: string; fields?: Record<string, string> };

type Input<S extends z.ZodType> = { viewer: Viewer; input: z.output<S>; operationId: string };

/** Sent beside an action's input: the same key creates nothing twice. */
const keySchema = z.string().max(255).nullable();

/**
 * The door to a server action: only signed-in people of this origin, the input checked, at most one run per idempotency key, every error in
 * the reader's language. It holds the only `catch`.
 */
export function action<S extends z.ZodType, T>(
  name: string,
  schema: S,
  handle: (input: Input<S>) => Promise<T>,
): (input: z.input<S>, idempotencyKey?: string) => Promise<ActionResult<T>> {
  return async (raw, idempotencyKey) => {
    const sent = await headers();
    const requestId = requestIdNow();
    noteRoute(`action ${name}`);
    try {
      assertSameOrigin(sent);
      const viewer = await currentViewer();
      if (!viewer) throw new AppError("UNAUTHENTICATED");
      await limit(db(), "write", viewer.id);
      const input = validate(schema, raw);
      const key = validate(keySchema, idempotencyKey ?? null);
      const data = await once(
        db(),
        { userId: viewer.id, key, call: `action ${name}`, input },
        (operationId) => handle({ viewer, input, operationId }),
      );
      return { ok: true, data };
    } catch (thrown) {
      unstable_rethrow(thrown);
      const problem = await toProblem(toAppError(thrown, requestId));
      return {
        ok: false,
        code: problem.code,
        message: problem.message,
        ...(problem.fields && { fields: problem.fields }),
      };
    }
  };
}
