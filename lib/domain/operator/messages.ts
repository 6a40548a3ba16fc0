import type { Db } from "@/db/client";
import { MAIL_KEPT_DAYS } from "@/lib/domain/mail/rules";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { mailKind } from "@/lib/ground/mail-kinds";
import { insertAuditEntry } from "./audit-store";
import {
  findMessage,
  lockFailed,
  type MessageRecord,
  makeDue,
  selectFailed,
  selectWaiting,
} from "./messages-store";
import { type Operator, Refusal } from "./types";

/** Since when messages still have their address and data. */
const keptSince = () => new Date(now().getTime() - MAIL_KEPT_DAYS * DAY);

export type MessagesFound = Awaited<ReturnType<typeof listMessages>>;

/** What waits in the outbox, and what failed for good in the last 30 days. */
export async function listMessages(db: Db, limit: number) {
  const [waiting, failed] = await Promise.all([selectWaiting(db), selectFailed(db, keptSince(), limit)]);
  return { waiting, failed };
}

/** One message by its id, which is also the first part of its `Message-ID`. @throws Refusal */
export async function showMessage(db: Db, id: string): Promise<MessageRecord> {
  const message = await findMessage(db, id);
  if (!message) throw new Refusal("No message has that id.");
  return message;
}

export type MessagesSentAgain = {
  resent: MessageRecord[];
  /** Of all that failed: those that cannot be sent again. */
  left: MessageRecord[];
};

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
 * Makes one failed message due again, or all of the last 30 days. Choices, and whether it still makes sense, are judged
 * again when it is sent.
 * @throws Refusal
 */
export async function resendMessages(
  db: Db,
  operator: Operator,
  { id, reason }: { id: string | null; reason: string },
): Promise<MessagesSentAgain> {
  return db.transaction(async (tx) => {
    if (id !== null) {
      const { state } = await showMessage(tx, id);
      if (state !== "failed") throw new Refusal(`This message did not fail: it is ${state}.`);
    }
    const failed = await lockFailed(tx, id === null ? { after: keptSince() } : { id });
    const resent = failed.filter((each) => resendProblem(each) === null);
    const left = failed.filter((each) => resendProblem(each) !== null);
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
