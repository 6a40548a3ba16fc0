import type { Db } from "@/db/client";
import { decodeCursor, type Page, type PageRequest, timeKey, timeKeyOf, toPage } from "@/lib/ground/paging";
import { payoutFailure, remedyOf } from "./rules";
import { describeDonation, selectDonationsInPayouts, selectPayoutPage } from "./statement-store";
import type { ListedPayout } from "./types";

/** How many donations of a payout are listed; the statement of the year has all of them. */
const LISTED = 50;

/**
 * A page of a person's payouts, newest first, each with its donations (payouts.md, Screens).
 * @throws AppError VALIDATION_ERROR for a cursor that this list never gave
 */
export async function listPayouts(db: Db, userId: string, page: PageRequest): Promise<Page<ListedPayout>> {
  const after = decodeCursor(page.cursor, timeKey);
  const rows = await selectPayoutPage(db, userId, { limit: page.limit + 1, after });
  const ids = rows.slice(0, page.limit).map(({ id }) => id);
  const donations = await selectDonationsInPayouts(db, ids, LISTED);
  return toPage(
    rows,
    page,
    (row) => timeKeyOf(row.createdAt, row.id),
    ({ failureCode, heldFor, ...payout }) => {
      const own = donations.filter(({ payoutId }) => payoutId === payout.id);
      return {
        ...payout,
        failure: payout.state === "failed" ? payoutFailure(failureCode) : null,
        remedy: heldFor === null ? null : remedyOf(heldFor),
        donations: own.map((donation) => ({ ...describeDonation(donation), amount: donation.amount })),
        more: (own[0]?.count ?? 0) - own.length,
      };
    },
  );
}
