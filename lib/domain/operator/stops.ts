import { NIL } from "uuid";
import type { Db } from "@/db/client";
import { deleteStop, insertStop } from "@/lib/domain/incidents/stops";
import { now } from "@/lib/ground/clock";
import type { Stoppable } from "@/lib/ground/vocabulary";
import { insertAuditEntry } from "./audit-store";
import { type OperatorPerson, Refusal } from "./types";

type Order = { what: Stoppable; reason: string };

/**
 * Stops giving, payouts or asking for everybody (safety.md, Stop everything); events and refunds continue.
 * @throws Refusal when it is stopped already
 */
export async function stop(db: Db, operator: OperatorPerson, { what, reason }: Order): Promise<void> {
  await db.transaction(async (tx) => {
    const stopped = await insertStop(tx, { what, reason, stoppedBy: operator.id, createdAt: now() });
    if (!stopped) throw new Refusal(`${what} is stopped already.`);
    await insertAuditEntry(tx, operator, {
      action: "stop",
      subject: "everything",
      subjectId: NIL,
      after: { stopped: what },
      reason,
    });
  });
}

/** Ends a stop. @throws Refusal when there is none */
export async function resume(db: Db, operator: OperatorPerson, { what, reason }: Order): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await deleteStop(tx, what))) throw new Refusal(`${what} is not stopped.`);
    await insertAuditEntry(tx, operator, {
      action: "resume",
      subject: "everything",
      subjectId: NIL,
      before: { stopped: what },
      reason,
    });
  });
}
