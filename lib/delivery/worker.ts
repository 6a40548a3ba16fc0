import "server-only";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { v7 } from "uuid";
import { type Db, db } from "@/db/client";
import { choiceOf } from "@/lib/domain/messages/choose-messages";
import {
  claimMails,
  finishMail,
  keepClaims,
  markBounced,
  postponeMail,
  releaseAbandoned,
  silenceAddress,
} from "@/lib/domain/messages/outbox";
import {
  countedAs,
  isGuest,
  nextAttempt,
  type SummaryFrequency,
  summaryOf,
  suppression,
} from "@/lib/domain/messages/rules";
import { sumUp } from "@/lib/domain/messages/sum-up";
import type { ClaimedMail, MailData } from "@/lib/domain/messages/types";
import { vapidKeys } from "@/lib/domain/messages/vapid-keys";
import { now } from "@/lib/ground/clock";
import { MINUTE } from "@/lib/ground/durations";
import { env } from "@/lib/ground/env";
import { underRequestId } from "@/lib/ground/request-context";
import { count, inSpan } from "@/lib/ground/spans";
import { MailRefused, type MailTransport, smtpTransport } from "@/lib/providers/smtp/transport";
import { type PushTransport, webPushTransport } from "@/lib/providers/web-push";
import { log } from "@/lib/server/log";
import { redact } from "@/lib/server/redact";
import { contactAddress } from "@/lib/web/contact";
import { counted, isWithin } from "@/lib/web/rate-limit/limit";
import { messageIdOf } from "./message-id";
import { pushPayload, sendPush } from "./push";
import { KINDS, renderMail } from "./render";
import { mailTexts } from "./translator";
import { guestOf } from "./unsubscribe";
import { wakes } from "./wake";

/** How many messages are sent at a time. */
const LANES = 5;
/** How long a turn of the worker lasts at least, in milliseconds: the lanes that came free are filled by one claim. */
const TURN_MS = 40;
/** The same while people keep the server busy: 20 messages a second, those of accounts first. */
const BUSY_TURN_MS = 250;
/** The share of a turn in which the event loop worked. The messages of a turn take a third of it. */
const BUSY = 0.85;
/** How long a message of another server's call waits at most; those of this server wake the worker. */
const POLL_MS = 1_000;
const ABANDONED_EVERY_MS = 10_000;
/** How often a server says that it still sends a message: several times within the lease (`CLAIM_MS`). */
const KEEP_EVERY_MS = 30_000;
/** What takes longer hangs, and is left to another attempt. */
const KEPT_MS = 15 * MINUTE;
const MAX_REASON = 300;

/** What sends the outbox: the database, the mail server with the sender's address, and the push services. */
export type MailContext = { db: Db; transport: MailTransport; from: string; push: PushTransport };

/** How busy the event loop was since it was last asked, 0 to 1. */
function eventLoop(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const current = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(current, before);
    before = current;
    return utilization;
  };
}

/**
 * Sends the outbox until it is stopped. It sends few messages while the event loop is busy, because a person who waits
 * for a page or a payment does not wait for mail.
 */
export class MailWorker {
  readonly #context: MailContext;
  readonly #utilization: () => number;
  readonly #wait: (ms: number) => Promise<void>;
  /** What is being sent, by the message's id. */
  readonly #active = new Map<string, { since: Date; sent: Promise<void> }>();
  readonly #wake = () => {
    this.#isAwake = true;
    this.#resume?.();
  };
  #isAwake = false;
  #resume: (() => void) | null = null;
  #stopped = false;
  #released = 0;
  #keeping: NodeJS.Timeout | undefined;
  #run: Promise<void> = Promise.resolve();

  constructor(
    context: MailContext,
    { utilization = eventLoop(), wait = (ms: number) => sleep(ms) as Promise<void> } = {},
  ) {
    this.#context = context;
    this.#utilization = utilization;
    this.#wait = wait;
  }

  start(): void {
    wakes.add(this.#wake);
    this.#run = this.#loop();
    this.#keeping = setInterval(() => void this.#keep(), KEEP_EVERY_MS);
    this.#keeping.unref();
  }

  /** Takes no more messages, and waits until those on their way are sent. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake();
    await this.#run;
    await Promise.all(this.#sending());
    clearInterval(this.#keeping);
    wakes.delete(this.#wake);
    this.#context.transport.close();
  }

  async #loop(): Promise<void> {
    while (!this.#stopped) {
      this.#isAwake = false;
      const free = LANES - this.#active.size;
      const claimed = await this.#claim(free);
      for (const mail of claimed) this.#take(mail);
      if (claimed.length > 0) await this.#endTurn();
      if (claimed.length < free) await this.#pause();
      else if (this.#active.size === LANES) await Promise.race(this.#sending());
    }
  }

  async #claim(limit: number): Promise<ClaimedMail[]> {
    const at = now();
    try {
      if (at.getTime() - this.#released >= ABANDONED_EVERY_MS) {
        this.#released = at.getTime();
        const released = await releaseAbandoned(this.#context.db, at);
        if (released > 0) log.warn({ released }, "messages that a server never finished are sent again");
      }
      return await claimMails(this.#context.db, limit, at);
    } catch (error) {
      log.error({ err: error }, "the outbox could not be read");
      return [];
    }
  }

  async #endTurn(): Promise<void> {
    if (!this.#stopped) await this.#wait(this.#utilization() < BUSY ? TURN_MS : BUSY_TURN_MS);
  }

  #take(mail: ClaimedMail): void {
    const sending = underRequestId(v7(), () =>
      inSpan("send mail", { kind: mail.kind }, () => deliver(this.#context, mail)),
    )
      .catch((error: unknown) => log.error({ mail: mail.id, err: error }, "a message could not be recorded"))
      .finally(() => this.#active.delete(mail.id));
    this.#active.set(mail.id, { since: now(), sent: sending });
  }

  #sending(): Promise<void>[] {
    return [...this.#active.values()].map(({ sent }) => sent);
  }

  /** A slow mail server can take longer for one message than the lease; it must not get it twice. */
  async #keep(): Promise<void> {
    const at = now();
    const ids = [...this.#active].flatMap(([id, { since }]) =>
      at.getTime() - since.getTime() < KEPT_MS ? [id] : [],
    );
    if (ids.length === 0) return;
    await keepClaims(this.#context.db, ids, at).catch((error: unknown) =>
      log.error({ err: error }, "the outbox could not be kept"),
    );
  }

  /** Until it is woken, or a second has passed. */
  async #pause(): Promise<void> {
    if (this.#isAwake || this.#stopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      this.#resume = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#resume = null;
  }
}

