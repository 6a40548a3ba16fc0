import type { Db } from "@/db/client";
import { MAIL_KEPT_DAYS } from "@/lib/domain/messages/rules";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { mailKind } from "@/lib/ground/mail-kinds";
import { insertAuditEntry } from "./audit-store";
import {
  findMessage,
  lockFailed,
  type MessageRecord,
  makeDue,
  selectBounced,
  selectFailed,
  selectWaiting,
} from "./messages-store";
import { assertNotOwn } from "./operators";
import type { Reader } from "./own-store";
import { listOf, type Part } from "./pages-store";
import { type Operator, Refusal } from "./types";

/** Since when messages still have their address and data. */
export const keptSince = () => new Date(now().getTime() - MAIL_KEPT_DAYS * DAY);

export { selectWaiting as listWaiting } from "./messages-store";

/** What waits in the outbox, what failed for good in the last 30 days, and whose address refuses mail. */
export async function listMessages(db: Db, limit: number) {
  const [waiting, failed, bounced] = await Promise.all([
    selectWaiting(db),
    listFailed(db, { limit }),
    listBounced(db, { limit }),
  ]);
  return { waiting, failed: failed.items, bounced: bounced.items };
}

/** What failed for good in the last 30 days, newest first. */
export const listFailed = listOf(
  (db, part: Part) => selectFailed(db, { since: keptSince(), ...part }),
  ({ finishedAt, id }) => [finishedAt ?? now(), id],
);

/** Whose address refuses mail, the last first. */
export const listBounced = listOf(selectBounced, ({ bouncedAt, id }) => [bouncedAt, id]);

/** One message by its id, which is also the first part of its `Message-ID`. @throws Refusal */
export async function showMessage(db: Db, id: string, of: Reader = {}): Promise<MessageRecord> {
  const message = await findMessage(db, id, of);
  if (!message) throw new Refusal("No message has that id.", "unknown");
  return message;
}

/** Why a failed message cannot be sent again; null when it can. */
export function resendProblem({
  kind,
  finishedAt,
}: Pick<MessageRecord, "kind" | "finishedAt">): string | null {
  if (mailKind(kind).link) return "its link was deleted: the person has to ask for a new one";
  if (finishedAt === null || finishedAt <= keptSince()) {
    return `its address and text were deleted ${MAIL_KEPT_DAYS} days after it failed`;
  }
  return null;
}

/**
 * Makes one failed message due again, or all of the last 30 days but those that cannot be sent again and the operator's
 * own, which are `left`. Choices, and whether it still makes sense, are judged
 * again when it is sent.
 * @throws Refusal when it did not fail, cannot be sent again, or is the operator's own
 */
export async function resendMessages(
  db: Db,
  operator: Operator,
  { id, reason }: { id: string | null; reason: string },
) {
  return db.transaction(async (tx) => {
    if (id !== null) {
      const { state, personId } = await showMessage(tx, id);
      assertNotOwn(operator, [personId]);
      if (state !== "failed") throw new Refusal(`This message did not fail: it is ${state}.`);
    }
    const failed = await lockFailed(tx, id === null ? { after: keptSince() } : { id });
    const isResent = (each: MessageRecord) =>
      resendProblem(each) === null && (operator.id === undefined || each.personId !== operator.id);
    const resent = failed.filter(isResent);
    const left = failed.filter((each) => !isResent(each));
    const [only] = left;
    if (id !== null && only) throw new Refusal(`This message cannot be sent again: ${resendProblem(only)}.`);
    const ids = resent.map((each) => each.id);
    await makeDue(tx, ids, now());
    for (const subjectId of ids) {
      await insertAuditEntry(tx, operator, {
        action: "resend_mail",
        subject: "mail",
        subjectId,
        before: { state: "failed" },
        after: { state: "due" },
        reason,
      });
    }
    return { resent, left };
  });
}
