/** 2 % (D5). */
export const FEE_BASIS_POINTS = 200;
/** The card provider's smallest charge, fee included, in cents (D6). */
export const MIN_CHARGE = 50;
/** The largest single donation in cents (D6). */
export const MAX_DONATION = 1_000_000;

/** What a donor sees and pays, in cents: the recipient gets `donationAmount`, the donor is charged `totalAmount`. */
export type Breakdown = { donationAmount: number; serviceFee: number; totalAmount: number };

/** The service fee in cents on a donation in cents: 2 %, rounded half up (D5). */
export function serviceFee(donation: number): number {
  return Math.floor((donation * FEE_BASIS_POINTS + 5_000) / 10_000);
}

/** Donation, fee and total in cents (D5). */
export function breakdown(donation: number): Breakdown {
  const fee = serviceFee(donation);
  return { donationAmount: donation, serviceFee: fee, totalAmount: donation + fee };
}

/** The donation in cents that somebody was charged this total for; null if there is none. */
export function donationOfTotal(total: number): number | null {
  const about = Math.round((total * 10_000) / (10_000 + FEE_BASIS_POINTS));
  return [about - 1, about, about + 1].find((cents) => breakdown(cents).totalAmount === total) ?? null;
}

/** The smallest donation in cents whose total the card provider accepts (D6). */
export const MIN_DONATION = smallestDonation();

function smallestDonation(): number {
  let cents = 1;
  while (breakdown(cents).totalAmount < MIN_CHARGE) cents += 1;
  return cents;
}

/**
 * The largest donation now, in cents (D6, D26). `remaining` is null for an open-ended request. A remainder below
 * the smallest donation allows that smallest donation, so that a goal can always be reached.
 */
export function largestDonation(remaining: number | null): number {
  if (remaining === null) return MAX_DONATION;
  if (remaining <= 0) return 0;
  return Math.min(MAX_DONATION, Math.max(remaining, MIN_DONATION));
}

/** The lines of every breakdown, on screens and in messages; the last one is the total. */
const LINES = [
  ["donation", "donationAmount"],
  ["fee", "serviceFee"],
  ["total", "totalAmount"],
] as const;

type Line = (typeof LINES)[number];

/** A breakdown's names and amounts, from the texts `donate.breakdown.<line>` and a format for cents. */
export function breakdownRows(
  amounts: Breakdown,
  text: (line: Line[0], values: { percent: number }) => string,
  money: (cents: number) => string,
): { line: Line[0]; name: string; amount: string }[] {
  const values = { percent: FEE_BASIS_POINTS / 100 };
  return LINES.map(([line, key]) => ({ line, name: text(line, values), amount: money(amounts[key]) }));
}
