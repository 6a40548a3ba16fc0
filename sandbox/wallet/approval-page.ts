import { type Language, money, questionPage } from "../pages";

/** Texts of the approval page, with the placeholder `{amount}`. */
const EN = {
  title: "Pay with your wallet",
  notice: "Test page: no real money is involved, and nobody logs in.",
  once: "You pay {amount}",
  monthly: "You pay {amount} every month",
  approve: "Agree and pay",
  subscribe: "Agree and subscribe",
  fail: "Agree, but let the payment fail",
  cancel: "Cancel and go back",
  refused: "Your wallet couldn’t pay. You can try again.",
};

export const TEXTS: Record<Language, typeof EN> = {
  en: EN,
  nl: {
    title: "Betalen met je wallet",
    notice: "Testpagina: er gaat geen echt geld om en niemand logt in.",
    once: "Je betaalt {amount}",
    monthly: "Je betaalt elke maand {amount}",
    approve: "Akkoord en betalen",
    subscribe: "Akkoord en abonneren",
    fail: "Akkoord, maar laat de betaling mislukken",
    cancel: "Annuleren en terug",
    refused: "Je wallet kon niet betalen. Je kunt het opnieuw proberen.",
  },
  es: {
    title: "Pagar con tu monedero",
    notice: "Página de prueba: no se mueve dinero real y nadie inicia sesión.",
    once: "Pagas {amount}",
    monthly: "Pagas {amount} al mes",
    approve: "Aceptar y pagar",
    subscribe: "Aceptar y suscribirte",
    fail: "Aceptar, pero que falle el pago",
    cancel: "Cancelar y volver",
    refused: "Tu monedero no ha podido pagar. Puedes intentarlo de nuevo.",
  },
  fr: {
    title: "Payer avec votre portefeuille",
    notice: "Page de test\u00a0: aucun argent réel ne circule et personne ne se connecte.",
    once: "Vous payez {amount}",
    monthly: "Vous payez {amount} par mois",
    approve: "Accepter et payer",
    subscribe: "Accepter et s’abonner",
    fail: "Accepter, mais faire échouer le paiement",
    cancel: "Annuler et revenir",
    refused: "Votre portefeuille n’a pas pu payer. Vous pouvez réessayer.",
  },
  de: {
    title: "Mit deiner Wallet bezahlen",
    notice: "Testseite: Es fließt kein echtes Geld und niemand meldet sich an.",
    once: "Du bezahlst {amount}",
    monthly: "Du bezahlst jeden Monat {amount}",
    approve: "Zustimmen und bezahlen",
    subscribe: "Zustimmen und abonnieren",
    fail: "Zustimmen, aber die Zahlung scheitern lassen",
    cancel: "Abbrechen und zurück",
    refused: "Deine Wallet konnte nicht bezahlen. Du kannst es noch einmal versuchen.",
  },
};

export type View = {
  /** The name of the item; null when the merchant sent none. */
  item: string | null;
  amount: number;
  currency: string;
  monthly: boolean;
  /** The last payment was refused. */
  refused: boolean;
  cancelUrl: string;
};

/** The wallet provider asks the payer to approve a payment. `amount` in cents. */
export function approvalPage(
  language: Language,
  { item, amount, currency, monthly, refused, cancelUrl }: View,
) {
  const { title, notice, ...texts } = TEXTS[language];
  return questionPage({
    language,
    title,
    notice,
    problem: refused && texts.refused,
    question: (monthly ? texts.monthly : texts.once).replace("{amount}", money(language, amount, currency)),
    after: item,
    answers: { approve: monthly ? texts.subscribe : texts.approve, fail: texts.fail },
    cancel: { url: cancelUrl, text: texts.cancel },
  });
}
