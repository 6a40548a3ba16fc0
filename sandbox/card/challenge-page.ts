import { html } from "hono/html";
import type { Language } from "../pages";
import { money, renderPage } from "../pages";

/** Texts of the 3-D Secure page, with the placeholders `{amount}` and `{last4}`. */
type Texts = Record<"title" | "notice" | "question" | "card" | "approve" | "fail", string>;

export const TEXTS: Record<Language, Texts> = {
  en: {
    title: "Confirm your payment",
    notice: "Test page: no real money is involved.",
    question: "Do you want to pay {amount}?",
    card: "Card ending in {last4}",
    approve: "Confirm payment",
    fail: "Refuse payment",
  },
  nl: {
    title: "Bevestig je betaling",
    notice: "Testpagina: er gaat geen echt geld om.",
    question: "Wil je {amount} betalen?",
    card: "Kaart die eindigt op {last4}",
    approve: "Betaling bevestigen",
    fail: "Betaling weigeren",
  },
  es: {
    title: "Confirma tu pago",
    notice: "Página de prueba: no se mueve dinero real.",
    question: "¿Quieres pagar {amount}?",
    card: "Tarjeta terminada en {last4}",
    approve: "Confirmar el pago",
    fail: "Rechazar el pago",
  },
  fr: {
    title: "Confirmez votre paiement",
    notice: "Page de test\u00a0: aucun argent réel ne circule.",
    question: "Voulez-vous payer {amount}\u202f?",
    card: "Carte se terminant par {last4}",
    approve: "Confirmer le paiement",
    fail: "Refuser le paiement",
  },
  de: {
    title: "Bestätige deine Zahlung",
    notice: "Testseite: Es fließt kein echtes Geld.",
    question: "Möchtest du {amount} bezahlen?",
    card: "Karte mit den Endziffern {last4}",
    approve: "Zahlung bestätigen",
    fail: "Zahlung ablehnen",
  },
};

type View = { language: Language; amount: number; currency: string; last4: string };

/** The bank asks the card holder to confirm a payment. `amount` in cents. */
export function challengePage({ language, amount, currency, last4 }: View) {
  const texts = TEXTS[language];
  return renderPage({
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
