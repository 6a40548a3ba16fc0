import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { type MailKind, mailKind } from "@/lib/ground/mail-kinds";
import { defaultChoice, MAIL_KEPT_DAYS } from "./rules";
import { findChoice, forgetMailsBefore } from "./store";
import type { Choice } from "./types";

/** What the worker does with the outbox. */
export {
  claimMails,
  countDue,
  finishMail,
  keepClaims,
  markBounced,
  postponeMail,
  releaseAbandoned,
} from "./store";

/** Of a kind without a choice: its mail is sent, and nothing else. */
const ALWAYS: Choice = { inApp: false, push: false, mail: "now" };

/** What a person chose about a kind of message, or its defaults. */
export async function choiceOf(db: Db, userId: string, kind: MailKind): Promise<Choice> {
  const { choice: decides, isAlwaysMailed } = mailKind(kind);
  if (!decides) return ALWAYS;
  const choice = (await findChoice(db, userId, decides)) ?? defaultChoice(decides);
  return isAlwaysMailed ? { ...choice, mail: "now" } : choice;
}

/** Deletes address and text of messages that ended more than 30 days ago. */
export async function forgetOldMails(db: Db): Promise<void> {
  await forgetMailsBefore(db, new Date(now().getTime() - MAIL_KEPT_DAYS * DAY));
}
