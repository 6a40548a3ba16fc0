import { html } from "hono/html";
import { framed, money } from "../../pages/frame";
import type { Language } from "../../pages/language";
import { type Problem, TEXTS } from "./texts";

type Asked = {
  language: Language;
  item: string;
  amount: number;
  currency: string;
  cancelUrl: string | null;
  /** The price is taken every month. */
  monthly: boolean;
  problem: Problem | null;
};

const SHOWN = [
  ["4242 4242 4242 4242", "paid"],
  ["4000 0025 0000 3155", "challenge"],
  ["4000 0000 0000 0002", "declined"],
  ["4000 0000 0000 9995", "insufficient"],
] as const;

/** The hosted page where one thing is paid by card, filled in with a card that pays. `amount` in cents. */
export function checkoutPage({ language, item, amount, currency, cancelUrl, monthly, problem }: Asked) {
  const texts = TEXTS[language];
  const pay = (monthly ? texts.subscribe : texts.pay).replace("{amount}", money(language, amount, currency));
  return framed({
    ...texts,
    language,
    content: html`<p class="question">${item}</p>
${problem && html`<p class="problem" role="alert">${texts.problems[problem]}</p>`}
<form method="post">
<label>${texts.number}
<input name="number" inputmode="numeric" autocomplete="off" required maxlength="23" value="${SHOWN[0][0]}"></label>
<div class="pair">
<label>${texts.expiry}
<input name="expiry" inputmode="numeric" autocomplete="off" required maxlength="7" value="12/40"></label>
<label>${texts.cvc}
<input name="cvc" inputmode="numeric" autocomplete="off" required maxlength="4" value="123"></label>
</div>
<button class="first">${pay}</button>
</form>
${cancelUrl && html`<a class="button other" href="${cancelUrl}">${texts.cancel}</a>`}
<details>
<summary>${texts.cards}</summary>
<ul>${SHOWN.map(([number, outcome]) => html`<li><b>${number}</b> ${texts.outcomes[outcome]}</li>`)}</ul>
</details>`,
  });
}
