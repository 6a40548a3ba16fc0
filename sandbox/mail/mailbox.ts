import PostalMime, { type Address } from "postal-mime";
import { newId } from "../ids";

/** How many messages are stored; the oldest go first. */
const LIMIT = 20_000;

/** A message that was accepted. It is stored as it was received; `readMail` decodes its body. */
export type Mail = {
  id: string;
  /** As in the header, with its angle brackets; null without one. */
  messageId: string | null;
  envelope: { from: string; to: string[] };
  from: string;
  to: string;
  subject: string;
  receivedAt: string;
  /** Bytes. */
  size: number;
  /** By name in lower case, unfolded; of a repeated field the first. */
  headers: Record<string, string>;
};

type Stored = { mail: Mail; raw: Buffer };
type Filter = { to?: string | undefined; subject?: string | undefined; since?: Date | undefined };

/** The messages of this run, in the order in which they were accepted. In memory only: a restart forgets them. */
export class Mailbox {
  readonly #mails = new Map<string, Stored>();

  constructor(private readonly limit = LIMIT) {}

  /**
   * Stores a message; it is listed as soon as this resolves.
   * @throws Error when its headers cannot be read
   */
  async add(raw: Buffer, envelope: Mail["envelope"]): Promise<Mail> {
    const parsed = await PostalMime.parse(raw.subarray(0, endOfHeaders(raw)));
    const headers = new Map<string, string>();
    for (const { key, value } of parsed.headers) if (!headers.has(key)) headers.set(key, value);
    const mail: Mail = {
      id: newId("mail"),
      messageId: parsed.messageId ?? null,
      envelope,
      from: written(parsed.from ? [parsed.from] : []),
      to: written(parsed.to ?? []),
      subject: parsed.subject ?? "",
      receivedAt: new Date().toISOString(),
      size: raw.length,
      headers: Object.fromEntries(headers),
    };
    this.#mails.set(mail.id, { mail, raw });
    if (this.#mails.size > this.limit) this.#mails.delete(this.#mails.keys().next().value ?? "");
    return mail;
  }

  /** Oldest first. `to` is an address of the envelope, `subject` a part of it, both in any case. */
  list({ to, subject, since }: Filter = {}): Mail[] {
    const [address, part, from] = [to?.toLowerCase(), subject?.toLowerCase(), since?.toISOString()];
    return [...this.#mails.values()]
      .map(({ mail }) => mail)
      .filter(
        (mail) =>
          (address === undefined || mail.envelope.to.some((each) => each.toLowerCase() === address)) &&
          (part === undefined || mail.subject.toLowerCase().includes(part)) &&
          (from === undefined || mail.receivedAt >= from),
      );
  }

  find(id: string): Stored | undefined {
    return this.#mails.get(id);
  }
}

/** A message with its body; null where it has no such part. */
export type ReadMail = Mail & {
  text: string | null;
  html: string | null;
  /** Each field as it was received: a folded one has line breaks. */
  rawHeaders: string[];
};

export async function readMail({ mail, raw }: Stored): Promise<ReadMail> {
  const { text, html } = await PostalMime.parse(raw);
  const lines = raw.subarray(0, endOfHeaders(raw)).toString("utf8").trimEnd();
  return { ...mail, text: text ?? null, html: html ?? null, rawHeaders: lines.split(/\r?\n(?![ \t])/) };
}

/** Where the empty line after the header fields ends. */
function endOfHeaders(raw: Buffer): number {
  const at = raw.indexOf("\r\n\r\n");
  return at === -1 ? raw.length : at + 4;
}

function written(addresses: Address[]): string {
  return addresses
    .flatMap((each) => each.group ?? [each])
    .map(({ name, address }) => (name ? `${name} <${address}>` : address))
    .join(", ");
}
