import type { Db } from "@/db/client";
import { itemEmoji } from "@/lib/domain/requests/emoji-rules";
import { findRequest } from "@/lib/domain/requests/queries";
import { donorName } from "@/lib/domain/users/public-name";
import { env } from "@/lib/ground/env";
import { hourOf } from "@/lib/ground/periods";
import type { RefundReason } from "@/lib/ground/vocabulary";
import { findCredited, findReturn, selectForMail, selectHelped, sumByMonth } from "./store";
import type { Contribution, Helped } from "./types";

export { hasGivenTo, isTriedAgain, selectReached as listReached, sumBetween } from "./store";

/** What a message says about a donation. Amounts in cents. */
export type DonationFacts = Awaited<ReturnType<typeof listDonationFacts>>[number];

/** For whom a donation is described: its donor does not see a hidden request (D57). */
type Reader = "donor" | "recipient";

/**
 * Donations as messages describe them, now, oldest first: the title of a deleted request is null, for its donor also of
 * a hidden one, and the donor has the name that others may see (D36).
 */
export async function listDonationFacts(db: Db, ids: readonly string[], reader: Reader) {
  const rows = await selectForMail(db, ids);
  return rows.map(
    ({ donor, guestName, anonymous, item, isActive, recipientUsername, isRecipientErased, ...facts }) => ({
      ...facts,
      title: reader === "donor" && !isActive ? null : item,
      donor: donorName({ anonymous, guestName }, donor),
      recipientUsername: isRecipientErased ? null : recipientUsername,
    }),
  );
}

/** One donation as messages describe it; null if there is none. */
export async function findDonationFacts(db: Db, id: string, reader: Reader): Promise<DonationFacts | null> {
  const [facts] = await listDonationFacts(db, [id], reader);
  return facts ?? null;
}

/** What went back of a donation; `isPart` if it was a partial refund. */
export type ReturnFacts = DonationFacts & { refundReason: RefundReason; isPart: boolean };

/**
 * What went back: of a refunded donation all that partial refunds had left, or by the id of a partial refund that part.
 * Null if nothing did. Amounts in cents.
 */
export async function findReturnFacts(db: Db, id: string, reader: Reader): Promise<ReturnFacts | null> {
  const part = await findReturn(db, id);
  const facts = await findDonationFacts(db, part?.donationId ?? id, reader);
  if (!facts) return null;
  const { amount, serviceFee, returnedAmount, returnedFee, refundReason } = facts;
  if (part)
    return { ...facts, amount: part.amount, serviceFee: part.fee, refundReason: part.reason, isPart: true };
  if (facts.paymentStatus !== "refunded" || refundReason === null) return null;
  const left = { amount: amount - returnedAmount, serviceFee: serviceFee - returnedFee };
  return { ...facts, ...left, refundReason, isPart: false };
}

/** Whether the recipient has a donation: it was credited and not reversed. */
export function isCredited({ creditedAt, paymentStatus }: DonationFacts): boolean {
  return creditedAt !== null && paymentStatus === "completed";
}

/** Whether a donation is announced to its recipient: it is credited, and neither of both blocked the other. */
export function isAnnounced(donation: DonationFacts): boolean {
  return isCredited(donation) && !donation.isBlocked;
}

/** The local calendar year, as a span. */
export function spanOfYear(year: number): { from: Date; to: Date } {
  const { timeZone } = env();
  return { from: hourOf(`${year}-01-01`, 0, timeZone), to: hourOf(`${year + 1}-01-01`, 0, timeZone) };
}

/** What a person gave and received in each month of a year, in cents. */
export function listMonthsOf(db: Db, userId: string, year: number) {
  return sumByMonth(db, userId, { ...spanOfYear(year), timeZone: env().timeZone });
}

/** How many requests the picture of whom a person helped shows. */
const HELPED_SHOWN = 12;

/**
 * Whom a person helped, for that person alone (D37), by their latest 200 donations: how many people, whether there may
 * be more, and the latest requests that are still shown, with how many donations each got.
 */
export async function findHelped(db: Db, donorId: string): Promise<Helped> {
  const rows = await selectHelped(db, donorId, HELPED_SHOWN);
  const [first] = rows;
  return {
    people: first?.people ?? 0,
    isMore: first?.isMore ?? false,
    requests: rows.flatMap(({ id, item, photoUrl, donations }) =>
      id === null ? [] : [{ id, item, photoUrl, donations, emoji: itemEmoji(item, id) }],
    ),
  };
}

/**
 * What a credited donation did for its request, for the page that thanks its donor. Null for anybody else, when the
 * donation was not credited or was reversed, and when the request was deleted or hidden. Cents.
 */
export async function findContribution(
  db: Db,
  donation: { id: string; donorId: string },
): Promise<Contribution | null> {
  const credited = await findCredited(db, donation);
  const request =
    credited && (await findRequest(db, credited.requestId, { id: donation.donorId, isOperator: false }));
  if (!credited || !request) return null;
  const { amountLeft, hasCompleted, receiptNumber, message } = credited;
  const raisedBefore = Math.max(0, request.raised - amountLeft);
  return { request, raisedBefore, hasCompleted, receiptNumber, message };
}
