import { withoutBlank } from "@/lib/ground/text-rules";

/** What the screens show in place of a name, in all languages. */
const NOBODY =
  `anonymous anoniem anonym anonyme anonimo deleteduser verwijderdegebruiker usuarioeliminado utilisateursupprime geloschternutzer`.split(
    /\s+/,
  );

/** Usernames that people would take for the product's own, or for an address of it. */
const RESERVED =
  `administrator api auth deleted everyone gebruiker guest help helpdesk hidden info mail me moderator nobody noreply null official owner
   postmaster profile root support system undefined unknown user webmaster`.split(/\s+/);

/** Words that no name may have, in the five languages: they speak for the product (D39). */
const WORDS =
  `admin ayuda billing equipe equipo geverifieerd hilfe hulp hulpteam moderation moderatie payments security service servicio staff team
   verificado verified verifie verifiziert`.split(/\s+/);

/** The same, also within a longer word. */
const PARTS =
  `administrador administrateur administrator assistance atencionalcliente beheerder customercare helpdesk klantenservice kundendienst
   kundenservice moderador moderateur moderator oficial officieel official officiel offiziell ondersteuning serviceclient soporte
   webmaster`.split(/\s+/);

const PRODUCT = "steuntje";

/** What is taken for a letter at a glance. */
const LOOK_ALIKE: Record<string, string> = {
  a: "[a4]",
  b: "[b8]",
  e: "[e3]",
  g: "[g9]",
  i: "[i1l]",
  l: "[l1]",
  m: "(?:m|rn)",
  o: "[o0]",
  s: "[s5]",
  t: "[t7]",
  w: "(?:w|vv)",
};

const looksLike = (name: string) => [...name].map((letter) => LOOK_ALIKE[letter] ?? letter).join("");
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

/** Whether a name has the product's name in it, or what this deployment is called. */
function namesProduct(bare: string, appName: string): boolean {
  const own = wordsOf(appName).join("").replaceAll("1", "i");
  const names = [PRODUCT, ...(own.length > 2 ? [own] : [])];
  return new RegExp(oneOf(names)).test(bare);
}

function speaksForProduct(words: readonly string[], appName: string): boolean {
  const bare = words.join("");
  return PART.test(bare) || namesProduct(bare, appName) || words.some((word) => WORD.test(word));
}

/** Next.js takes this ending off an address: a person's page would be that of another. */
const TAKEN_OFF = /\.rsc$/;

/**
 * Whether a username is reserved because it speaks for the product (D39), also with punctuation or look-alikes for
 * letters.
 */
export function isReservedUsername(username: string, appName = PRODUCT): boolean {
  const words = wordsOf(username);
  const bare = words.join("");
  return (
    bare === "" || TAKEN_OFF.test(username) || WHOLE_USERNAME.test(bare) || speaksForProduct(words, appName)
  );
}

/** Whether a display name is reserved because it speaks for the product or stands for no person (D39). */
export function isReservedName(name: string, appName = PRODUCT): boolean {
  const words = wordsOf(name);
  return WHOLE_NAME.test(words.join("")) || speaksForProduct(words, appName);
}
