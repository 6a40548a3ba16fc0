import { html } from "hono/html";
import type { Language } from "../pages";
import { money, renderPage } from "../pages";

/** Texts of the hosted checkout page, with the placeholder `{amount}`. */
const EN = {
  title: "Pay by card",
  notice: "Test page: no real money is involved. Use a test card.",
  number: "Card number",
  expiry: "Expiry (MM/YY)",
  cvc: "Security code",
  pay: "Pay {amount}",
  subscribe: "Subscribe for {amount} per month",
  cancel: "Cancel and go back",
  cards: "Test cards",
  outcomes: {
    paid: "is paid",
    challenge: "asks to confirm (3-D Secure)",
    declined: "is declined",
    insufficient: "doesn’t have enough money",
  },
  problems: {
    declined: "The card was declined. Try another card.",
    insufficient_funds: "There isn’t enough money on this card. Try another card.",
    expired_card: "The card has expired. Try another card.",
    cvc: "The security code isn’t right.",
    number: "The card number isn’t right.",
    expiry: "The expiry date isn’t right, or is in the past.",
    processing_error: "Something went wrong with the card. Try again in a moment.",
    authentication: "The payment wasn’t confirmed. Try again, or use another card.",
  },
};

export const TEXTS: Record<Language, typeof EN> = {
  en: EN,
  nl: {
    title: "Betalen met je kaart",
    notice: "Testpagina: er gaat geen echt geld om. Gebruik een testkaart.",
    number: "Kaartnummer",
    expiry: "Vervaldatum (MM/JJ)",
    cvc: "Beveiligingscode",
    pay: "{amount} betalen",
    subscribe: "Abonneren voor {amount} per maand",
    cancel: "Annuleren en terug",
    cards: "Testkaarten",
    outcomes: {
      paid: "wordt betaald",
      challenge: "vraagt om bevestiging (3-D Secure)",
      declined: "wordt geweigerd",
      insufficient: "heeft niet genoeg geld",
    },
    problems: {
      declined: "De kaart is geweigerd. Probeer een andere kaart.",
      insufficient_funds: "Er staat niet genoeg geld op de kaart. Probeer een andere kaart.",
      expired_card: "De kaart is verlopen. Probeer een andere kaart.",
      cvc: "De beveiligingscode klopt niet.",
      number: "Het kaartnummer klopt niet.",
      expiry: "De vervaldatum klopt niet of ligt in het verleden.",
      processing_error: "Er ging iets mis met de kaart. Probeer het zo nog eens.",
      authentication: "De betaling is niet bevestigd. Probeer het opnieuw of gebruik een andere kaart.",
    },
  },
  es: {
    title: "Pagar con tarjeta",
    notice: "Página de prueba: no se mueve dinero real. Usa una tarjeta de prueba.",
    number: "Número de tarjeta",
    expiry: "Caducidad (MM/AA)",
    cvc: "Código de seguridad",
    pay: "Pagar {amount}",
    subscribe: "Suscribirme por {amount} al mes",
    cancel: "Cancelar y volver",
    cards: "Tarjetas de prueba",
    outcomes: {
      paid: "se paga",
      challenge: "pide confirmación (3-D Secure)",
      declined: "se rechaza",
      insufficient: "no tiene fondos suficientes",
    },
    problems: {
      declined: "La tarjeta ha sido rechazada. Prueba con otra tarjeta.",
      insufficient_funds: "La tarjeta no tiene fondos suficientes. Prueba con otra tarjeta.",
      expired_card: "La tarjeta ha caducado. Prueba con otra tarjeta.",
      cvc: "El código de seguridad no es correcto.",
      number: "El número de tarjeta no es correcto.",
      expiry: "La fecha de caducidad no es correcta o ya ha pasado.",
      processing_error: "Algo ha fallado con la tarjeta. Inténtalo de nuevo en un momento.",
      authentication: "El pago no se ha confirmado. Inténtalo de nuevo o usa otra tarjeta.",
    },
  },
  fr: {
    title: "Payer par carte",
    notice: "Page de test\u00a0: aucun argent réel ne circule. Utilisez une carte de test.",
    number: "Numéro de carte",
    expiry: "Expiration (MM/AA)",
    cvc: "Code de sécurité",
    pay: "Payer {amount}",
    subscribe: "S’abonner pour {amount} par mois",
    cancel: "Annuler et revenir",
    cards: "Cartes de test",
    outcomes: {
      paid: "est acceptée",
      challenge: "demande une confirmation (3-D Secure)",
      declined: "est refusée",
      insufficient: "n’a pas assez d’argent",
    },
    problems: {
      declined: "La carte a été refusée. Essayez une autre carte.",
      insufficient_funds: "Il n’y a pas assez d’argent sur la carte. Essayez une autre carte.",
      expired_card: "La carte a expiré. Essayez une autre carte.",
      cvc: "Le code de sécurité est incorrect.",
      number: "Le numéro de carte est incorrect.",
      expiry: "La date d’expiration est incorrecte ou dépassée.",
      processing_error: "Un problème est survenu avec la carte. Réessayez dans un instant.",
      authentication: "Le paiement n’a pas été confirmé. Réessayez ou utilisez une autre carte.",
    },
  },
  de: {
    title: "Mit Karte bezahlen",
    notice: "Testseite: Es fließt kein echtes Geld. Nimm eine Testkarte.",
    number: "Kartennummer",
    expiry: "Gültig bis (MM/JJ)",
    cvc: "Prüfnummer (CVC)",
    pay: "{amount} bezahlen",
    subscribe: "Für {amount} pro Monat abonnieren",
    cancel: "Abbrechen und zurück",
    cards: "Testkarten",
    outcomes: {
      paid: "wird bezahlt",
      challenge: "fragt nach Bestätigung (3-D Secure)",
      declined: "wird abgelehnt",
      insufficient: "ist nicht gedeckt",
    },
    problems: {
      declined: "Die Karte wurde abgelehnt. Versuche es mit einer anderen Karte.",
      insufficient_funds: "Die Karte ist nicht gedeckt. Versuche es mit einer anderen Karte.",
      expired_card: "Die Karte ist abgelaufen. Versuche es mit einer anderen Karte.",
      cvc: "Die Prüfnummer stimmt nicht.",
      number: "Die Kartennummer stimmt nicht.",
      expiry: "Das Ablaufdatum stimmt nicht oder liegt in der Vergangenheit.",
      processing_error: "Mit der Karte ist etwas schiefgelaufen. Versuche es gleich noch einmal.",
      authentication:
        "Die Zahlung wurde nicht bestätigt. Versuche es noch einmal oder nimm eine andere Karte.",
    },
  },
};