/**
 * Sends one message, and records how it ended. An error of the mail server or of a push service is tried again with
 * growing waits.
 */
export async function deliver(context: MailContext, mail: ClaimedMail): Promise<void> {
  const { db } = context;
  const outcome = await attempt(context, mail).catch(
    (error: unknown): Outcome => ({ failure: error instanceof Error ? error : new Error(String(error)) }),
  );
  const at = now();
  if ("failure" in outcome) {
    const reason = redact(messageOf(outcome.failure)).slice(0, MAX_REASON);
    const isFinal = outcome.failure instanceof MailRefused;
    const dueAt = isFinal ? null : nextAttempt(mail.attempts, at);
    if (dueAt) await postponeMail(db, mail, { dueAt, reason, data: outcome.data });
    else await finishMail(db, mail, { state: "failed", at, reason });
    log.warn({ mail: mail.id, kind: mail.kind, attempts: mail.attempts, reason }, "a message was not sent");
    if (outcome.failure instanceof MailRefused && outcome.failure.isAddressUnknown) {
      const address = mail.address ?? mail.recipient.email;
      if (address !== null && isGuest(mail.recipient)) await silenceAddress(db, address, at);
      else if (address !== null) await markBounced(db, mail.recipient.id, address, at);
    }
    count("steuntje.mails", { kind: mail.kind, state: dueAt ? "retry" : "failed" }, 1);
    return;
  }
  if ("summary" in outcome) await sumUp(db, mail, outcome.summary, at);
  else await finishMail(db, mail, { ...outcome, at });
  count("steuntje.mails", { kind: mail.kind, state: outcome.state }, 1);
}

type Outcome =
  | { state: "sent"; address?: string }
  | { state: "suppressed" | "cancelled"; reason: string }
  | { state: "suppressed"; summary: SummaryFrequency }
  /** `data` is what the next attempt has to know. */
  | { failure: Error; data?: MailData };

async function attempt(context: MailContext, mail: ClaimedMail): Promise<Outcome> {
  const { db, transport, from } = context;
  const { recipient, kind } = mail;
  const choice = await choiceOf(db, guestOf(mail) ?? recipient.id, kind);
  const suppressed = suppression(mail, choice);
  if (suppressed !== null) return { state: "suppressed", reason: suppressed };
  const summary = mail.channel === "mail" ? summaryOf(kind, choice) : null;
  if (summary !== null) return { state: "suppressed", summary };
  const view = await KINDS[kind].load(db, mail);
  if (view === null) return { state: "cancelled", reason: "there is nothing to say any more" };
  const texts = await mailTexts(recipient.locale);
  if (mail.channel === "push") return sendPush(context, mail, pushPayload(mail, view, texts));
  const address = mail.address ?? recipient.email;
  if (address === null) return { state: "cancelled", reason: "the account has no address" };
  if (!(await mayBeSent(db, mail, address))) {
    return { state: "suppressed", reason: "the address got as many of these as others can cause" };
  }
  const rendered = await renderMail(mail, view, texts);
  await transport.send({ ...rendered, messageId: messageIdOf(mail.id), from, to: address });
  return { state: "sent", address };
}

/** Counts a message that somebody else can cause, once, and answers whether its address may get it now (trust 44). */
async function mayBeSent(db: Db, mail: ClaimedMail, address: string): Promise<boolean> {
  const kind = countedAs(mail);
  if (kind === null || mail.attempts > 1) return true;
  const name = mail.kind === "report_received" ? "reportRecipient" : "mailRecipient";
  return isWithin(db, name, counted(kind, address));
}

function messageOf(error: Error): string {
  return `${error.name}: ${error.message}`;
}

let worker: MailWorker | null = null;

/** Starts sending mail and push messages, where a mail server is configured. */
export function startMail(): void {
  const { mail } = env();
  if (!mail) {
    log.warn("no mail is sent: SMTP_URL is not set");
    return;
  }
  const transport = smtpTransport(mail.smtpUrl, { connections: LANES });
  const push = webPushTransport({ keys: () => vapidKeys(db()), subject: `mailto:${contactAddress()}` });
  worker = new MailWorker({ db: db(), transport, from: mail.from, push });
  worker.start();
  // Made now if this is the first start; if the database cannot be reached, when they are first needed.
  vapidKeys(db()).catch((error: unknown) => log.error({ err: error }, "no keys for push messages"));
}

/** Finishes what is being sent. */
export async function stopMail(): Promise<void> {
  await worker?.stop();
}
