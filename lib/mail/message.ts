import type { ReactNode } from "react";
import type { Db } from "@/db/client";
import type { ClaimedMail } from "@/lib/domain/mail/types";
import type { MailTexts } from "./translator";

/**
 * A kind of message. Everything it says is read when it is sent, so that a name that became anonymous meanwhile is not
 * in it.
 */
export type Message<View> = {
  /** Reads what the message is about; null when there is nothing to say any more, and it is cancelled. */
  load(db: Db, mail: ClaimedMail): Promise<View | null>;
  /** One line. For messages about money it has no names and no amounts, because phones show it while locked. */
  subject(texts: MailTexts, view: View): string;
  /** What the inbox shows beside the subject. */
  preview(texts: MailTexts, view: View): string;
  /** Between greeting and footer, of the parts in parts.tsx. */
  body(texts: MailTexts, view: View): ReactNode;
  /** What a push message says below the subject, under the same rule; by default the preview. */
  push?(texts: MailTexts, view: View): string;
  /** The path that a push message opens; by default the notifications. */
  path?(view: View): string;
};

/** Declares a kind of message; what `load` reads is what the texts are made of. */
export function message<View>(definition: Message<View>): Message<View> {
  return definition;
}

/** What a kind's texts are made of. */
export type ViewOf<Kind> = Kind extends Message<infer View> ? View : never;
