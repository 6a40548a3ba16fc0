import type { Db } from "@/db/client";
import { listMonthsOf, spanOfYear } from "@/lib/domain/donations/queries";
import { isOfDonor } from "@/lib/domain/donations/rules";
import type { DonorKey } from "@/lib/domain/donations/types";
import { takeableUntil } from "@/lib/domain/payouts/take-back";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { isRequesterNamed } from "@/lib/domain/users/public-name";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import { decodeCursor, type Page, type PageRequest, timeKey, timeKeyOf, toPage } from "@/lib/ground/paging";
import { periodStarts } from "@/lib/ground/periods";
import { receiptPath } from "./receipt-token";
import type { GivenDonation, ShownDonation, YearGiven } from "./schema";
import {
  countHelped,
  type GivenRow,
  selectGivenBy,
  selectGivenIn,
  selectReceipt,
  selectYearsGiven,
  showDonor,
} from "./store";

/**
 * A page of what a person gave, newest first, with what became of each (giving.md).
 * @throws AppError VALIDATION_ERROR for a cursor that this list never gave
 */
export async function listGiven(
  context: PayoutContext,
  donorId: string,
  page: PageRequest,
): Promise<Page<ShownDonation>> {
  const after = decodeCursor(page.cursor, timeKey);
  const rows = await selectGivenBy(context.db, donorId, { limit: page.limit + 1, after });
  const until = await untilOf(context, { id: donorId }, rows);
  return toPage(
    rows,
    page,
    (row) => timeKeyOf(row.createdAt, row.id),
    (row) => present(row, until),
  );
}

/** What a person gave. @throws AppError NOT_FOUND also for what is not paid, and for others' */
export async function findGiven(context: PayoutContext, donorId: string, id: string): Promise<ShownDonation> {
  const row = await selectReceipt(context.db, id);
  if (row?.donorId !== donorId || row.settledAt === null) throw new AppError("NOT_FOUND");
  return present(row, await untilOf(context, { id: donorId }, [row]));
}

/** What a person gave in a local calendar year and did not go back, newest first. */
export async function listGivenIn(db: Db, donorId: string, year: number): Promise<ShownDonation[]> {
  const rows = await selectGivenIn(db, donorId, spanOfYear(year));
  return rows.map((row) => present(row, new Map()));
}

/** What a person gave in a local calendar year. */
export async function findYearGiven(db: Db, donorId: string, year: number): Promise<YearGiven> {
  const [people, sums] = await Promise.all([
    countHelped(db, donorId, spanOfYear(year)),
    listMonthsOf(db, donorId, year),
  ]);
  const months = Array.from({ length: 12 }, (_, index) => ({
    start: `${year}-${String(index + 1).padStart(2, "0")}-01`,
    given: sums.find(({ month }) => month === index + 1)?.given ?? 0,
  }));
  return { year, people, months };
}

/** The local calendar years in which a person gave, newest first. */
export function listYearsGiven(db: Db, donorId: string): Promise<number[]> {
  return selectYearsGiven(db, donorId, env().timeZone);
}

/**
 * Changes whether others know who gave a donation. It stays anonymous while its donor is (D36).
 * @throws AppError NOT_FOUND also for what is not paid, for others', and for a guest's that was claimed
 */
export async function changeDonation(
  context: PayoutContext,
  donor: DonorKey,
  id: string,
  { anonymous }: { anonymous: boolean },
): Promise<GivenDonation> {
  const { db } = context;
  const before = await selectReceipt(db, id);
  if (!before || !isOfDonor(before, donor)) throw new AppError("NOT_FOUND");
  if ("id" in donor && before.settledAt === null) throw new AppError("NOT_FOUND");
  const periods = periodStarts(before.settledAt ?? before.createdAt, env().timeZone);
  const donorOrGuestId = "id" in donor ? donor.id : donor.guestId;
  const [row] = await showDonor(db, {
    ...periods,
    donationId: before.id,
    donorOrGuestId,
    isShown: !anonymous,
  });
  if (!row?.found) throw new AppError("NOT_FOUND");
  return findGivenById(context, before.id);
}

/** A donation that is there, as who gave it sees it. */
export async function findGivenById(context: PayoutContext, id: string): Promise<GivenDonation> {
  const row = await selectReceipt(context.db, id);
  if (!row) throw new AppError("NOT_FOUND");
  const donor = row.donorId === null ? { guestId: row.guestId ?? "" } : { id: row.donorId };
  return presentGiven(row, (await untilOf(context, donor, [row])).get(row.id) ?? null);
}

/** Until when those of a donor's donations that have not arrived can be taken back. */
async function untilOf(
  context: PayoutContext,
  donor: DonorKey,
  rows: readonly GivenRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = rows.filter(({ arrivedAt, refundedAt }) => !arrivedAt && !refundedAt).map(({ id }) => id);
  return ids.length === 0 ? new Map() : takeableUntil(context, donor, ids);
}

function present(row: GivenRow, until: ReadonlyMap<string, string>): ShownDonation {
  const { receiptNumber, amount, returnedAmount, recipient, thanksEmoji, paymentStatus, refundReason } = row;
  const isNamed = !recipient.isErased && isRequesterNamed(recipient, "signed in");
  return {
    ...presentGiven(row, until.get(row.id) ?? null),
    receiptNumber,
    left: amount - returnedAmount,
    isRefundDue: paymentStatus === "completed" && refundReason !== null,
    thanksEmoji,
    recipientUsername: isNamed ? recipient.username : null,
  };
}

/** A donation as who gave it sees it. `until`: until when it can be taken back; null where it cannot. */
export function presentGiven(row: GivenRow, until: string | null): GivenDonation {
  const { amount, serviceFee, item, photoUrl, requestId } = row;
  const times = [
    ["paid", row.settledAt],
    ["counted", row.creditedAt],
    ["free", row.releaseAt],
    ["on_its_way", row.sentAt],
    ["in_bank", row.arrivedAt],
    ["delivered", row.deliveredAt],
    ["returned", row.refundedAt],
  ] as const;
  return {
    donationId: row.id,
    request: row.isShown ? { id: requestId, item, photoUrl, state: requestState(row) } : null,
    amount,
    serviceFee,
    total: amount + serviceFee,
    method: row.paidBy,
    anonymous: row.anonymous,
    message: row.message,
    createdAt: row.createdAt.toISOString(),
    steps: times.flatMap(([step, at]) =>
      at ? [{ step, at: at.toISOString(), ...(step === "counted" && until && { until }) }] : [],
    ),
    canTakeBackUntil: until,
    receiptUrl: `${env().appUrl}${row.donorId === null ? receiptPath(row.id) : `/api/gifts/${row.id}/receipt`}`,
  };
}

function requestState({ isCompleted, closedAt }: GivenRow): "open" | "reached" | "closed" {
  if (isCompleted) return "reached";
  return closedAt === null ? "open" : "closed";
}
