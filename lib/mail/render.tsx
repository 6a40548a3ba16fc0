import { compile } from "html-to-text";
import { goesToProven } from "@/lib/domain/mail/rules";
import type { ClaimedMail } from "@/lib/domain/mail/types";
import { mailKind, mailSwitch } from "@/lib/ground/mail-kinds";
import type { OutgoingMail } from "@/lib/providers/mail/transport";
import type { Message } from "./message";
import { Layout } from "./parts";
import type { MailTexts } from "./translator";
import { unsubscribeAddress } from "./unsubscribe";

export type Rendered = Pick<OutgoingMail, "subject" | "html" | "text" | "headers">;

/** Transitional: mail clients lay out tables of pictures and bars without gaps by it. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** A message in its recipient's language, as HTML and as plain text, without any tracking. */
export async function renderMail<View>(
  mail: ClaimedMail,
  { subject, preview, body }: Message<View>,
  loaded: View,
  texts: MailTexts,
): Promise<Rendered> {
  const { recipient, kind } = mail;
  const isProven = goesToProven(mail);
  const view = isProven ? loaded : (withoutWords(loaded) as View);
  const choice = mailSwitch(kind);
  const unsubscribe = choice && unsubscribeAddress(recipient.id, choice);
  // By Node.js at run time, because Next.js refuses it to server code. As a stream a message takes three times as long.
  const { renderToStaticMarkup } = await import(/* turbopackIgnore: true */ "react-dom/server");
  const page = renderToStaticMarkup(
    <Layout
      texts={texts}
      preview={preview(texts, view)}
      name={!isProven || mailKind(kind).toOperator ? null : recipient.name}
      unsubscribe={unsubscribe}
      reason={reasonOf(mail, texts)}
    >
      {body(texts, view)}
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

function reasonOf(mail: ClaimedMail, { t, appName }: MailTexts): string {
  const { kind, stream, recipient } = mail;
  if (mailKind(kind).toOperator) return `You run ${appName}: OPERATOR_MAIL has your address.`;
  if (recipient.isErased) return t("common.reasonErased", { appName });
  if (!goesToProven(mail)) return t("common.reasonUnproven", { appName });
  return t(`common.reason.${stream}`, { appName, username: recipient.username });
}

/** The parts of what messages are made of that people write themselves. */
const WORDS = new Set(["title", "username", "recipientUsername", "name"]);

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
      WORDS.has(key) && typeof value === "string" ? "…" : withoutWords(value),
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
