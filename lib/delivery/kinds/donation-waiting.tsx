import { receiptPath } from "@/lib/domain/given/receipt-token";
import { isGuest } from "@/lib/domain/messages/rules";
import { findWaitingFacts } from "@/lib/domain/payouts/message-facts";
import { requestPath } from "../donation";
import { message, REDACTED } from "../message";
import { ActionButton, Paragraph } from "../parts";

/** Informs a donor or guest that what they gave to a request could not be paid out yet, if that is still so. */
export const donationWaiting = message({
  load: async (db, { cause, recipient }) => {
    // Of a guest it is about one donation, because nothing says which others are theirs.
    const given = isGuest(recipient) ? { id: cause } : { donorId: recipient.id, requestId: cause };
    const facts = await findWaitingFacts(db, given);
    if (!facts) return null;
    const path = isGuest(recipient) ? receiptPath(cause) : requestPath(facts, "/gifts");
    return { ...facts, title: facts.title ?? REDACTED, path };
  },
  body: ({ t, money, day }, { path, title, amount, backOn }) => (
    <>
      <Paragraph>{t("donation_waiting.text", { amount: money(amount), title })}</Paragraph>
      <Paragraph>{t("donation_waiting.back", { day: day(backOn) })}</Paragraph>
      <ActionButton path={path}>{t("donation_waiting.action")}</ActionButton>
    </>
  ),
});
