import { type Language, money, questionPage } from "../pages";
import { isBank, type UsedMethod } from "./records";

/** Texts of the pages of a bank: of 3-D Secure, and of a bank method. Placeholders are `{amount}` and `{last4}`. */
const EN = {
  notice: "Test page: no real money is involved.",
  question: "Do you want to pay {amount}?",
  card: {
    title: "Confirm your payment",
    about: "Card ending in {last4}",
    answers: { approve: "Confirm payment", fail: "Refuse payment" },
  },
  bank: {
    title: "Pay with your bank",
    answers: {
      approve: "Pay now",
      later: "Pay, and let the bank answer in three days",
      fail: "Let the bank refuse",
      leave: "Cancel and go back",
    },
  },
};

export const TEXTS: Record<Language, typeof EN> = {
  en: EN,
  nl: {
    notice: "Testpagina: er gaat geen echt geld om.",
    question: "Wil je {amount} betalen?",
    card: {
      title: "Bevestig je betaling",
      about: "Kaart die eindigt op {last4}",
      answers: { approve: "Betaling bevestigen", fail: "Betaling weigeren" },
    },
    bank: {
      title: "Betaal met je bank",
      answers: {
        approve: "Nu betalen",
        later: "Betalen; de bank antwoordt over drie dagen",
        fail: "De bank laten weigeren",
        leave: "Annuleren en teruggaan",
      },
    },
  },
  es: {
    notice: "Página de prueba: no se mueve dinero real.",
    question: "¿Quieres pagar {amount}?",
    card: {
      title: "Confirma tu pago",
      about: "Tarjeta terminada en {last4}",
      answers: { approve: "Confirmar el pago", fail: "Rechazar el pago" },
    },
    bank: {
      title: "Paga con tu banco",
      answers: {
        approve: "Pagar ahora",
        later: "Pagar; el banco responde en tres días",
        fail: "Que el banco lo rechace",
        leave: "Cancelar y volver",
      },
    },
  },
  fr: {
    notice: "Page de test\u00a0: aucun argent réel ne circule.",
    question: "Voulez-vous payer {amount}\u202f?",
    card: {
      title: "Confirmez votre paiement",
      about: "Carte se terminant par {last4}",
      answers: { approve: "Confirmer le paiement", fail: "Refuser le paiement" },
    },
    bank: {
      title: "Payez avec votre banque",
      answers: {
        approve: "Payer maintenant",
        later: "Payer\u202f; la banque répond dans trois jours",
        fail: "Faire refuser par la banque",
        leave: "Annuler et revenir",
      },
    },
  },
  de: {
    notice: "Testseite: Es fließt kein echtes Geld.",
    question: "Möchtest du {amount} bezahlen?",
    card: {
      title: "Bestätige deine Zahlung",
      about: "Karte mit den Endziffern {last4}",
      answers: { approve: "Zahlung bestätigen", fail: "Zahlung ablehnen" },
    },
    bank: {
      title: "Bezahle mit deiner Bank",
      answers: {
        approve: "Jetzt bezahlen",
        later: "Bezahlen; die Bank antwortet in drei Tagen",
        fail: "Die Bank ablehnen lassen",
        leave: "Abbrechen und zurück",
      },
    },
  },
};

const BANK_NAMES = { ideal: "iDEAL | Wero", bancontact: "Bancontact" };

type View = { language: Language; amount: number; currency: string; method: UsedMethod };

/** The payer's bank asks them to confirm a payment by card, or to pay. `amount` in cents. */
export function bankPage({ language, amount, currency, method }: View) {
  const { notice, question: asked, card, bank } = TEXTS[language];
  const question = asked.replace("{amount}", money(language, amount, currency));
  const page = isBank(method)
    ? { ...bank, before: BANK_NAMES[method.bank] }
    : { ...card, after: card.about.replace("{last4}", method.last4) };
  return questionPage({ ...page, language, notice, question });
}
