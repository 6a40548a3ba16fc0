import { createHash } from "node:crypto";
import type { Context } from "hono";
import { html, raw } from "hono/html";

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --line: #6b7280; --accent: #14532d; --on-accent: #fff; --bad: #b91c1c; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; }
main { width: 100%; max-width: 24rem; display: grid; gap: 16px; }
main.wide { max-width: 44rem; align-self: start; }
main > *, dd, pre { min-width: 0; overflow-wrap: anywhere; }
h1 { font-size: 1.375rem; line-height: 1.3; margin: 0; }
p, dl, dd, ul { margin: 0; }
.notice, .problem { padding: 8px 12px; border: 1px solid; border-radius: 8px; }
.problem { color: var(--bad); font-weight: 600; }
.question { font-size: 1.25rem; font-weight: 600; overflow-wrap: anywhere; }
form { display: grid; gap: 12px; }
label { display: grid; gap: 4px; font-weight: 600; }
input { font: inherit; width: 100%; min-height: 48px; padding: 8px 12px; border: 1px solid var(--line); border-radius: 8px; }
fieldset { margin: 0; padding: 0; border: 0; display: grid; gap: 4px; }
legend { padding: 0; font-weight: 600; }
.choice { grid-template-columns: auto 1fr; align-items: center; gap: 12px; min-height: 44px; font-weight: 400; }
.choice input { width: 20px; min-height: 20px; margin: 0; accent-color: var(--accent); }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; align-items: end; }
button, .button { font: inherit; font-weight: 600; min-height: 48px; padding: 8px 12px; border-radius: 8px; border: 2px solid var(--accent); cursor: pointer; }
.first { background: var(--accent); color: var(--on-accent); }
.other { background: transparent; color: inherit; display: grid; place-items: center; text-align: center; text-decoration: none; }
summary { padding: 10px 0; cursor: pointer; }
details ul { padding: 0; display: grid; gap: 8px; list-style: none; }
details li { display: grid; }
:is(button, a, input, summary):focus-visible { outline: 3px solid #f59e0b; outline-offset: 2px; }
.search { grid-template-columns: 1fr auto; align-items: end; }
.mails { padding: 0; list-style: none; border-top: 1px solid var(--line); }
.mails li { border-bottom: 1px solid var(--line); }
.mails a { display: grid; padding: 12px 4px; color: inherit; text-decoration: none; }
.mails a:hover strong { text-decoration: underline; }
.facts { display: grid; gap: 4px; }
.facts div { display: grid; grid-template-columns: 4rem 1fr; }
.facts dt { font-weight: 600; }
iframe { width: 100%; height: 36rem; border: 1px solid var(--line); border-radius: 8px; background: #fff; }
pre { margin: 0; white-space: pre-wrap; font: 0.875rem/1.5 ui-monospace, monospace; }
@media (prefers-color-scheme: dark) { :root { --accent: #86efac; --on-accent: #052e16; --bad: #fca5a5; } }
`;

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

type Page = {
  language: string;
  title: string;
  notice: string;
  content: unknown;
  /** As wide as a message, instead of a form. */
  wide?: boolean;
};

/** A hosted page with `content`, in one language, without scripts. */
export function renderPage(page: Page) {
  return html`<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${page.title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main${raw(page.wide ? ' class="wide"' : "")}>
<h1>${page.title}</h1>
<p class="notice">${page.notice}</p>
${page.content}
</main>
</body>
</html>`;
}

type Question = {
  language: string;
  title: string;
  notice: string;
  problem?: string | false;
  /** Lines around the question. */
  before?: string;
  question: string;
  after?: string | null;
  /** The names of the answers, and their buttons; the first is what most people choose. */
  answers: Record<string, string>;
  /** Where a payer goes who does not answer. */
  cancel?: { url: string; text: string };
};

/** A hosted page that asks one question, to be answered with one of some buttons. */
export function questionPage({ before, problem, question, after, answers, cancel, ...page }: Question) {
  return renderPage({
    ...page,
    content: html`${problem && html`<p class="problem" role="alert">${problem}</p>`}
${before && html`<p>${before}</p>`}
<p class="question">${question}</p>
${after && html`<p>${after}</p>`}
<form method="post">
${Object.entries(answers).map(
  ([name, text], index) =>
    html`<button class="${index === 0 ? "first" : "other"}" name="outcome" value="${name}">${text}</button>\n`,
)}</form>
${cancel && html`<a class="button other" href="${cancel.url}">${cancel.text}</a>`}`,
  });
}

type Sending = { status?: 200 | 404; returnUrl?: string };

/** Sends a page whose policy allows its style, and its form here and to the merchant at `returnUrl`. */
export function sendPage(
  c: Context,
  page: ReturnType<typeof renderPage>,
  { status = 200, returnUrl }: Sending = {},
) {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    "frame-src 'self'",
    `form-action 'self' ${returnUrl ? new URL(returnUrl).origin : ""}`.trimEnd(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return c.html(page, status, {
    "Content-Security-Policy": policy.join("; "),
    // The form's Origin header would be null under a stricter one.
    "Referrer-Policy": "same-origin",
  });
}

/** An amount as a payer reads it. `amount` in cents. */
export function money(language: string, amount: number, currency: string): string {
  return new Intl.NumberFormat(language, { style: "currency", currency }).format(
    `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, "0")}` as Intl.StringNumericLiteral,
  );
}

export const LANGUAGES = ["en", "nl", "es", "fr", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The first supported language: the merchant's locale, then those of `Accept-Language`, then English. */
export function languageOf(accepted: string | undefined, locale?: string | null): Language {
  const wanted = [locale ?? "", ...(accepted ?? "").split(",")].map((part) =>
    part.trim().slice(0, 2).toLowerCase(),
  );
  return wanted.find(isSupported) ?? "en";
}

function isSupported(language: string): language is Language {
  return (LANGUAGES as readonly string[]).includes(language);
}
