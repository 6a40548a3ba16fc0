import { compile } from "html-to-text";
import { goesToProven, isGuest } from "@/lib/domain/messages/rules";
import type { ClaimedMail } from "@/lib/domain/messages/types";
import { MAIL_KIND_NAMES, type MailKind, mailKind, mailSwitch } from "@/lib/ground/mail-kinds";
import type { OutgoingMail } from "@/lib/providers/smtp/transport";
import * as kinds from "./kinds";
import { type Message, REDACTED } from "./message";
import { Layout, Paragraph, PathLink } from "./parts";
import type { MailTexts } from "./translator";
import { guestOf, unsubscribeAddress } from "./unsubscribe";

export type Rendered = Pick<OutgoingMail, "subject" | "html" | "text" | "headers">;

/** Transitional: mail clients lay out tables of pictures and bars without gaps by it. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

const declared: Record<MailKind, Message<unknown>> = kinds;

/** Every kind of message, with the texts that it leaves to its part of the catalogues. */
export const KINDS = Object.fromEntries(
  MAIL_KIND_NAMES.map((kind) => [kind, complete(kind, declared[kind])]),
) as Record<MailKind, Required<Message<unknown>>>;

function complete(kind: MailKind, definition: Message<unknown>): Required<Message<unknown>> {
  const own = (part: "subject" | "preview" | "title") => `${kind}.${part}` as Parameters<MailTexts["t"]>[0];
  const { subject = ({ t }) => t(own("subject")) } = definition;
  return {
    subject,
    preview: ({ t }) => t(own("preview")),
    title: (texts, view) => (texts.t.has(own("title")) ? texts.t(own("title")) : subject(texts, view)),
    path: () => "/notifications",
    ...definition,
  };
}

/** A message in its recipient's language, of what `load` read: as HTML and as plain text, without any tracking. */
export async function renderMail(mail: ClaimedMail, loaded: unknown, texts: MailTexts): Promise<Rendered> {
  const { recipient, kind } = mail;
  const { subject, preview, title, body } = KINDS[kind];
  const isProven = goesToProven(mail);
  const view = isProven ? loaded : withoutWords(loaded);
  const choice = mailSwitch(kind);
  const unsubscribe = choice && unsubscribeAddress(guestOf(mail) ?? recipient.id, choice);
  // By Node.js at run time, because Next.js refuses it to server code. As a stream a message takes three times as long.
  const { renderToStaticMarkup } = await import(/* turbopackIgnore: true */ "react-dom/server");
  const content = body(texts, view);
  // Where it is about the account itself the foot says so: its link is what the message is for.
  const isLeftOut =
    isAccounts(mail) &&
    mailKind(kind).stream !== "account" &&
    renderToStaticMarkup(content) !== renderToStaticMarkup(body(texts, loaded));
  const page = renderToStaticMarkup(
    <Layout
      texts={texts}
      preview={preview(texts, view)}
      name={!isProven || mailKind(kind).to === "operator" ? null : recipient.name}
      title={title(texts, view)}
      unsubscribe={unsubscribe}
      reason={reasonOf(mail, texts)}
    >
      {isLeftOut && (
        <Paragraph>
          {texts.t("common.leftOut")}{" "}
          <PathLink path="/settings/security">{texts.t("confirm_email.action")}</PathLink>
        </Paragraph>
      )}
      {content}
    </Layout>,
  );
  return {
    subject: subject(texts, view),
    html: DOCTYPE + page,
    text: `${toText(page).trim()}\n`,
    headers: {
      "Auto-Submitted": "auto-generated",
      "X-Steuntje-Kind": kind,
      ...(unsubscribe !== null && {
        "List-Unsubscribe": `<${unsubscribe}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
  };
}

/** Whether a message goes to an account's own address that is not proven yet: its owner can prove it. */
function isAccounts(mail: ClaimedMail): boolean {
  const { address, recipient } = mail;
  const isOwn = address === null || address === recipient.email;
  return isOwn && !goesToProven(mail) && !isGuest(recipient) && !recipient.isErased;
}

function reasonOf(mail: ClaimedMail, { t, appName }: MailTexts): string {
  const { kind, stream, recipient } = mail;
  if (mailKind(kind).to === "operator") return `You run ${appName}: OPERATOR_MAIL has your address.`;
  if (recipient.isErased) return t("common.reasonErased", { appName });
  // Others without an account reported something.
  const hasGiven = stream !== "account" || kind === "moderation_decision";
  if (isGuest(recipient)) return t(`common.${hasGiven ? "reasonGuest" : "reasonReporter"}`, { appName });
  if (!goesToProven(mail)) return t("common.reasonUnproven", { appName });
  return t(`common.reason.${stream}`, { appName, username: recipient.username });
}

/** The parts of what messages are made of that people write themselves. */
const WORDS = new Set(["title", "note", "username", "recipientUsername", "guestName", "name"]);

/**
 * What a message is made of without what people wrote: anybody can open an account with somebody else's address, and
 * would have us send them their words (trust 44).
 */
function withoutWords(view: unknown): unknown {
  if (Array.isArray(view)) return view.map(withoutWords);
  if (typeof view !== "object" || view === null || view instanceof Date) return view;
  return Object.fromEntries(
    Object.entries(view).map(([key, value]) => [
      key,
      WORDS.has(key) && typeof value === "string" ? REDACTED : withoutWords(value),
    ]),
  );
}

/** The same without markup: links in full, amounts in lines, no address of the wordmark. Compiled once for all. */
const toText = compile({
  wordwrap: 78,
  selectors: [
    { selector: "img", format: "skip" },
    { selector: "[data-skip-in-text=true]", format: "skip" },
    ...["h1", "h2"].map((selector) => ({
      selector,
      options: { uppercase: false, leadingLineBreaks: 2, trailingLineBreaks: 2 },
    })),
    { selector: "a.brand", format: "anchor", options: { ignoreHref: true } },
    { selector: "a", options: { hideLinkHrefIfSameAsText: true, linkBrackets: false, noAnchorUrl: true } },
    ...["td", "th"].map((selector) => ({
      selector,
      format: "block",
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
    { selector: "table.data", format: "dataTable", options: { uppercaseHeaderCells: false } },
  ],
});
