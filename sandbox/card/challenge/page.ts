import { html } from "hono/html";
import { framed, money } from "../../pages/frame";
import type { Language } from "../../pages/language";
import { TEXTS } from "./texts";

type Asked = { language: Language; amount: number; currency: string; last4: string };

/** The bank's question to the card holder. `amount` in cents. */
export function challengePage({ language, amount, currency, last4 }: Asked) {
  const texts = TEXTS[language];
  return framed({
    ...texts,
    language,
    content: html`<p class="question">${texts.question.replace("{amount}", money(language, amount, currency))}</p>
<p>${texts.card.replace("{last4}", last4)}</p>
<form method="post">
<button class="first" name="outcome" value="approve">${texts.approve}</button>
<button class="other" name="outcome" value="fail">${texts.fail}</button>
</form>`,
  });
}