/** Why a card was not charged. */
export type Problem = keyof typeof EN.problems;

type View = {
  language: Language;
  item: string;
  amount: number;
  currency: string;
  cancelUrl: string | null;
  /** The price is charged every month. */
  monthly: boolean;
  problem: Problem | null;
};

const EXAMPLES = [
  ["4242 4242 4242 4242", "paid"],
  ["4000 0025 0000 3155", "challenge"],
  ["4000 0000 0000 0002", "declined"],
  ["4000 0000 0000 9995", "insufficient"],
] as const;

/** The hosted page where one item is paid by card; the form is filled in with a card that pays. `amount` in cents. */
export function checkoutPage({ language, item, amount, currency, cancelUrl, monthly, problem }: View) {
  const texts = TEXTS[language];
  const pay = (monthly ? texts.subscribe : texts.pay).replace("{amount}", money(language, amount, currency));
  return renderPage({
    ...texts,
    language,
    content: html`<p class="question">${item}</p>
${problem && html`<p class="problem" role="alert">${texts.problems[problem]}</p>`}
<form method="post">
<label>${texts.number}
<input name="number" inputmode="numeric" autocomplete="off" required maxlength="23" value="${EXAMPLES[0][0]}"></label>
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
<ul>${EXAMPLES.map(([number, outcome]) => html`<li><b>${number}</b> ${texts.outcomes[outcome]}</li>`)}</ul>
</details>`,
  });
}
