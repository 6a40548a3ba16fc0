import type { Db } from "@/db/client";
import { env } from "@/lib/ground/env";
import type { MailKind } from "@/lib/ground/mail-kinds";
import { finishMail, lockMail, selectSummedUp } from "./outbox";
import { nextSummary, SUMMARIES, type SummaryFrequency } from "./rules";
import type { ClaimedMail } from "./types";
import { writeMail } from "./write-messages";

/**
 * Leaves a message to the next summary, in one transaction: its row names the summary, whose row is written with the
 * first such message and locked until both are committed. A summary that is being sent already takes no more; the one
 * after it does.
 */
export async function sumUp(db: Db, mail: ClaimedMail, frequency: SummaryFrequency, at: Date): Promise<void> {
  const kind = SUMMARIES[mail.kind];
  if (!kind) throw new Error(`nothing sums up ${mail.kind}`);
  const { timeZone } = env();
  const userId = mail.recipient.id;
  await db.transaction(async (tx) => {
    let next = nextSummary(frequency, at, timeZone);
    const write = async () => {
      await writeMail(tx, { kind, cause: next.cause, userId, at, dueAt: next.dueAt });
      return lockMail(tx, { userId, kind, cause: next.cause });
    };
    let summary = await write();
    while (summary?.isTaken) {
      next = nextSummary(frequency, next.dueAt, timeZone);
      summary = await write();
    }
    await finishMail(tx, mail, {
      state: "suppressed",
      at,
      reason: `part of the ${frequency} summary`,
      // Nothing is written to an account that was erased meanwhile.
      ...(summary && { data: { summary: next.cause } }),
    });
  });
}

/** The causes of the messages that a summary replaces. */
export function listSummedUp(db: Db, { recipient, cause }: ClaimedMail, kind: MailKind): Promise<string[]> {
  return selectSummedUp(db, { userId: recipient.id, kind, summary: cause });
}
