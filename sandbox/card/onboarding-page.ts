import { html } from "hono/html";
import type { Language } from "../pages";
import { renderPage } from "../pages";
import { EXAMPLES } from "./bank-accounts";
import { PERSONS } from "./provider/accounts";

/** What the page asks for, by what is known of the account. */
export type Step = "person" | "document" | "otherBank" | "bank";

/** `asked`: what is asked for, if it is not the person. */
const EN = {
  title: "Set up your payouts",
  notice:
    "Test page: no real money is involved. Choose a test person, and don’t enter anything about yourself.",
  who: "Who are you?",
  persons: {
    verified: "Vera: verified right away",
    review: "Rik: checked first, then verified",
    document: "Dora: asked for a document",
    refused: "Walt: refused",
    again: "Anna: verified, then asked again after three transfers",
  },
  asked: {
    document: "Please send a document.",
    otherBank: "Money sent to your bank account came back. Enter another account.",
    bank: "There’s nothing to do right now. You can change your bank account here.",
  },
  sendDocument: "Send a test document",
  iban: "Bank account (IBAN)",
  submit: "Finish",
  saveBank: "Save bank account",
  back: "Go back without finishing",
  ibans: "Test bank accounts",
  outcomes: {
    pays: "is paid",
    fails: "can’t be paid",
    paysThenFails: "is paid, and the money comes back right away",
    returned: "is paid, and the money comes back after three days",
  },
  problem: "This isn’t a valid IBAN.",
};

export const TEXTS: Record<Language, typeof EN> = {
  en: EN,
  nl: {
    title: "Je uitbetalingen instellen",
    notice: "Testpagina: er gaat geen echt geld om. Kies een testpersoon en vul niets over jezelf in.",
    who: "Wie ben je?",
    persons: {
      verified: "Vera: meteen goedgekeurd",
      review: "Rik: eerst gecontroleerd, dan goedgekeurd",
      document: "Dora: er wordt om een document gevraagd",
      refused: "Walt: geweigerd",
      again: "Anna: goedgekeurd, na drie overboekingen wordt er meer gevraagd",
    },
    asked: {
      document: "Er wordt om een document gevraagd.",
      otherBank: "Er kwam geld terug van je bankrekening. Vul een andere in.",
      bank: "Er wordt nu niets van je gevraagd. Hier kun je je bankrekening wijzigen.",
    },
    sendDocument: "Een testdocument sturen",
    iban: "Bankrekening (IBAN)",
    submit: "Afronden",
    saveBank: "Bankrekening opslaan",
    back: "Terug zonder af te ronden",
    ibans: "Testrekeningen",
    outcomes: {
      pays: "wordt betaald",
      fails: "kan niet worden betaald",
      paysThenFails: "wordt betaald, en het geld komt meteen terug",
      returned: "wordt betaald, en het geld komt na drie dagen terug",
    },
    problem: "Dit is geen geldige IBAN.",
  },
  es: {
    title: "Prepara tus cobros",
    notice:
      "Página de prueba: no se mueve dinero real. Elige una persona de prueba y no escribas nada sobre ti.",
    who: "¿Quién eres?",
    persons: {
      verified: "Vera: verificada al momento",
      review: "Rik: se revisa primero y luego se verifica",
      document: "Dora: se le pide un documento",
      refused: "Walt: se rechaza",
      again: "Anna: verificada; se le pide algo más tras tres cobros",
    },
    asked: {
      document: "Se pide un documento.",
      otherBank: "El dinero volvió de tu cuenta bancaria. Indica otra.",
      bank: "Ahora no se te pide nada. Aquí puedes cambiar tu cuenta bancaria.",
    },
    sendDocument: "Enviar un documento de prueba",
    iban: "Cuenta bancaria (IBAN)",
    submit: "Terminar",
    saveBank: "Guardar la cuenta bancaria",
    back: "Volver sin terminar",
    ibans: "Cuentas bancarias de prueba",
    outcomes: {
      pays: "se paga",
      fails: "no se puede pagar",
      paysThenFails: "se paga y el dinero vuelve enseguida",
      returned: "se paga y el dinero vuelve a los tres días",
    },
    problem: "Este IBAN no es válido.",
  },
  fr: {
    title: "Préparez vos versements",
    notice:
      "Page de test\u00a0: aucun argent réel ne circule. Choisissez une personne de test, n’indiquez rien de personnel.",
    who: "Qui êtes-vous\u202f?",
    persons: {
      verified: "Vera\u00a0: vérifiée tout de suite",
      review: "Rik\u00a0: contrôlé d’abord, puis vérifié",
      document: "Dora\u00a0: un document est demandé",
      refused: "Walt\u00a0: refusé",
      again: "Anna\u00a0: vérifiée, puis interrogée à nouveau après trois virements",
    },
    asked: {
      document: "Un document est demandé.",
      otherBank: "De l’argent est revenu de votre compte bancaire. Indiquez-en un autre.",
      bank: "Rien ne vous est demandé pour l’instant. Vous pouvez ici changer de compte bancaire.",
    },
    sendDocument: "Envoyer un document de test",
    iban: "Compte bancaire (IBAN)",
    submit: "Terminer",
    saveBank: "Enregistrer le compte bancaire",
    back: "Revenir sans terminer",
    ibans: "Comptes bancaires de test",
    outcomes: {
      pays: "reçoit l’argent",
      fails: "ne peut pas recevoir l’argent",
      paysThenFails: "reçoit l’argent, qui revient aussitôt",
      returned: "reçoit l’argent, qui revient après trois jours",
    },
    problem: "Cet IBAN n’est pas valide.",
  },
  de: {
    title: "Richte deine Auszahlungen ein",
    notice: "Testseite: Es fließt kein echtes Geld. Wähle eine Testperson und gib keine eigenen Daten ein.",
    who: "Wer bist du?",
    persons: {
      verified: "Vera: sofort bestätigt",
      review: "Rik: erst geprüft, dann bestätigt",
      document: "Dora: nach einem Dokument gefragt",
      refused: "Walt: abgelehnt",
      again: "Anna: bestätigt, nach drei Überweisungen noch einmal gefragt",
    },
    asked: {
      document: "Ein Dokument wird verlangt.",
      otherBank: "Von deinem Bankkonto kam Geld zurück. Gib ein anderes an.",
      bank: "Im Moment wird nichts von dir verlangt. Hier kannst du dein Bankkonto ändern.",
    },
    sendDocument: "Ein Testdokument senden",
    iban: "Bankkonto (IBAN)",
    submit: "Abschließen",
    saveBank: "Bankkonto speichern",
    back: "Zurück, ohne abzuschließen",
    ibans: "Test-Bankkonten",
    outcomes: {
      pays: "Auszahlung kommt an",
      fails: "Auszahlung nicht möglich",
      paysThenFails: "Auszahlung kommt an, das Geld kommt sofort zurück",
      returned: "Auszahlung kommt an, das Geld kommt nach drei Tagen zurück",
    },
    problem: "Diese IBAN ist nicht gültig.",
  },
};

