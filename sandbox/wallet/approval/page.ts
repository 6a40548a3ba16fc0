import { html } from "hono/html";
import { framed, money } from "../../pages/frame";
import type { Language } from "../../pages/language";
import { TEXTS } from "./texts";

export type Asked = {
  /** What is paid for; null when the merchant did not say. */
  item: string | null;
  amount: number;
  currency: string;
  monthly: boolean;
  /** The payer's money was not had the last time. */
  refused: boolean;
  cancelUrl: string;
};

/** The wallet provider's question to the payer. `amount` in cents. */
export function approvalPage(language: Language, asked: Asked) {
  const texts = TEXTS[language];
  const amount = money(language, asked.amount, asked.currency);
  return framed({
    ...texts,
    language,
    content: html`${asked.refused && html`<p class="problem" role="alert">${texts.refused}</p>`}
<p class="question">${(asked.monthly ? texts.monthly : texts.once).replace("{amount}", amount)}</p>
${asked.item !== null && html`<p>${asked.item}</p>`}
<form method="post">
<button class="first" name="outcome" value="approve">${asked.monthly ? texts.subscribe : texts.approve}</button>
<button class="other" name="outcome" value="fail">${texts.fail}</button>
</form>
<a class="button other" href="${asked.cancelUrl}">${texts.cancel}</a>`,
  });
}
