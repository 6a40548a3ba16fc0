import { NIL } from "uuid";
import { DAY, MINUTE } from "@/lib/ground/durations";
import {
  CHOICE_CHANNELS,
  type ChoiceKind,
  choosable,
  type MailFrequency,
  type MailKind,
  mailKind,
} from "@/lib/ground/mail-kinds";
import { addDays, hourOf, isoWeek, periodStarts } from "@/lib/ground/periods";
import type { Choice, ChosenKind, ClaimedMail, Recipient } from "./types";

/** The waits before the next attempts, in minutes: about two days in all. */
const WAITS = [1, 5, 20, 60, 180, 360, 720, 1_440];

/** How long after a server last said that it is sending a message another one takes it. */
export const CLAIM_MS = 2 * MINUTE;

/** For how many days address and text of a message are kept. */
export const MAIL_KEPT_DAYS = 30;

/** When a message is tried again after so many attempts; null when it is given up. */
export function nextAttempt(attempts: number, at: Date): Date | null {
  const minutes = WAITS[attempts - 1];
  return minutes === undefined ? null : new Date(at.getTime() + minutes * MINUTE);
}

/** What applies to a kind of choice where a person chose nothing. */
export function defaultChoice(kind: ChoiceKind): Choice {
  const { mail, push, inApp } = choosable(kind);
  return { inApp: inApp === true, push: push === true, mail: mail?.[0] ?? "now" };
}

const onOff = (isOn: boolean): "on" | "off" => (isOn ? "on" : "off");

/** A choice as it is shown: null for a channel of which nothing can be chosen. */
export function channelsOf(kind: ChoiceKind, choice: Choice): ChosenKind["channels"] {
  const { inApp, push, mail } = choosable(kind);
  return {
    app: inApp ? onOff(choice.inApp) : null,
    push: push ? onOff(choice.push) : null,
    mail: mail ? choice.mail : null,
  };
}

/** How many messages a person gets, in one choice: everything, what matters, or only what must be. */
export const MESSAGE_LEVELS = ["everything", "important", "necessary"] as const;
export type MessageLevel = (typeof MESSAGE_LEVELS)[number];

/** What `important` has less than everything. */
const LESS: Partial<Record<ChoiceKind, Partial<Choice>>> = {
  gift_received: { mail: "daily" },
  update: { mail: "off", push: false },
  followed: { mail: "off" },
  digest: { mail: "off" },
};

/** What a level chooses about a kind. What is in the application disturbs nobody, and stays. */
export function levelChoice(level: MessageLevel, kind: ChoiceKind): Choice {
  const all = defaultChoice(kind);
  if (level === "everything") return all;
  if (level === "important") return { ...all, ...LESS[kind] };
  return { ...all, push: false, mail: choosable(kind).mail ? "off" : all.mail };
}

/** The level that chooses just this; null for a mix of one's own. */
export function levelOf(choices: readonly ChosenKind[]): MessageLevel | null {
  const isSame = (one: ChosenKind["channels"], other: ChosenKind["channels"]) =>
    CHOICE_CHANNELS.every((channel) => one[channel] === other[channel]);
  const has = (level: MessageLevel) =>
    choices.every(({ kind, channels }) => isSame(channels, channelsOf(kind, levelChoice(level, kind))));
  return MESSAGE_LEVELS.find(has) ?? null;
}

/** A choice as it works: a complaint turns news by mail off. */
export function inEffect(kind: ChoiceKind, choice: Choice, isSilenced: boolean): Choice {
  return isSilenced && choosable(kind).stream === "news" ? { ...choice, mail: "off" } : choice;
}

/**
 * Why a message is not sent, judged when it would be: what the person chose, an address that does not exist, a
 * complaint. Null when it is sent.
 */
export function suppression(
  { channel, stream, address, recipient }: ClaimedMail,
  choice: Choice,
): string | null {
  if (channel === "push") return choice.push ? null : "push is off for this kind";
  const isOwnAddress = address === null || address === recipient.email;
  if (stream !== "account" && isOwnAddress && recipient.isBounced) return "the address refuses mail";
  if (stream === "news" && recipient.isSilenced) return "the person reported mail as unwanted";
  return choice.mail === "off" ? "mail is off for this kind" : null;
}

/** Whether a message goes to somebody without an account: a guest, or who reported something. */
export function isGuest({ id }: Pick<Recipient, "id">): boolean {
  return id === NIL;
}

