import { setImmediate as nextTurn } from "node:timers/promises";
import type { Locale } from "@/lib/ground/i18n/languages";
import { MIN_PASSWORD } from "./rules";

/** How much of each list counts: they are sorted by frequency, and guessers begin at the top. */
const MOST = 10_000;
/** Shorter words occur in passwords by chance. */
const SHORTEST = 4;

const ASCII = /^[ -~]*$/;

type Package = { dictionary: Record<string, readonly (string | number)[]> };

const DICTIONARIES = {
  en: () => import("@zxcvbn-ts/language-en"),
  nl: () => import("@zxcvbn-ts/language-nl-be"),
  es: () => import("@zxcvbn-ts/language-es-es"),
  fr: () => import("@zxcvbn-ts/language-fr"),
  de: () => import("@zxcvbn-ts/language-de"),
} satisfies Record<Locale, () => Promise<unknown>>;

let words: Promise<ReadonlySet<string>> | undefined;

/**
 * What guessers try first, in all five languages: common passwords, words and names, in lower case and without accents.
 * Some thirty megabytes, read when the first password is judged.
 */
export function knownWords(): Promise<ReadonlySet<string>> {
  words ??= read();
  return words;
}

async function read(): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  for (const password of dictionary["passwords-common"]) {
    if (password.length >= MIN_PASSWORD) known.add(password.toLowerCase());
  }
  for (const language of Object.values(DICTIONARIES)) {
    const { dictionary } = (await language()) as Package;
    for (const list of Object.values(dictionary)) {
      for (const word of list.slice(0, MOST)) {
        const plain = plainWord(String(word));
        if (plain.length >= SHORTEST) known.add(plain);
      }
    }
    // Each takes some tens of milliseconds, and others wait meanwhile.
    await nextTurn();
  }
  return known;
}

/** A text as these words are kept. */
export function plainWord(text: string): string {
  return (ASCII.test(text) ? text : text.normalize("NFKD").replace(/\p{M}/gu, "")).toLowerCase();
}
