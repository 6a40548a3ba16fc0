export type ParsedAmount = { cents: number } | { problem: "amountInvalid" | "amountDecimals" };

/** More than any amount in the product, and small enough for exact integers everywhere. */
const MAX_DIGITS = 12;

const PLAIN = /^\d+(?:[.,]\d*)?$/;
const GROUPED = /^\d{1,3}(?:([.,' \u00a0\u202f])\d{3})+[.,]\d{1,2}$/;

/**
 * Parses a decimal amount into integer cents, exactly (D2, D4): `12,50` and `12.50` are 1250. A third decimal is an
 * error and never rounded; so are exponents, signs, other scripts' digits and everything ambiguous.
 */
export function parseAmount(input: string | number): ParsedAmount {
  const text = (typeof input === "number" ? String(input) : input).trim();
  const normal = normalise(text);
  if (normal === null) return { problem: "amountInvalid" };
  const [whole = "", fraction = ""] = normal.split(".");
  if (fraction.length > 2) return { problem: "amountDecimals" };
  if (whole.replace(/^0+/, "").length > MAX_DIGITS) return { problem: "amountInvalid" };
  return { cents: Number(whole) * 100 + Number(fraction.padEnd(2, "0")) };
}

/**
 * Parses an amount as people type it: `parseAmount`, also with the platform's currency before or behind, and with `,-`
 * for no cents.
 */
export function parseTyped(typed: string, currency: string): ParsedAmount {
  const format = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
  });
  const symbol = format
    .formatToParts(0)
    .find(({ type }) => type === "currency")
    ?.value.toLowerCase();
  const names = [symbol, currency, ...(currency === "eur" ? ["euro", "euros"] : [])];
  let text = typed.trim();
  const [before, behind] = [/^[^\d\s.,'-]+/, /[^\d\s.,'-]+$/].map((place) => place.exec(text)?.[0] ?? "");
  if (before && !behind && names.includes(before.toLowerCase())) text = text.slice(before.length);
  else if (behind && !before && names.includes(behind.toLowerCase())) text = text.slice(0, -behind.length);
  return parseAmount(text.replace(/^(\s*\d+)[.,]--?\s*$/, "$1"));
}

function normalise(text: string): string | null {
  if (PLAIN.test(text)) return text.replace(",", ".");
  const group = GROUPED.exec(text)?.[1];
  if (!group) return null;
  const decimal = text.at(-3) === "." || text.at(-3) === "," ? text.at(-3) : text.at(-2);
  if (group === decimal) return null;
  const digits = text.slice(0, text.lastIndexOf(decimal as string)).split(group);
  return `${digits.join("")}.${text.slice(text.lastIndexOf(decimal as string) + 1)}`;
}
