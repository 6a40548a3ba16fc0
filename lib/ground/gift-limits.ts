/** What somebody may receive in a calendar year, in cents of euros. */
type YearLimits = {
  /** Gifts that leave social assistance as it is. */
  benefit: number;
  /** Gifts of one donor from which on gift tax is due. */
  tax: number;
  /** Where the figures are from, and when they were looked up. */
  source: string;
  lookedUp: string;
};

/**
 * The limits that the gift meter knows, by country and year (firsts.md, Giftenmeter). A country without one shows the
 * count alone. Municipalities may allow more: the owner's own limit goes first.
 */
const GIFT_LIMITS: Record<string, Record<number, YearLimits>> = {
  NL: {
    2026: {
      benefit: 120_000,
      tax: 276_900,
      source: "rijksoverheid.nl, bijstand en giften; belastingdienst.nl, schenkbelasting",
      lookedUp: "2026-11-21",
    },
  },
};

/** The limits of a year in a country, or else of the latest year before it; null where none is known. */
export function giftLimits(country: string | null, year: number): YearLimits | null {
  const known = GIFT_LIMITS[country ?? ""] ?? {};
  const years = Object.keys(known).map(Number);
  return known[Math.max(...years.filter((each) => each <= year))] ?? null;
}
