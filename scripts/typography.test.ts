import { describe, expect, test } from "vitest";
import { LOCALES, type Locale } from "@/lib/ground/vocabulary";
import { mendTypography, typographicMistakes } from "./typography";

/** Spaces as they are seen: `_` for a no-break space, `~` for a narrow one. */
const written = (text: string) => text.replaceAll("_", "\u00a0").replaceAll("~", "\u202f");

const RIGHT: [Locale, string][] = [
  ["en", "“{item}” is live: {percent}% raised. That’s it! Loading…"],
  ["nl", "‘{item}’ is geplaatst: {percent}% opgehaald. Foto’s laden…"],
  ["de", "„{item}“ ist online: {percent}_% gesammelt! Wird geladen_…"],
  ["fr", "«_{item}_» est en ligne_: {percent}_% récoltés~; merci~! Chargement…"],
  ["fr", "{title}_: {reason}~; https://example.org/a?b"],
  ["es", "¿Ya está «{item}»? ¡Sí!: {percent}_% recaudado. Cargando…"],
  ["en", "{plan, select, gold {Gold} other {Diamond}}"],
];

const WRONG: [Locale, string, string][] = [
  ["en", "Loading...", "Loading…"],
  ["en", "It's here", "It’s here"],
  ["en", "5 %", "5%"],
  ["nl", "Laden …", "Laden…"],
  ["nl", "Gelukt !", "Gelukt!"],
  ["de", "Wird geladen…", "Wird geladen_…"],
  ["de", "Wird geladen …", "Wird geladen_…"],
  ["de", "5%", "5_%"],
  ["fr", "Merci !", "Merci~!"],
  ["fr", "Merci!", "Merci~!"],
  ["fr", "Merci_!", "Merci~!"],
  ["fr", "Merci  !", "Merci~!"],
  ["fr", "Total: {amount}", "Total_: {amount}"],
  ["fr", "<b>Total</b> : {amount}", "<b>Total</b>_: {amount}"],
  ["fr", " ; ", "~; "],
  ["fr", "«{item}»", "«_{item}_»"],
  ["fr", "« {item}~»", "«_{item}_»"],
  ["fr", "Chargement …", "Chargement…"],
  ["es", "Un 5%", "Un 5_%"],
  ["es", "Cargando …", "Cargando…"],
];

const FOR_A_PERSON: [Locale, string][] = [
  ["en", 'Called "{item}"'],
  ["en", "Called ‘{item}’"],
  ["en", "Called “{item}"],
  ["en", "Called {item}”"],
  ["en", "From gold members"],
  ["nl", "Dit is “{item}”"],
  ["nl", "Dit is ‘{item}"],
  ["de", "Das ist “{item}”"],
  ["de", "Das ist „{item}"],
  ["fr", "C’est “{item}”"],
  ["fr", "C’est «_{item}"],
  ["es", "Es «{item}"],
  ["es", "Es “{item}”"],
];

describe("the signs and spaces of the catalogues", () => {
  test.each(RIGHT)("%s: %s is right", (locale, text) => {
    expect(typographicMistakes(written(text), locale)).toEqual([]);
    expect(mendTypography(written(text), locale)).toBe(written(text));
  });

  test.each(WRONG)("%s: %s becomes %s", (locale, wrong, right) => {
    expect(typographicMistakes(written(wrong), locale)).not.toEqual([]);
    expect(mendTypography(written(wrong), locale)).toBe(written(right));
    expect(typographicMistakes(written(right), locale)).toEqual([]);
  });

  test.each(FOR_A_PERSON)("%s: %s is found, and left to a person", (locale, text) => {
    expect(typographicMistakes(written(text), locale)).toHaveLength(1);
    expect(mendTypography(written(text), locale)).toBe(written(text));
  });

  test("every language has rules", () => {
    for (const locale of LOCALES) expect(typographicMistakes("Wait...", locale)).not.toEqual([]);
  });
});
