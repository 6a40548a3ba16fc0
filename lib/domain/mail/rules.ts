import { choiceKind, type MailKind, mailKind } from "@/lib/ground/mail-kinds";
import type { Choice, ClaimedMail } from "./types";

const MINUTE_MS = 60_000;

/** The waits before the next attempts, in minutes: about two days in all. */
const WAITS = [1, 5, 20, 60, 180, 360, 720, 1_440];

/** How long a server may take to send a message, before another takes it. Longer than any of its timeouts. */
export const CLAIM_MS = 2 * MINUTE_MS;

/** For how many days address and text of a message are kept. */
export const MAIL_KEPT_DAYS = 30;

/** When a message is tried again after so many attempts; null when it is given up. */
export function nextAttempt(attempts: number, at: Date): Date | null {
  const minutes = WAITS[attempts - 1];
  return minutes === undefined ? null : new Date(at.getTime() + minutes * MINUTE_MS);
}

/** What holds for a kind where a person chose nothing. */
export function defaultChoice(kind: MailKind): Choice {
  const { mail, push, inApp } = mailKind(kind);
  return { inApp: inApp === true, push: push === true, mail: mail?.[0] ?? "now" };
}

/** A choice as it works: a complaint turns news by mail off. */
export function inEffect(kind: MailKind, choice: Choice, isSilenced: boolean): Choice {
  return isSilenced && mailKind(kind).stream === "news" ? { ...choice, mail: "off" } : choice;
}

/**
 * Why a message is not sent, judged when it would be: what the person chose, an address that does not exist, a
 * complaint. Null when it is sent.
 */
export function suppression(
  { channel, kind, stream, address, recipient }: ClaimedMail,
  choice: Choice,
): string | null {
  if (channel === "push") return choice.push ? null : "push is off for this kind";
  const isOwnAddress = address === null || address === recipient.email;
  if (stream !== "account" && isOwnAddress && recipient.isBounced) return "the address refuses mail";
  if (stream === "news" && recipient.isSilenced) return "the person reported mail as unwanted";
  if (isSummedUp(kind, choice)) return `part of the ${choice.mail} summary`;
  return choice.mail === "off" ? "mail is off for this kind" : null;
}

/** Whether a mail waits for its daily or weekly summary instead of being sent. */
export function isSummedUp(kind: MailKind, { mail }: Choice): boolean {
  const isSingle = choiceKind(kind) === kind && mailKind(kind).mail?.includes("now") === true;
  return isSingle && (mail === "daily" || mail === "weekly");
}
