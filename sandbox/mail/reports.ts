import { randomUUID } from "node:crypto";
import { ApiError } from "../card/http/api-error";
import type { Destination } from "../config";
import type { Mail } from "./mailbox";

const TIMEOUT_MS = 10_000;
const REPORTER = "mx.recipient.invalid";

/** A delivery status notification (RFC 3464): the message could not be delivered. `status` such as `5.1.1`. */
export function bounceOf(mail: Mail, raw: Buffer, status: string): Buffer {
  const code = status.startsWith("4") ? 451 : 550;
  const perRecipient = mail.envelope.to.map((address) =>
    fields({
      "Final-Recipient": `rfc822; ${address}`,
      Action: "failed",
      Status: status,
      "Remote-MTA": `dns; ${REPORTER}`,
      "Diagnostic-Code": `smtp; ${code} ${status} The message could not be delivered`,
    }),
  );
  return report(mail, {
    subject: "Undelivered Mail Returned to Sender",
    type: "delivery-status",
    explanation: `Your message to ${mail.envelope.to.join(", ")} could not be delivered.`,
    machine: [
      fields({ "Reporting-MTA": `dns; ${REPORTER}`, "Arrival-Date": dated(mail.receivedAt) }),
      ...perRecipient,
    ].join("\r\n"),
    original: ["text/rfc822-headers", raw.subarray(0, raw.indexOf("\r\n\r\n") + 2)],
  });
}

/** An abuse report (RFC 5965): the recipient marked the message as unwanted. */
export function complaintOf(mail: Mail, raw: Buffer): Buffer {
  const machine = {
    "Feedback-Type": "abuse",
    "User-Agent": "Sandbox/1.0",
    Version: "1",
    "Original-Mail-From": `<${mail.envelope.from}>`,
    "Arrival-Date": dated(mail.receivedAt),
  };
  const recipients = mail.envelope.to.map((address) => fields({ "Original-Rcpt-To": `<${address}>` }));
  return report(mail, {
    subject: `FW: ${mail.subject.replace(/[^\x20-\x7e]/g, "?")}`,
    type: "feedback-report",
    explanation: "This is an abuse report for a message that the recipient marked as unwanted.",
    machine: [fields(machine), ...recipients].join(""),
    original: ["message/rfc822", raw],
  });
}

/** Sends a report to the application. Returns the status of its answer; null without one. @throws ApiError 400 */
export async function sendReport({ url, secret }: Destination, body: Buffer): Promise<number | null> {
  if (!url) throw new ApiError(400, "SANDBOX_MAIL_REPORT_URL says nowhere to send a report to.");
  try {
    const response = await fetch(url, {
      method: "POST",
      body: new Uint8Array(body),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { "Content-Type": "message/rfc822", Authorization: `Bearer ${secret}` },
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
}

type Report = {
  subject: string;
  type: "delivery-status" | "feedback-report";
  explanation: string;
  machine: string;
  original: [type: string, content: Buffer];
};

/** A multipart/report (RFC 6522): for people, for machines, and the message that it is about. */
function report(mail: Mail, { subject, type, explanation, machine, original }: Report): Buffer {
  const boundary = randomUUID();
  const part = (contentType: string, content: string | Buffer) => [
    `--${boundary}\r\nContent-Type: ${contentType}\r\n\r\n`,
    content,
    "\r\n",
  ];
  const head = fields({
    From: `Mail Delivery System <MAILER-DAEMON@${REPORTER}>`,
    To: mail.envelope.from,
    Subject: subject,
    Date: dated(new Date().toISOString()),
    "Message-ID": `<${randomUUID()}@${REPORTER}>`,
    "Auto-Submitted": "auto-replied",
    "MIME-Version": "1.0",
    "Content-Type": `multipart/report; report-type=${type}; boundary="${boundary}"`,
  });
  const pieces = [
    `${head}\r\n`,
    ...part("text/plain; charset=us-ascii", `${explanation}\r\n`),
    ...part(`message/${type}`, machine),
    ...part(...original),
    `--${boundary}--\r\n`,
  ];
  return Buffer.concat(pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece)));
}

function fields(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
}

/** As RFC 5322 writes a time. */
function dated(iso: string): string {
  return new Date(iso).toUTCString().replace("GMT", "+0000");
}
