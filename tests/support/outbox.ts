import { asc, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { mails } from "@/db/schema";
import { deliver } from "@/lib/delivery/worker";
import { claimMails } from "@/lib/domain/messages/outbox";
import { now } from "@/lib/ground/clock";
import type { MailTransport, OutgoingMail } from "@/lib/providers/smtp/transport";
import type { OutgoingPush, PushAddress, PushTransport } from "@/lib/providers/web-push";

/** A mail server in memory. `refuse` is asked for an error before each message is taken. */
export class Inbox implements MailTransport {
  readonly received: OutgoingMail[] = [];
  refuse: (mail: OutgoingMail) => Error | null = () => null;

  async send(mail: OutgoingMail): Promise<void> {
    const error = this.refuse(mail);
    if (error) throw error;
    this.received.push(mail);
  }

  close(): void {}

  to(address: string): OutgoingMail[] {
    return this.received.filter((mail) => mail.to === address);
  }
}

/** The push services of all browsers in memory. `refuse` is asked for an error before each message is taken. */
export class Browsers implements PushTransport {
  readonly received: (OutgoingPush & { endpoint: string })[] = [];
  refuse: (to: PushAddress) => Error | null = () => null;

  async send(to: PushAddress, message: OutgoingPush): Promise<void> {
    const error = this.refuse(to);
    if (error) throw error;
    this.received.push({ ...message, endpoint: to.endpoint });
  }
}

/** Sends everything that is due now, and returns what mail was received meanwhile. */
export async function sendOutbox(
  db: Db,
  inbox = new Inbox(),
  push: PushTransport = new Browsers(),
): Promise<OutgoingMail[]> {
  const before = inbox.received.length;
  for (;;) {
    const claimed = await claimMails(db, 20, now());
    if (claimed.length === 0) return inbox.received.slice(before);
    for (const mail of claimed) {
      await deliver({ db, transport: inbox, from: "Steuntje <no-reply@steuntje.example>", push }, mail);
    }
  }
}

/** A person's messages in the outbox, oldest first. */
export async function mailsOf(db: Db, userId: string) {
  return db
    .select()
    .from(mails)
    .where(eq(mails.userId, userId))
    .orderBy(asc(mails.createdAt), asc(mails.kind));
}
