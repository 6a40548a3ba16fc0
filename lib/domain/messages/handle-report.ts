import type { Db } from "@/db/client";
import { findSentMail, markBounced, silenceAddress, silenceNews } from "./outbox";

/** The result of a report: `unknown` when we sent no such message in the last 30 days, or it changes nothing. */
export type ReportOutcome = "bounced" | "silenced" | "unknown";

/**
 * Does what a mail server's report about one of our messages asks for: an address that refuses mail counts as
 * unproven, a complaint silences news and nothing else. Of a guest, whose address was never proven, both silence news.
 * The message is found by its id alone, which nobody else knows: somebody who can write to the mailbox of the reports
 * could name any address in one.
 */
export async function handleReport(
  db: Db,
  { kind, mailId, at }: { kind: "bounce" | "complaint"; mailId: string; at: Date },
): Promise<ReportOutcome> {
  const mail = await findSentMail(db, mailId);
  if (!mail) return "unknown";
  const { userId, address } = mail;
  if (userId === null) return (await silenceAddress(db, address, at)) ? "silenced" : "unknown";
  if (kind === "complaint") {
    await silenceNews(db, userId, address, at);
    return "silenced";
  }
  await markBounced(db, userId, address, at);
  return "bounced";
}
