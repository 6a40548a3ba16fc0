import { withoutBlank } from "@/lib/ground/text-rules";
import type { Locale } from "@/lib/ground/vocabulary";
import { LOOK_ALIKES, readingsOf } from "./look-alikes";

const inEveryLanguage = (words: Record<Locale, string>) =>
  Object.values(words).flatMap((text) => text.split(" "));

/** What the screens show in place of a name. */
const NOBODY = inEveryLanguage({
  en: "anonymous deleteduser",
  nl: "anoniem verwijderdegebruiker",
  es: "anonimo usuarioeliminado",
  fr: "anonyme utilisateursupprime",
  de: "anonym geloschternutzer",
});

/** Usernames that people would take for the product's own, or for an address of it. */
const RESERVED =
  `administrator api auth deleted everyone gebruiker guest help helpdesk hidden info mail me moderator nobody noreply null official owner
   postmaster profile root support system undefined unknown user webmaster`.split(/\s+/);

/** Words that no name may have: it would look like the product's own (D39). */
const WORDS = inEveryLanguage({
  en: "admin billing moderation payments security service staff team verified",
  nl: "geverifieerd hulp hulpteam moderatie",
  es: "ayuda equipo servicio verificado",
  fr: "equipe verifie",
  de: "hilfe verifiziert",
});

/** The same, also within a longer word. */
const PARTS = inEveryLanguage({
  en: "administrator assistance customercare helpdesk moderator official webmaster",
  nl: "beheerder klantenservice officieel ondersteuning",
  es: "administrador atencionalcliente moderador oficial soporte",
  fr: "administrateur moderateur officiel serviceclient",
  de: "kundendienst kundenservice offiziell",
});

const PRODUCT = "steuntje";

/** Words that are nearly the product's name and mean something else. */
const OTHER_WORDS = new Set(["steentje", "stuntje"]);

/** The shortest name of a deployment of which near misses are reserved too. */
const LONG = 6;

/** The names that every object has: a look-up by username would find those. */
const OF_OBJECTS = new Set(
  [...Object.getOwnPropertyNames(Object.prototype), "prototype"].map((name) => name.toLowerCase()),
);

const looksLike = (name: string) =>
  [...name].map((letter) => `(?:${[letter, ...(LOOK_ALIKES[letter] ?? [])].join("|")})`).join("");
const oneOf = (names: readonly string[]) => `(?:${names.map(looksLike).join("|")})`;

const WHOLE_NAME = new RegExp(`^${oneOf([...NOBODY, ...WORDS])}$`);
const WHOLE_USERNAME = new RegExp(`^${oneOf([...NOBODY, ...WORDS, ...RESERVED])}$`);
const WORD = new RegExp(`^[0-9]*${oneOf(WORDS)}[0-9]*$`);
// Supporters are welcome.
const PART = new RegExp(`${oneOf(PARTS)}|${looksLike("support")}(?!${looksLike("er")})`);

/** Letters that look like a Latin one, and Latin ones that Unicode does not decompose. */
const CONFUSABLE: Record<string, string> = Object.fromEntries(
  `аa вb еe ёe нh іi їi јj кk мm оo пn рp сc тt уy хx ѕs ԁd αa βb εe ηn ιi κk νv οo ρp τt υu χx օo ոn սu ıi łl øo đd ɑa ɛe ɡg
   ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz ßss æae œoe @a $s !i |l €e`
    .split(/\s+/)
    .map((pair) => [pair.charAt(0), pair.slice(1)]),
);

/** The words of a name as the eye reads them: lower-case Latin letters and digits. */
function wordsOf(name: string): string[] {
  const plain = [
    ...withoutBlank(name)
      .normalize("NFKD")
      .replace(/[\p{M}\p{Cf}]/gu, "")
      .replaceAll("I", "1")
      .toLowerCase(),
  ]
    .map((letter) => CONFUSABLE[letter] ?? letter)
    .join("");
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.every((word) => word.length === 1) ? [words.join("")] : words;
}

/** Whether a name has the product's name in it or nearly is it, or what this deployment is called. */
function namesProduct(words: readonly string[], appName: string): boolean {
  const own = wordsOf(appName).join("").replaceAll("1", "i");
  const names = [PRODUCT, ...(own.length > 2 ? [own] : [])];
  const bare = words.join("");
  const isIn = (text: string, all: readonly string[]) => new RegExp(oneOf(all)).test(text);
  if (isIn(bare, names) || isIn(singled(bare), names.map(singled))) return true;
  const read = [...words, bare].flatMap((word) => readingsOf(word.replace(/^\d+|\d+$/g, "")));
  return names
    .filter((name) => name.length >= LONG)
    .some((name) => read.some((word) => !OTHER_WORDS.has(word) && isNearly(singled(word), singled(name))));
}

/** With every letter once that follows itself. */
const singled = (text: string) => text.replace(/(.)\1+/g, "$1");

/** Whether one edit after the first letter makes one word of the other: one letter more, less, another, or swapped. */
function isNearly(word: string, name: string): boolean {
  let same = 0;
  while (same < name.length && word[same] === name[same]) same += 1;
  if (same === 0) return false;
  const [w, n] = [word.slice(same), name.slice(same)];
  const swapped = `${n[1] ?? ""}${n[0] ?? ""}${n.slice(2)}`;
  return w === n.slice(1) || w.slice(1) === n || w.slice(1) === n.slice(1) || w === swapped;
}

function speaksForProduct(words: readonly string[], appName: string): boolean {
  return PART.test(words.join("")) || namesProduct(words, appName) || words.some((word) => WORD.test(word));
}

/** Next.js takes this ending off an address: a person's page would be that of another. */
const TAKEN_OFF = /\.rsc$/;

/**
 * Whether a username is reserved because it looks like the product's own (D39), also with punctuation or look-alikes
 * for letters, or because code or an address would read it as something else.
 */
export function isReservedUsername(username: string, appName = PRODUCT): boolean {
  const words = wordsOf(username);
  const bare = words.join("");
  return (
    bare === "" ||
    TAKEN_OFF.test(username) ||
    OF_OBJECTS.has(username.toLowerCase()) ||
    WHOLE_USERNAME.test(bare) ||
    speaksForProduct(words, appName)
  );
}

/** Whether a display name is reserved because it looks like the product's own or names no person (D39). */
export function isReservedName(name: string, appName = PRODUCT): boolean {
  const words = wordsOf(name);
  return WHOLE_NAME.test(words.join("")) || speaksForProduct(words, appName);
}
