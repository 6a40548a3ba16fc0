import { html, raw } from "hono/html";
import { type Language, renderPage } from "../pages";
import type { Mail, ReadMail } from "./mailbox";

/** How many messages the list shows. */
export const SHOWN = 100;

/**
 * For the HTML of a message: its own style and pictures, no scripts, no forms; links open in a new tab. It is framed
 * by its page only.
 */
export const MESSAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

/** Texts of the pages, with the placeholders `{shown}` and `{count}`. */
const EN = {
  title: "Mail of this demo",
  notice: "Demo mode: this mail isn’t sent to anyone. You see it here until the next restart.",
  address: "Address",
  search: "Show",
  reload: "Refresh",
  none: "No mail has arrived yet.",
  newest: "The newest {shown} of {count} messages",
  from: "From",
  to: "To",
  time: "Time",
  noSubject: "(no subject)",
  message: "The message",
  text: "As plain text",
  headers: "Headers",
  back: "All mail",
  missing: "This message isn’t here any more.",
};

export const TEXTS: Record<Language, typeof EN> = {
  en: EN,
  nl: {
    title: "Mail van deze demo",
    notice:
      "Testmodus: deze mail wordt naar niemand verstuurd. Je ziet hem hier, en na een herstart is hij weg.",
    address: "Adres",
    search: "Tonen",
    reload: "Opnieuw kijken",
    none: "Er is nog geen mail binnengekomen.",
    newest: "De nieuwste {shown} van {count} berichten",
    from: "Van",
    to: "Aan",
    time: "Tijd",
    noSubject: "(geen onderwerp)",
    message: "Het bericht",
    text: "Als platte tekst",
    headers: "Kopregels",
    back: "Alle mail",
    missing: "Dit bericht is hier niet meer.",
  },
  es: {
    title: "Correo de esta demo",
    notice:
      "Modo de prueba: este correo no se envía a nadie. Se muestra aquí y desaparece al reiniciar el servidor.",
    address: "Dirección",
    search: "Mostrar",
    reload: "Volver a mirar",
    none: "Todavía no ha llegado ningún correo.",
    newest: "Los {shown} mensajes más recientes de {count}",
    from: "De",
    to: "Para",
    time: "Hora",
    noSubject: "(sin asunto)",
    message: "El mensaje",
    text: "Como texto sin formato",
    headers: "Encabezados",
    back: "Todo el correo",
    missing: "Este mensaje ya no está aquí.",
  },
  fr: {
    title: "E-mails de cette démo",
    notice:
      "Mode d’essai\u00a0: ces e-mails ne sont envoyés à personne. Ils s’affichent ici et disparaissent au redémarrage.",
    address: "Adresse",
    search: "Afficher",
    reload: "Actualiser",
    none: "Pas encore d’e-mail.",
    newest: "Les {shown} messages les plus récents sur {count}",
    from: "De",
    to: "À",
    time: "Heure",
    noSubject: "(sans objet)",
    message: "Le message",
    text: "En texte brut",
    headers: "En-têtes",
    back: "Tous les e-mails",
    missing: "Ce message n’est plus là.",
  },
  de: {
    title: "E-Mails dieser Demo",
    notice:
      "Testbetrieb: Diese E-Mails werden an niemanden verschickt. Du siehst sie hier, nach einem Neustart sind sie weg.",
    address: "Adresse",
    search: "Anzeigen",
    reload: "Noch einmal nachsehen",
    none: "Es ist noch keine E-Mail angekommen.",
    newest: "Die neuesten {shown} von {count} Nachrichten",
    from: "Von",
    to: "An",
    time: "Zeit",
    noSubject: "(kein Betreff)",
    message: "Die Nachricht",
    text: "Als reiner Text",
    headers: "Kopfzeilen",
    back: "Alle E-Mails",
    missing: "Diese Nachricht ist nicht mehr da.",
  },
};

/** The list, newest first. Addresses are relative, because the application forwards these pages. */
export function listPage(language: Language, { mails, to }: { mails: Mail[]; to: string | undefined }) {
  const texts = TEXTS[language];
  const shown = mails.slice(-SHOWN).reverse();
  const newest = texts.newest
    .replace("{shown}", String(shown.length))
    .replace("{count}", String(mails.length));
  return renderPage({
    ...texts,
    language,
    wide: true,
    content: html`<form method="get" class="search">
<label>${texts.address}<input name="to" type="email" autocomplete="off" value="${to ?? ""}"></label>
<button class="first">${texts.search}</button>
</form>
<a class="button other" href="mail">${texts.reload}</a>
${shown.length === 0 && html`<p>${texts.none}</p>`}
${shown.length < mails.length && html`<p>${newest}</p>`}
<ul class="mails">${shown.map(
      (mail) => html`<li><a href="mail/${mail.id}">
<strong>${mail.subject || texts.noSubject}</strong>
<span>${texts.to} ${mail.to}</span>
${time(language, mail.receivedAt)}
</a></li>`,
    )}</ul>`,
  });
}

/** One message: as HTML in a frame without scripts, as plain text, and its headers. */
export function messagePage(language: Language, mail: ReadMail) {
  const texts = TEXTS[language];
  return renderPage({
    language,
    wide: true,
    title: mail.subject || texts.noSubject,
    notice: texts.notice,
    content: html`<p><a href="../mail">${texts.back}</a></p>
<dl class="facts">
<div><dt>${texts.from}</dt><dd>${mail.from}</dd></div>
<div><dt>${texts.to}</dt><dd>${mail.to}</dd></div>
<div><dt>${texts.time}</dt><dd>${time(language, mail.receivedAt)}</dd></div>
</dl>
${
  mail.html !== null &&
  html`<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="${mail.id}/html" title="${texts.message}"></iframe>`
}
${
  mail.text !== null &&
  html`<details${raw(mail.html === null ? " open" : "")}><summary>${texts.text}</summary><pre>${linked(mail.text)}</pre></details>`
}
<details><summary>${texts.headers}</summary><pre>${mail.rawHeaders.join("\n")}</pre></details>`,
  });
}

/** For an address of a message that is gone, such as after a restart. */
export function notFoundPage(language: Language) {
  const texts = TEXTS[language];
  return renderPage({
    language,
    title: texts.title,
    notice: texts.notice,
    content: html`<p>${texts.missing}</p><a class="button other" href="../mail">${texts.back}</a>`,
  });
}

/** A message's HTML whose links open in a new tab: the application cannot be framed. */
export function messageDocument(content: string) {
  const base = '<base target="_blank">';
  const head = /<head(\s[^>]*)?>/i.exec(content);
  if (!head) return base + content;
  const at = head.index + head[0].length;
  return content.slice(0, at) + base + content.slice(at);
}

function time(language: Language, at: string) {
  const text = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "long" }).format(
    new Date(at),
  );
  return html`<time datetime="${at}">${text}</time>`;
}

/** A text with its web addresses as links. */
function linked(text: string) {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) => {
    if (index % 2 === 0) return part;
    const address = part.replace(/[.,;:!?)]+$/, "");
    return html`<a href="${address}" target="_blank" rel="noopener">${address}</a>${part.slice(address.length)}`;
  });
}
