import type { Db } from "@/db/client";
import { spanOfYear } from "@/lib/domain/donations/queries";
import { env } from "@/lib/ground/env";
import { MONEY_SUMS, type MoneySums } from "./rules";
import { describeDonation, selectReceived, selectYears } from "./statement-store";
import type { DescribedDonation } from "./types";

/** A donation with where its money is, and when it arrived in the bank. */
export type StatementDonation = DescribedDonation & MoneySums & { paidAt: Date | null };

/** What somebody received in a local calendar year, oldest first. */
export type YearStatement = { year: number; donations: StatementDonation[]; totals: MoneySums };

/**
 * The statement of a year (payouts.md, Screens): each donation that was credited in it, and where its money is now. The
 * statements of all years add up to what GET /api/payouts says.
 */
export async function yearStatementOf(db: Db, userId: string, year: number): Promise<YearStatement> {
  const rows = await selectReceived(db, userId, spanOfYear(year));
  const donations = rows.map((row) => {
    const { received, waiting, onTheWay, inBank, givenBack, paidAt } = row;
    return { ...describeDonation(row), received, waiting, onTheWay, inBank, givenBack, paidAt };
  });
  const sum = (key: keyof MoneySums) => donations.reduce((total, donation) => total + donation[key], 0);
  const totals = Object.fromEntries(MONEY_SUMS.map((key) => [key, sum(key)])) as MoneySums;
  return { year, donations, totals };
}

/** The years for which a person has a statement, newest first. */
export function listStatementYears(db: Db, userId: string): Promise<number[]> {
  return selectYears(db, userId, env().timeZone);
}
