import { describe, expect, it } from "vitest";
import { DIGITS } from "../../tests/support/card-numbers";
import fc from "../../tests/support/fast-check";
import { findContactDetails } from "./contact-details";

const KNOWN: [string, string][] = [
  ["iban", "Please send it to NL91ABNA0417164300"],
  ["iban", "My IBAN is DE89 3704 0044 0532 0130 00"],
  ["iban", "FR14-2004-1010-0505-0001-3M02-606, merci"],
  ["iban", "es91 2100 0418 4502 0005 1332 por favor"],
  ["iban", "GB29 NWBK 6016 1331 9268 19"],
  ["payment_page", "or simply by paypal.me/emma"],
  ["payment_page", "https://tikkie.me/pay/abc123"],
  ["payment_page", "www.gofundme.com/f/bike"],
  ["payment_page", "see https://buy.stripe.com/test_123"],
  ["email", "write to emma@example.org"],
  ["email", "emma.de.vries (at) example.org"],
  ["email", "emma [at] example [dot] org"],
  ["phone", "Bel 06-12345678"],
  ["phone", "app me op 0612345678"],
  ["phone", "+31 6 1234 5678"],
  ["phone", "0031612345678"],
  ["phone", "+31 (0)20 123 4567"],
  ["phone", "Rufen Sie 0151 23456789 an"],
  ["phone", "Tel. (030) 1234 5678"],
  ["phone", "030/12345678"],
  ["phone", "Appelez le 06 12 34 56 78"],
  ["phone", "06.12.34.56.78"],
  ["phone", "Llámame al 612 345 678"],
  ["phone", "612 34 56 78"],
  ["phone", "call 07700 900123"],
  ["phone", "(555) 123-4567"],
];

const NONE = [
  "A bike of 28 inches, 2,000 km old, for € 1.250,00",
  "on 01-02-2025 at 10:30, or 2025-03-04",
  "01.02.2025 12 Stück",
  "open from 08.30-12.00, 13.00-17.00",
  "sizes 36 38 40 42 44 46",
  "0.75 1.50 2.25 3.00",
  "1.000.000 thanks",
  "600.000.000 stars",
  "It costs 612 345 678 euro",
  "Article 8712345678901",
  "chapter 12, verse 3; psalm 91",
  "school year 2024/2025 2025/2026",
  "in 1234 AB Amsterdam, house 12",
  "NL: 91 people, 04171643 of them",
  "I pay later with PayPal",
  "look @home or @ school",
];

describe("contact details", () => {
  it.each(KNOWN)("%s: %s", (kind, text) => {
    expect(findContactDetails(text)).toBe(kind);
    expect(findContactDetails(`Hello. ${text}. Thank you!`)).toBe(kind);
  });

  it.each(NONE)("none: %s", (text) => {
    expect(findContactDetails(text)).toBeNull();
  });

  it("are found in every writing of them", () => {
    const kinds = KNOWN.filter(([kind, text]) => kind !== "payment_page" && /\d/.test(text));
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.constantFrom(...DIGITS),
        fc.constantFrom("", "\u00ad", "\u200b", "\u2060"),
        (known, digits, unseen) => {
          const [kind, text] = known;
          const written = text
            .replace(/-/g, "\u2011")
            .replace(/\d/g, (digit) => `${digits[Number(digit)]}${unseen}`);
          expect(findContactDetails(written)).toBe(kind);
        },
      ),
    );
  });

  const word = fc.constantFrom(
    "winter",
    "coat",
    "for",
    "my",
    "son",
    "school",
    "fahrrad",
    "manteau",
    "zapatos",
    "size",
    "km",
  );
  const two = (most: number) =>
    fc.integer({ min: 1, max: most }).map((value) => String(value).padStart(2, "0"));
  const sign = fc.constantFrom("-", ".", "/");
  const year = fc.integer({ min: 1950, max: 2035 }).map(String);
  const date = fc.oneof(
    fc.tuple(two(31), two(12), year, sign).map(([day, month, of, by]) => [day, month, of].join(by)),
    fc.tuple(year, two(12), two(28)).map((parts) => parts.join("-")),
  );
  const amount = fc
    .tuple(
      fc.integer({ min: 0, max: 10_000 }),
      two(99),
      fc.constantFrom("€ #", "# €", "# euro", "#", "EUR #"),
      fc.constantFrom(".", ","),
    )
    .map(([whole, cents, form, point]) => form.replace("#", `${whole}${point}${cents}`));
  const size = fc
    .tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 400 }))
    .map(([width, height]) => `${width}x${height} cm`);
  const time = fc.tuple(two(23), two(59)).map((parts) => parts.join(":"));
  const harmless = fc.array(fc.oneof(word, date, amount, size, time, year), { maxLength: 12 });

  it("are no dates, amounts, sizes, times and years, however many", () => {
    const isHarmless = (parts: readonly string[]) => findContactDetails(parts.join(", ")) === null;
    fc.assert(fc.property(harmless, isHarmless), { numRuns: 3000 });
  });

  it("are found among them, wherever they are", () => {
    const isFound = (before: string[], after: string[], [kind, text]: [string, string]) =>
      findContactDetails([...before, text, ...after].join(", ")) === kind;
    const known = fc.constantFrom(...KNOWN);
    fc.assert(fc.property(harmless, harmless, known, isFound), { numRuns: 2000 });
  });
});
