import { readFileSync } from "node:fs";
import { createTranslator, type Messages } from "next-intl";
import { describe, expect, it } from "vitest";
import { formatMoney } from "@/lib/ground/money";
import { LOCALES, type Locale } from "@/lib/ground/vocabulary";
import { moneySentence } from "./money-sentence";

const messagesOf = (locale: Locale): Messages => JSON.parse(readFileSync(`messages/${locale}.json`, "utf8"));
const REASONS = ["method", "first_payout", "new_details", "payee", "hold", "loss", "goal"] as const;
const DATED = ["method", "first_payout", "new_details"];

type Money = Parameters<typeof moneySentence>[0];

const NOTHING: Money = {
  received: 0,
  waiting: 0,
  onTheWay: 0,
  inBank: 0,
  givenBack: 0,
  waitingUntil: null,
  waitingBecause: null,
  payee: { standing: "ready" },
};

function say(locale: Locale, money: Partial<Money>): string {
  const t = createTranslator({ locale, messages: messagesOf(locale), namespace: "payoutsPage" });
  const sentence = moneySentence(
    { ...NOTHING, ...money },
    {
      t: t as unknown as Parameters<typeof moneySentence>[1]["t"],
      money: (cents) => formatMoney(cents, locale, "eur"),
      day: () => "DAY",
    },
  );
  return sentence.replaceAll("\u00a0", " ").replaceAll("\u202f", " ");
}

const until = { waitingUntil: "2026-11-28T12:00:00.000Z", waitingBecause: "method" } as const;
const everything = {
  received: 10_000,
  waiting: 4_000,
  onTheWay: 2_000,
  inBank: 3_000,
  givenBack: 1_000,
  ...until,
};

/** Of several parts, and of one that is all of it. */
const SENTENCES: Record<Locale, [several: string, one: string]> = {
  en: [
    "You have received €100.00: €40.00 is waiting at least until DAY, because a payment can be taken back until then; €20.00 is on its way to you; €30.00 is in your account; €10.00 went back to the donors.",
    "You have received €5.00: all of it is in your account.",
  ],
  nl: [
    "Je hebt € 100,00 ontvangen: € 40,00 wacht minstens tot DAY, omdat een betaling tot dan kan worden teruggedraaid; € 20,00 is onderweg naar jou; € 30,00 staat op je rekening; € 10,00 ging terug naar de donateurs.",
    "Je hebt € 5,00 ontvangen: alles staat op je rekening.",
  ],
  es: [
    "Has recibido 100,00 €: 40,00 € en espera al menos hasta el DAY, porque un pago se puede anular hasta entonces; 20,00 € en camino hacia ti; 30,00 € en tu cuenta; 10,00 € devueltos a quienes donaron.",
    "Has recibido 5,00 €: todo en tu cuenta.",
  ],
  fr: [
    "Vous avez reçu 100,00 € : 40,00 € en attente au moins jusqu’au DAY, car un paiement peut être annulé d’ici là ; 20,00 € en route vers vous ; 30,00 € sur votre compte ; 10,00 € rendus aux personnes qui ont donné.",
    "Vous avez reçu 5,00 € : le tout sur votre compte.",
  ],
  de: [
    "Du hast 100,00 € bekommen: 40,00 € warten mindestens bis zum DAY, weil eine Zahlung bis dahin zurückgeholt werden kann; 20,00 € sind auf dem Weg zu dir; 30,00 € sind auf deinem Konto; 10,00 € gingen an die Spendenden zurück.",
    "Du hast 5,00 € bekommen: Alles davon ist auf deinem Konto.",
  ],
};

describe("where the money is", () => {
  it.each(LOCALES)("is one sentence in %s, and says of one part that it is all of it", (locale) => {
    expect([say(locale, everything), say(locale, { received: 500, inBank: 500 })]).toEqual(SENTENCES[locale]);
  });

  it.each(LOCALES)("leaves out what is nothing, and gives each reason, in %s", (locale) => {
    const parts = ["waiting", "onTheWay", "inBank", "givenBack"] as const;
    const full = say(locale, everything);
    for (const left of parts) {
      const gone = say(locale, { ...everything, [left]: 0 });
      expect(gone.length).toBeLessThan(full.length);
      expect(gone.split(";")).toHaveLength(3);
    }
    const sentences = REASONS.map((waitingBecause) =>
      say(locale, {
        received: 900,
        waiting: 900,
        waitingBecause,
        payee: { standing: waitingBecause === "payee" ? "start" : "ready" },
        waitingUntil: DATED.includes(waitingBecause) ? until.waitingUntil : null,
      }),
    );
    const ofStanding = (
      ["checking", "asked", "stopped", "unpayable", "payout_failed", "review"] as const
    ).map((standing) =>
      say(locale, { received: 900, waiting: 900, waitingBecause: "payee", payee: { standing } }),
    );
    for (const sentence of ofStanding) expect(sentence).toMatch(/^\S.*[^\s,;]\.$/);
    expect(new Set([...sentences, ...ofStanding]).size).toBe(REASONS.length + ofStanding.length);
    for (const [index, sentence] of sentences.entries()) {
      expect(sentence.includes("DAY")).toBe(DATED.includes(REASONS[index] ?? ""));
      expect(sentence).toMatch(/^\S.*[^\s,;]\.$/);
      expect(sentence).not.toMatch(/ {2}|[{}]| ,/);
    }
  });
});
