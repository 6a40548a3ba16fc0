import { type SQL, sql } from "drizzle-orm";
import { PERIODS, type Period } from "@/lib/ground/vocabulary";

/** The first local day of each period that a settlement falls in. */
export type PeriodStarts = Record<Period, string>;

/** The rows (period, start) `v` of the totals that a donation counts in. */
export function periodRows(starts: PeriodStarts): SQL {
  const rows = PERIODS.map((period) => sql`(${period}::period, ${starts[period]}::date)`);
  return sql`(values ${sql.join(rows, sql`, `)}) v (period, start)`;
}

/** The periods whose last amounts stand in each person's own row, with the columns that hold them. */
const CURRENT = (["monthly", "weekly", "daily"] as const).map((period) => ({
  period,
  start: sql.raw(`${period}_start`),
  given: sql.raw(`${period}_given`),
  open: sql.raw(`${period}_public`),
}));

/** Those columns, of `users`. */
export const CURRENT_AMOUNTS = sql.join(
  CURRENT.flatMap(({ start, given, open }) => [start, given, open]),
  sql`, `,
);

/**
 * Assigns to the donor `c.donor_id`'s row `u`, from its locked row `p`, what is left when it is taken back, where the last periods are still those it
 * was given in.
 */
export function takenFrom(starts: PeriodStarts): SQL {
  const sets = CURRENT.map(
    ({ period, start, given, open }) => sql`
          ${given} = p.${given} - case when u.id = c.donor_id and p.${start} = ${starts[period]}::date then c.amount else 0 end,
          ${open} = p.${open} - case when u.id = c.donor_id and p.${start} = ${starts[period]}::date then c.open_amount else 0 end`,
  );
  return sql.join(sets, sql`,`);
}
