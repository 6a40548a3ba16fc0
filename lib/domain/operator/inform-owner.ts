import type { Tx } from "@/db/client";
import { writeMail } from "@/lib/domain/mail/write";
import { now } from "@/lib/ground/clock";
import type { RequestState } from "./requests-store";

/** Sends an operator's decision about a request to its owner, with the reason in the operator's words. */
export async function informOwner(
  tx: Tx,
  { userId }: Pick<RequestState, "userId">,
  auditId: number,
): Promise<void> {
  await writeMail(tx, { kind: "moderation_decision", cause: String(auditId), userId, at: now() });
}
