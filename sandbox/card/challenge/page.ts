import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { TEXTS, type Texts } from "./texts";

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; box-sizing: border-box; }
main { width: 100%; max-width: 24rem; display: grid; gap: 16px; }
h1 { font-size: 1.375rem; margin: 0; }
p { margin: 0; }
.notice { padding: 8px 12px; border: 1px solid; border-radius: 8px; }
.question { font-size: 1.25rem; font-weight: 600; }
form { display: grid; gap: 12px; }
button { font: inherit; font-weight: 600; min-height: 48px; border-radius: 8px; border: 2px solid #14532d; cursor: pointer; }
button[value="approve"] { background: #14532d; color: #fff; }
button[value="fail"] { background: transparent; color: inherit; }
button:focus-visible { outline: 3px solid #f59e0b; outline-offset: 2px; }
@media (prefers-color-scheme: dark) { button[value="fail"] { border-color: #86efac; } }
`;

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** What the page may do: show itself, and send its form here and on to where the payment began. */
export function policy(returnUrl: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action 'self' ${new URL(returnUrl).origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

type Asked = { language: string; amount: number; currency: string; last4: string };

/** The bank's question to the card holder. `amount` in cents. */
export function challengePage({ language, amount, currency, last4 }: Asked) {
  const texts = TEXTS[language] as Texts;
  const money = new Intl.NumberFormat(language, { style: "currency", currency }).format(
    `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, "0")}` as Intl.StringNumericLiteral,
  );
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${texts.title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<h1>${texts.title}</h1>
<p class="notice">${texts.notice}</p>
<p class="question">${texts.question.replace("{amount}", money)}</p>
<p>${texts.card.replace("{last4}", last4)}</p>
<form method="post">
<button name="outcome" value="approve">${texts.approve}</button>
<button name="outcome" value="fail">${texts.fail}</button>
</form>
</main>
</body>
</html>`;
}
