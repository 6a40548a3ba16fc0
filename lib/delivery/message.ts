import type { ReactNode } from "react";
import type { Db } from "@/db/client";
import type { ClaimedMail } from "@/lib/domain/messages/types";
import type { MailTexts } from "./translator";

/**
 * A kind of message. Everything it says is read when it is sent, so that a name that became anonymous meanwhile is not
 * in it.
 */
export type Message<View> = {
  /** Reads what the message is about; null when there is nothing to say any more, and it is cancelled. */
  load(db: Db, mail: ClaimedMail): Promise<View | null>;
  /** Between title and footer, of the parts in parts.tsx. */
  body(texts: MailTexts, view: View): ReactNode;
  /**
   * One line; by default `mail.<kind>.subject`. For messages about money it has no names and no amounts, because phones
   * show it while locked.
   */
  subject?(texts: MailTexts, view: View): string;
  /**
   * What the inbox shows beside the subject, and a push message below it, under the same rule; by default
   * `mail.<kind>.preview`.
   */
  preview?(texts: MailTexts, view: View): string;
  /** The first line, larger than the others; by default `mail.<kind>.title`, or else the subject. */
  title?(texts: MailTexts, view: View): string;
  /** The path that a push message opens; by default the notifications. */
  path?(view: View): string;
};

/** Declares a kind of message; what `load` reads is what the texts are made of. */
export function message<View>(definition: Message<View>): Message<View> {
  return definition;
}

/** In place of what people wrote, to an address that nobody proved. */
export const REDACTED = "…";

/** What a kind's texts are made of. */
export type ViewOf<Kind> = Kind extends Message<infer View> ? View : never;
