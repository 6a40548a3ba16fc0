import type { MailTexts } from "@/lib/delivery/translator";
import type { ShownGift } from "@/lib/domain/given/schema";
import { FEE_BASIS_POINTS } from "@/lib/ground/money";
import { csvOptions, harmless, toCsv } from "./csv";

type Options = { texts: MailTexts; currency: string; timeZone: string };

/** What somebody gave in a year as CSV, one line for each donation, like the statement of what was received. */
export function givenCsv(gifts: readonly ShownGift[], { texts, currency, timeZone }: Options): string {
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
  const rows = gifts.map(({ steps, request, recipientUsername, ...gift }) => {
    const on = (name: string) => {
      const step = steps.find((each) => each.step === name);
      return day(step ? new Date(step.at) : null);
    };
    return [
      on("paid"),
      gift.receiptNumber,
      harmless(request?.item ?? shared("shared.deletedRequest")),
      harmless(recipientUsername ?? shared("shared.deletedUser")),
      amount(gift.amount),
      amount(gift.serviceFee),
      amount(gift.total),
      amount(gift.left),
      on("in_bank"),
      currency.toUpperCase(),
    ];
  });
  return toCsv([head, ...rows], separator);
}