/**
 * Whether a message goes to an address that its recipient proved to be theirs; of another one than the account's, its
 * data says so.
 */
export function goesToProven({
  address,
  recipient,
  data,
}: Pick<ClaimedMail, "address" | "recipient" | "data">): boolean {
  if (data?.wasProven === 1) return true;
  return recipient.isProven && (address === null || address === recipient.email);
}

/**
 * Under what the messages of a kind to an address are counted together; null where nobody else can cause them, or what
 * causes them is counted: a guest is always told what became of a donation (`giftRecipient` limits those). Links count
 * for themselves, so that no other message uses up the one by which an owner gets back in.
 */
export function countedAs(mail: Pick<ClaimedMail, "kind" | "address" | "recipient" | "data">): string | null {
  const { by, link, stream } = mailKind(mail.kind);
  if (by === "other" || (stream === "money" && isGuest(mail.recipient))) return null;
  return link || goesToProven(mail) ? mail.kind : "notice";
}

/** How often a summary is sent. */
export type SummaryFrequency = Extract<MailFrequency, "daily" | "weekly">;

/** The kind that sums up several messages of a kind. */
export const SUMMARIES: Partial<Record<MailKind, MailKind>> = { donation_received: "donations_received" };

/** The summary that a mail waits for instead of being sent; null when it does not wait. */
export function summaryOf(kind: MailKind, { mail }: Choice): SummaryFrequency | null {
  return SUMMARIES[kind] && (mail === "daily" || mail === "weekly") ? mail : null;
}

/** Local hours: of the daily summary, and of what is sent on Mondays. */
const EVENING = 18;
const MORNING = 9;

/**
 * The next summary after a time, in the time zone: every day at 18:00, or on Monday at 09:00. The cause names the day
 * on which it is sent, or the week that it ends: `daily 2026-11-22`, `weekly 2026-W47`.
 */
export function nextSummary(
  frequency: SummaryFrequency,
  at: Date,
  timeZone: string,
): { cause: string; dueAt: Date } {
  const { daily: today, weekly: monday } = periodStarts(at, timeZone);
  const isWeekly = frequency === "weekly";
  const hour = isWeekly ? MORNING : EVENING;
  const first = isWeekly ? monday : today;
  const day = at < hourOf(first, hour, timeZone) ? first : addDays(first, isWeekly ? 7 : 1);
  const cause = isWeekly ? `weekly ${isoWeek(addDays(day, -1))}` : `daily ${day}`;
  return { cause, dueAt: hourOf(day, hour, timeZone) };
}

/** For how long after Monday at 09:00 digests are written, where no server ran then: two days, in milliseconds. */
const DIGEST_TIME = 2 * DAY;

/** The digest of this week; null while none is written. It is about the seven days before Monday at 09:00. */
export function digestAt(at: Date, timeZone: string): { cause: string; from: Date; to: Date } | null {
  const monday = periodStarts(at, timeZone).weekly;
  const to = hourOf(monday, MORNING, timeZone);
  if (at < to || at.getTime() >= to.getTime() + DIGEST_TIME) return null;
  const lastMonday = addDays(monday, -7);
  return { cause: isoWeek(lastMonday), from: hourOf(lastMonday, MORNING, timeZone), to };
}

/** How many browsers of a person receive messages; with one more, the oldest is removed. */
export const MAX_SUBSCRIPTIONS = 10;

/**
 * The push services of the browsers: Chrome and what is made of it, Firefox, Safari, Edge on Windows. A name that
 * begins with a dot matches everything below it.
 */
const SERVICES = [
  "fcm.googleapis.com",
  ".push.services.mozilla.com",
  ".push.apple.com",
  ".notify.windows.com",
] as const;

/**
 * Whether this server may call a subscription's endpoint, which a browser says: only the known push services over
 * https, on its usual port and written as a browser writes it. `sandbox` is the origin of the sandbox's push service.
 */
export function isPushEndpoint(endpoint: string, sandbox: string | null): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (url.href !== endpoint || url.username !== "" || url.password !== "" || url.hash !== "") return false;
  if (sandbox !== null && url.origin === sandbox) return /^\/push\/[\w-]+$/.test(url.pathname + url.search);
  return (
    url.protocol === "https:" &&
    url.port === "" &&
    SERVICES.some((host) => (host.startsWith(".") ? url.hostname.endsWith(host) : url.hostname === host))
  );
}
