import { createTransport, type NodemailerError } from "nodemailer";
import { refusesRecipient } from "./status";

/** A rendered message. */
export type OutgoingMail = {
  /** With angle brackets; the same for every attempt, so that a repeated message is recognised. */
  messageId: string;
  from: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Headers beside those of every message, each sent on one line (RFC 8058 with DKIM). */
  headers: Record<string, string>;
};

/** Sends mail. */
export interface MailTransport {
  /** Resolves once the mail server has taken the message. @throws MailRefused, or an error worth another attempt */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/**
 * The mail server refuses a message for good. `isAddressUnknown`: because of its recipient, so that no other message
 * can reach that address.
 */
export class MailRefused extends Error {
  override name = "MailRefused";

  constructor(
    message: string,
    readonly isAddressUnknown: boolean,
  ) {
    super(message);
  }
}

/** Each command of a slow mail server may take as long as the last of them. */
const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 30_000,
};

/** The mail server at `smtp://` or `smtps://`, over a few kept connections. */
export function smtpTransport(url: string, { connections }: { connections: number }): MailTransport {
  const transport = createTransport({
    pool: true,
    url,
    maxConnections: connections,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...TIMEOUTS,
  });
  return {
    async send({ headers, ...mail }) {
      try {
        await transport.sendMail({
          ...mail,
          headers: Object.fromEntries(
            Object.entries(headers).map(([name, value]) => [name, { prepared: true, value }]),
          ),
        });
      } catch (error) {
        throw refusalIn(error) ?? error;
      }
    },
    close: () => transport.close(),
  };
}

/** Why a mail server does not take us, down to the login; null when it does. */
export async function mailServerProblem(url: string): Promise<string | null> {
  const transport = createTransport({ url, ...TIMEOUTS });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    const { code = "no code", response } = error as NodemailerError;
    return response ? `${code}: ${response}` : code;
  } finally {
    transport.close();
  }
}

/**
 * What a mail server answers to the command `RCPT TO` about an address that will never receive mail (RFC 3463). Nothing
 * else counts there, not 550 alone either: a server that does not relay for us answers that to every address.
 */
const NO_SUCH_ADDRESS = /\b5\.(?:1\.(?:1|2|3|6|10)|2\.1)\b/;

/**
 * Whether a refusal after `RCPT TO`, mostly of the text, is about the address. The server accepted us and the recipient
 * before, so what it does not explain counts, except 552, which is about the size (RFC 5321, 4.2.3).
 */
function refusesAddress(response: string): boolean {
  const [status] = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(response) ?? [];
  return status === undefined ? !response.startsWith("552") : refusesRecipient(status);
}

/** A refusal for good; null for any other error. */
function refusalIn(error: unknown): MailRefused | null {
  const { permanent, response = "", command = "" } = error as NodemailerError;
  if (permanent !== true || command.startsWith("AUTH")) return null;
  const isAddressUnknown =
    (command === "RCPT TO" && NO_SUCH_ADDRESS.test(response)) ||
    (command === "DATA" && refusesAddress(response));
  return new MailRefused(`${command} ${response}`.trim(), isAddressUnknown);
}
