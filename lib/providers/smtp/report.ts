import PostalMime, { type Email } from "postal-mime";
import { refusesRecipient } from "./status";

/** What a mail server reports about one of our messages. */
export type MailReport = {
  /** `bounce`: it was refused for good. `complaint`: the recipient marked it as unwanted. */
  kind: "bounce" | "complaint";
  /** The `Message-ID` of our message, with its angle brackets; null where the report does not have it. */
  messageId: string | null;
};

/** Parts of a report that quote the message, or its headers only. */
const QUOTES = new Set(["message/rfc822", "message/global", "text/rfc822-headers", "message/global-headers"]);

/** A field at the start of what is sent (RFC 5322); some servers write a line of their own before it. */
const FIRST_FIELD = /^(?:From [^\r\n]*\r?\n)?[A-Za-z][A-Za-z0-9-]*[ \t]*:/;

/** Whether bytes can be a message at all. */
export function isMessage(raw: Uint8Array): boolean {
  return FIRST_FIELD.test(Buffer.from(raw.subarray(0, 2_000)).toString("latin1"));
}

/**
 * Reads a delivery status notification (RFC 3464) or an abuse report (RFC 5965). Null for anything else, and for a
 * report that nothing follows from, such as one of a delay.
 */
export async function readReport(raw: Uint8Array): Promise<MailReport | null> {
  const email = await parsed(raw);
  if (email === null) return null;
  const status = partOf(email, (type) => /^message\/(global-)?delivery-status$/.test(type));
  const feedback = partOf(email, (type) => type === "message/feedback-report");
  if (status !== null && groupsIn(status).some(isRefusal)) {
    return { kind: "bounce", messageId: await quotedId(email) };
  }
  if (feedback !== null && groupsIn(feedback).some(isComplaint)) {
    return { kind: "complaint", messageId: await quotedId(email) };
  }
  return null;
}

type Fields = Map<string, string>;

const isRefusal = (fields: Fields) =>
  fields.get("action")?.toLowerCase() === "failed" && refusesRecipient(fields.get("status") ?? "");

/** Not `not-spam`, by which a recipient takes it back. */
const isComplaint = (fields: Fields) =>
  ["abuse", "fraud", "opt-out", "other"].includes(fields.get("feedback-type")?.toLowerCase() ?? "");

function partOf({ attachments }: Email, is: (type: string) => boolean): string | null {
  const content = attachments.find(({ mimeType }) => is(mimeType))?.content;
  return typeof content === "string" ? content : null;
}

/** Groups of fields, separated by empty lines: of the message, then of each recipient. Folded fields are joined. */
function groupsIn(text: string): Fields[] {
  return text
    .replace(/\r?\n(?=[ \t])/g, "")
    .split(/(?:\r?\n[ \t]*){2,}/)
    .map(
      (group) =>
        new Map(
          group.split(/\r?\n/).flatMap((line) => {
            const [, name, value] = /^([!-9;-~]+)[ \t]*:(.*)$/.exec(line) ?? [];
            return name === undefined ? [] : [[name.toLowerCase(), withoutComment(value ?? "")] as const];
          }),
        ),
    );
}

/** `5.1.1 (no such user)` is `5.1.1`. */
const withoutComment = (value: string) => value.replace(/\([^)]*\)/g, "").trim();

/** The `Message-ID` of the quoted message. A report's own one would name the report. */
async function quotedId(email: Email): Promise<string | null> {
  const quote = partOf(email, (type) => QUOTES.has(type));
  if (quote === null) return null;
  return (await parsed(quote))?.messageId ?? null;
}

/** Null for what is nested too deeply, or has too many fields. */
async function parsed(message: Uint8Array | string): Promise<Email | null> {
  const options = { attachmentEncoding: "utf8", forceRfc822Attachments: true } as const;
  return PostalMime.parse(message, options).catch(() => null);
}
