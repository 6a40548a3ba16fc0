import type { MailTexts } from "@/lib/delivery/translator";
import type { DescribedDonation } from "@/lib/domain/payouts/types";

/** How a donor is named to the recipient (D36). */
export function donorOf(
  { shared }: MailTexts,
  { donorName, guestName, donorErased }: DescribedDonation,
): string {
  return donorName ?? guestName ?? shared(donorErased ? "shared.deletedUser" : "notifications.anonymous");
}

/** A request's title, also of one that was deleted. */
export function titleOf({ shared }: MailTexts, { request }: DescribedDonation): string {
  return request?.title ?? shared("shared.deletedRequest");
}

/** What the file of a statement is called, without its ending. */
export function fileNameOf({ shared }: MailTexts, year: number): string {
  return shared("statement.file", { year: String(year) });
}

/** What the file of a poster is called. */
export function posterFileOf({ shared }: MailTexts, size: string): string {
  return `${shared("poster.file")}-${size}.pdf`;
}

/** What the file of a donor's receipt is called. */
export function receiptFileOf({ shared }: MailTexts, number: string): string {
  return `${shared("gifts.receipt.file")}-${number}.pdf`;
}

/** What the file of what somebody gave in a year is called. */
export function givenFileOf(
  { shared }: MailTexts,
  { year, format }: { year: number; format: string },
): string {
  return `${shared("gifts.file", { year: String(year) })}.${format}`;
}
