import type { MailTexts } from "@/lib/delivery/translator";
import type { ShownDonation } from "@/lib/domain/given/schema";
import { FEE_BASIS_POINTS } from "@/lib/ground/money";
import { csvOptions, harmless, toCsv } from "./csv";

type Options = { texts: MailTexts; currency: string; timeZone: string };

/** What somebody gave in a year as CSV, one line for each donation, like the statement of what was received. */
export function givenCsv(
  donations: readonly ShownDonation[],
  { texts, currency, timeZone }: Options,
): string {
  const { shared } = texts;
  const { separator, amount, day } = csvOptions(texts.locale, timeZone);
  const head = [
    shared("statement.date"),
    shared("gifts.receipt.number"),
    shared("statement.request"),
    shared("gifts.receipt.to"),
    shared("donate.breakdown.donation"),
    shared("donate.breakdown.fee", { percent: FEE_BASIS_POINTS / 100 }),
    shared("donate.breakdown.total"),
    shared("gifts.left"),
    shared("statement.arrivedOn"),
    shared("statement.currency"),
  ];
  const rows = donations.map(({ steps, request, recipientUsername, ...donation }) => {
    const on = (name: string) => {
      const step = steps.find((each) => each.step === name);
      return day(step ? new Date(step.at) : null);
    };
    return [
      on("paid"),
      donation.receiptNumber,
      harmless(request?.item ?? shared("shared.deletedRequest")),
      harmless(recipientUsername ?? shared("shared.deletedUser")),
      amount(donation.amount),
      amount(donation.serviceFee),
      amount(donation.total),
      amount(donation.left),
      on("in_bank"),
      currency.toUpperCase(),
    ];
  });
  return toCsv([head, ...rows], separator);
}
