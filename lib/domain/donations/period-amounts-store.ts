import { type SQL, sql } from "drizzle-orm";
import { PERIODS, type Period } from "@/lib/vocabulary";

/** The first local day of each period that a settlement falls in. */
export type PeriodStarts = Record<Period, string>;

/** The same as parts of a statement. */
type Starts = Record<Period, string | SQL>;

/** The rows (period, start) `v` of the totals that a donation counts in. */
export function periodRows(starts: Starts): SQL {
  const rows = PERIODS.map((period) => sql`(${period}::period, ${starts[period]}::date)`);
  return sql`(values ${sql.join(rows, sql`, `)}) v (period, start)`;
}

/** The periods whose last amounts stand in each person's own row, with the columns that hold them. */
const CURRENT = (["monthly", "weekly", "daily"] as const).map((period) => ({
  period,
  start: sql.raw(`${period}_start`),
  given: sql.raw(`${period}_given`),
}));

/** Those columns, of `users`. */
export const CURRENT_AMOUNTS = sql.join(
  CURRENT.flatMap(({ start, given }) => [start, given]),
  sql`, `,
);

/**
 * Assigns to the donor `c.donor_id`'s row `u` what it gives, from its locked row `p`: a later period begins at nothing, and one that is over for
 * them already, because another server's clock was ahead, is left to the period totals.
 */
export function addedTo(starts: Starts): SQL {
  const sets = CURRENT.map(({ period, start, given }) => {
    const own = sql`${starts[period]}::date`;
    return sql`
          ${start} = case when u.id = c.donor_id then greatest(p.${start}, ${own}) else p.${start} end,
          ${given} = p.${given} + case
            when u.id <> c.donor_id or p.${start} > ${own} then 0
            when p.${start} = ${own} then c.amount
            else c.amount - p.${given} end`;
  });
  return sql.join(sets, sql`,`);
}

/** Assigns to that row what is left when it is taken back, where the last periods are still those it was given in. */
export function takenFrom(starts: Starts): SQL {
  const sets = CURRENT.map(
    ({ period, start, given }) => sql`
          ${given} = p.${given} - case when u.id = c.donor_id and p.${start} = ${starts[period]}::date then c.amount else 0 end`,
  );
  return sql.join(sets, sql`,`);
}
