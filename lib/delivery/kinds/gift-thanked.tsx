import { findDonationFacts, isCredited } from "@/lib/domain/donations/queries";
import { receiptPath } from "@/lib/domain/given/receipt-token";
import { message } from "../message";
import { ActionButton, Paragraph } from "../parts";

/** Informs a guest that the recipient thanked them, and with what. */
export const giftThanked = message({
  load: async (db, { cause }) => {
    const donation = await findDonationFacts(db, cause, "donor");
    if (!donation || !isCredited(donation) || donation.thanksEmoji === null) return null;
    return { emoji: donation.thanksEmoji, path: receiptPath(donation.id) };
  },
  body: ({ t }, { emoji, path }) => (
    <>
      <Paragraph>{t("gift_thanked.text", { emoji })}</Paragraph>
      <ActionButton path={path}>{t("gift_receipt.action")}</ActionButton>
    </>
  ),
});