type View = {
  language: Language;
  step: Step;
  /** The key of the page that was opened. */
  visit: string;
  returnUrl: string;
  problem: boolean;
};

/** The hosted page where the owner of a connected account chooses who they are, and which bank account is theirs. */
export function onboardingPage({ language, step, visit, returnUrl, problem }: View) {
  const texts = TEXTS[language];
  const iban = html`<label>${texts.iban}
<input name="iban" autocomplete="off" required maxlength="42" value="${EXAMPLES[0][0]}"></label>`;
  const key = html`<input type="hidden" name="visit" value="${visit}">`;
  return renderPage({
    ...texts,
    language,
    content: html`${problem && html`<p class="problem" role="alert">${texts.problem}</p>`}
${step !== "person" && html`<p class="question">${texts.asked[step]}</p>`}${
  step === "person" &&
  html`<form method="post">
${key}<fieldset><legend>${texts.who}</legend>${PERSONS.map(
    (person, index) =>
      html`<label class="choice"><input type="radio" name="person" value="${person}" ${index === 0 ? "checked" : ""}> ${texts.persons[person]}</label>`,
  )}</fieldset>
${iban}
<button class="first">${texts.submit}</button>
</form>`
}${
  step === "document" &&
  html`<form method="post">${key}<button class="first" name="document" value="sent">${texts.sendDocument}</button></form>`
}${
  step !== "person" &&
  html`<form method="post">
${key}${iban}
<button class="${step === "document" ? "other" : "first"}">${texts.saveBank}</button>
</form>`
}
<a class="button other" href="${returnUrl}">${texts.back}</a>
<details>
<summary>${texts.ibans}</summary>
<ul>${EXAMPLES.map(([number, outcome]) => html`<li><b>${number}</b> ${texts.outcomes[outcome]}</li>`)}</ul>
</details>`,
  });
}
