import type { MailTexts } from "@/lib/delivery/translator";
import type { ShownDonation } from "@/lib/domain/given/schema";
import { FEE_BASIS_POINTS } from "@/lib/ground/money";
import { csvIn, harmless } from "./csv";

type Options = { texts: MailTexts; currency: string; timeZone: string };

/** What somebody gave in a year as CSV, one line for each donation, like the statement of what was received. */
export function givenCsv(
  donations: readonly ShownDonation[],
  { texts, currency, timeZone }: Options,
): string {
  const { shared } = texts;
  const { amount, day, toText } = csvIn(texts.locale, timeZone);
  const on =
    (name: string) =>
    ({ steps }: ShownDonation) => {
      const step = steps.find((each) => each.step === name);
      return day(step ? new Date(step.at) : null);
    };
  return toText(donations, [
    [shared("statement.date"), on("paid")],
    [shared("gifts.receipt.number"), ({ receiptNumber }) => receiptNumber],
    [
      shared("statement.request"),
      ({ request }) => harmless(request?.item ?? shared("shared.deletedRequest")),
    ],
    [shared("gifts.receipt.to"), (to) => harmless(to.recipientUsername ?? shared("shared.deletedUser"))],
    [shared("donate.breakdown.donation"), (donation) => amount(donation.amount)],
    [
      shared("donate.breakdown.fee", { percent: FEE_BASIS_POINTS / 100 }),
      ({ serviceFee }) => amount(serviceFee),
    ],
    [shared("donate.breakdown.total"), ({ total }) => amount(total)],
    [shared("gifts.left"), ({ left }) => amount(left)],
    [shared("statement.arrivedOn"), on("in_bank")],
    [shared("statement.currency"), () => currency.toUpperCase()],
  ]);
}
