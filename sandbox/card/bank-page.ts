import { html } from "hono/html";
import type { Language } from "../pages";
import { money, renderPage } from "../pages";
import { TEXTS as CHALLENGE } from "./challenge-page";
import type { BankMethod } from "./records";

/** Texts of the page of a bank; it asks the same as that of 3-D Secure, in the same words. */
type Texts = Record<"title" | "approve" | "later" | "fail" | "leave", string>;

export const TEXTS: Record<Language, Texts> = {
  en: {
    title: "Pay with your bank",
    approve: "Pay now",
    later: "Pay, and let the bank answer in three days",
    fail: "Let the bank refuse",
    leave: "Cancel and go back",
  },
  nl: {
    title: "Betaal met je bank",
    approve: "Nu betalen",
    later: "Betalen; de bank antwoordt over drie dagen",
    fail: "De bank laten weigeren",
    leave: "Annuleren en teruggaan",
  },
  es: {
    title: "Paga con tu banco",
    approve: "Pagar ahora",
    later: "Pagar; el banco responde en tres días",
    fail: "Que el banco lo rechace",
    leave: "Cancelar y volver",
  },
  fr: {
    title: "Payez avec votre banque",
    approve: "Payer maintenant",
    later: "Payer\u202f; la banque répond dans trois jours",
    fail: "Faire refuser par la banque",
    leave: "Annuler et revenir",
  },
  de: {
    title: "Bezahle mit deiner Bank",
    approve: "Jetzt bezahlen",
    later: "Bezahlen; die Bank antwortet in drei Tagen",
    fail: "Die Bank ablehnen lassen",
    leave: "Abbrechen und zurück",
  },
};

const BANK_NAMES: Record<BankMethod, string> = { ideal: "iDEAL | Wero", bancontact: "Bancontact" };

type View = { language: Language; amount: number; currency: string; bank: BankMethod };

/** The payer's bank asks them to pay. `amount` in cents. */
export function bankPage({ language, amount, currency, bank }: View) {
  const { notice, question } = CHALLENGE[language];
  const texts = TEXTS[language];
  return renderPage({
    ...texts,
    notice,
    language,
    content: html`<p>${BANK_NAMES[bank]}</p>
<p class="question">${question.replace("{amount}", money(language, amount, currency))}</p>
<form method="post">
<button class="first" name="outcome" value="approve">${texts.approve}</button>
<button class="other" name="outcome" value="later">${texts.later}</button>
<button class="other" name="outcome" value="fail">${texts.fail}</button>
<button class="other" name="outcome" value="leave">${texts.leave}</button>
</form>`,
  });
}
