import { plain } from "./plain";

/** How somebody outside can be reached or paid. */
export const CONTACT_KINDS = ["iban", "payment_page", "email", "phone"] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

/** How many characters an IBAN has, by country, of Europe and its neighbours (registry of SWIFT). */
const IBAN_LENGTHS: Record<string, number> = Object.fromEntries(
  (
    "NO15 BE16 DK18 FI18 FO18 GL18 NL18 MK19 SI19 AT20 BA20 EE20 LT20 LU20 XK20 CH21 HR21 LI21 LV21 BG22 DE22 GB22 GE22 " +
    "IE22 ME22 RS22 AD24 CZ24 ES24 MD24 RO24 SE24 SK24 PT25 IS26 TR26 FR27 GR27 IT27 MC27 SM27 AL28 CY28 HU28 LB28 PL28 " +
    "UA29 MT31"
  )
    .split(" ")
    .map((each) => [each.slice(0, 2), Number(each.slice(2))]),
);

const IBAN_START = /(?<![\p{L}\p{N}])[a-z]{2}\d{2}(?=[\s.-]?[a-z\d])/giu;

/** Pages and addresses by which people are sent money. */
const PAYMENT_PAGE = new RegExp(
  String.raw`(?<![\p{L}\p{N}-])(?:[\w-]+\.)*(?:paypal\.me|paypal\.com|paypal\.[a-z]{2}|tikkie\.(?:me|nl)|bunq\.me|revolut\.me|` +
    String.raw`wise\.com|monzo\.me|betaalverzoek\.(?:\w+\.)?nl|geldtransfer\.nl|payconiq\.com|wero-wallet\.eu|` +
    String.raw`buy\.stripe\.com|donate\.stripe\.com|gofundme\.com|leetchi\.com|lydia-app\.com|lydia\.me|cotizup\.com|` +
    String.raw`ko-fi\.com|buymeacoffee\.com|patreon\.com|betterplace\.(?:org|me)|verse\.me|bizum\.es|twint\.ch|` +
    String.raw`cash\.app|venmo\.com|sumup\.link|pay\.[a-z\d-]+\.[a-z]{2,})(?![\p{L}\p{N}-])`,
  "iu",
);

const EMAIL =
  /[\p{L}\p{N}._%+-]+\s?(?:@|\(at\)|\[at\])\s?[\p{L}\p{N}-]+(?:(?:\.|\s?(?:\(dot\)|\[dot\])\s?)[\p{L}\p{N}-]+)*(?:\.|\s?(?:\(dot\)|\[dot\])\s?)\p{L}{2,}/iu;

const NUMBER = String.raw`(?<![\d.,+])(?:\d{1,3}(?:[.,\s']\d{3})+|\d+)(?:[.,]\d{2})?(?!\d)`;

/** Dates, times and amounts, which begin like the numbers of phones but are none. */
const NO_PHONE = [
  /(?<!\d[./-]?)\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?![./-]?\d)/g,
  /(?<!\d[./-]?)\d{1,2}[.:]\d{2}(?:\s?[-–]\s?\d{1,2}[.:]\d{2})?(?![./-]?\d)/g,
  new RegExp(
    String.raw`(?:[€$£]|\beur\b|\busd\b|\bgbp\b)\s?${NUMBER}|${NUMBER}\s?(?:[€$£]|eur\b|euros?\b|dollars?\b|pounds?\b)`,
    "giu",
  ),
];

const GAP = String.raw`[\s./-]?`;
/** As people write them in the five languages' countries: abroad, at home, in Spain, in North America. */
const PHONES = [
  String.raw`(?:\+|00)[1-9]\d{0,2}${GAP}(?:\(0\)${GAP})?(?:\d${GAP}){6,12}\d`,
  String.raw`\(?0[1-9]\d{0,4}\)?${GAP}(?:\d${GAP}){5,9}\d`,
  String.raw`[67]\d{2}(?:(?:[\s-]?\d{3}){2}|(?:[\s-]?\d{2}){3})`,
  String.raw`[89]\d{2}(?:(?:[\s-]\d{3}){2}|(?:[\s-]\d{2}){3})`,
  String.raw`(?:\(\d{3}\)\s?|\d{3}[.-])\d{3}[.-]\d{4}`,
].map((form) => new RegExp(String.raw`(?<![\d.,+])${form}(?![\d]|[.,]\d)`, "g"));
const [FEWEST_DIGITS, MOST_DIGITS] = [9, 15];

/**
 * The contact or payment details that a text contains (safety.md, rules): an IBAN with right check digits,
 * the address of a payment page, an e-mail address, a phone number; null for none. Dates, amounts and sizes are no
 * phone numbers.
 */
export function findContactDetails(text: string): ContactKind | null {
  const read = plain(text.normalize("NFKC"));
  if (containsIban(read)) return "iban";
  if (PAYMENT_PAGE.test(read)) return "payment_page";
  if (EMAIL.test(read)) return "email";
  return containsPhone(read) ? "phone" : null;
}

function containsIban(text: string): boolean {
  return [...text.matchAll(IBAN_START)].some(({ index, 0: start }) => {
    const length = IBAN_LENGTHS[start.slice(0, 2).toUpperCase()];
    if (length === undefined) return false;
    // In groups of four, at most one sign between them.
    const [run = ""] = /^(?:[a-z\d][\s.-]?)*/iu.exec(text.slice(index, index + 2 * length)) ?? [];
    const iban = run.replace(/[\s.-]/g, "").slice(0, length);
    return iban.length === length && hasIbanCheck(iban.toUpperCase());
  });
}

/** ISO 13616: the rest of the division by 97 is one. */
function hasIbanCheck(iban: string): boolean {
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((sign) => Number.parseInt(sign, 36)).join("");
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

function containsPhone(text: string): boolean {
  const rest = NO_PHONE.reduce((kept, other) => kept.replace(other, "|"), text);
  return PHONES.some((form) =>
    [...rest.matchAll(form)].some(([found]) => {
      const digits = found.replace(/\D/g, "").length;
      return digits >= FEWEST_DIGITS && digits <= MOST_DIGITS;
    }),
  );
}
