import { env } from "@/lib/ground/env";
import { knownWords, plainWord } from "./known-words";
import { MIN_PASSWORD } from "./rules";

/** The most digits and signs around a word that add nothing to it: a year, an exclamation mark. */
const MOST_AROUND = 8;
/** Fewer different characters are a pattern. */
const FEWEST_DIFFERENT = 4;
/** Digits alone are a date or a telephone number, unless there are more of them. */
const MOST_DIGITS = 12;
/** Shorter parts of a name occur in passwords by chance. */
const SHORTEST_NAME = 3;

/** Characters used in place of a letter; a 1 can be either of two. */
const LEET: Record<string, string> = {
  "0": "o",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "9": "g",
  "@": "a",
  $: "s",
  "€": "e",
};

type Person = { username: string; name: string; email: string };

/**
 * Whether a password is refused (D12): too short, a pattern, a word or name of one of the five languages or a common
 * password, the product's name, or what is public about this person, also with digits for letters and a year or a
 * sign around it.
 */
export async function isWeakPassword(password: string, person: Person): Promise<boolean> {
  const plain = plainWord(password);
  if ([...password].length < MIN_PASSWORD || isPattern(plain)) return true;
  const words = await knownWords();
  const known = namesOf(person);
  return (
    words.has(password.toLowerCase()) ||
    coresOf(onceOf(plain)).some((core) => words.has(core) || isMadeOf(core, known))
  );
}

function isPattern(plain: string): boolean {
  const codes = [...plain].map((letter) => letter.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, i) => code - (codes[i] ?? 0)));
  return (
    new Set(codes).size < FEWEST_DIFFERENT ||
    (steps.size === 1 && (steps.has(1) || steps.has(-1))) ||
    (/^[\d\s./-]+$/.test(plain) && plain.replace(/\D/g, "").length <= MOST_DIGITS)
  );
}

/** What is repeated, where a text says the same again and again. */
function onceOf(plain: string): string {
  const again = (plain + plain).indexOf(plain, 1);
  return plain.slice(0, again);
}

/** What a text may be meant to say, without the digits and signs around it. */
function coresOf(plain: string): string[] {
  const before = /^\P{L}*/u.exec(plain)?.[0].length ?? 0;
  const after = /\P{L}*$/u.exec(plain)?.[0].length ?? 0;
  const cores = new Set<string>();
  for (let start = 0; start <= Math.min(before, MOST_AROUND); start += 1) {
    for (let end = 0; end <= Math.min(after, MOST_AROUND - start); end += 1) {
      const core = plain.slice(start, plain.length - end);
      for (const one of ["i", "l"]) {
        const read = [...core].map((letter) => (/[1!|]/.test(letter) ? one : (LEET[letter] ?? letter)));
        cores.add(core).add(read.join(""));
      }
    }
  }
  return [...cores];
}

/** The product's name and the person's own, whole and in parts. */
function namesOf({ username, name, email }: Person): string[] {
  const texts = ["steuntje", env().appName, username, name, email, email.split("@")[0] ?? ""].map(plainWord);
  const parts = texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  return [...new Set([...texts, ...parts])]
    .filter((part) => part.length >= SHORTEST_NAME)
    .sort((a, b) => b.length - a.length);
}

/** Whether hardly anything is left of a text without these names. */
function isMadeOf(text: string, names: readonly string[]): boolean {
  const left = names.reduce((rest, name) => rest.replaceAll(name, ""), text);
  return left !== text && left.replace(/[^\p{L}\p{N}]/gu, "").length < SHORTEST_NAME;
}
