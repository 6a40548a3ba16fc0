import { findDonationFacts, isCredited } from "@/lib/domain/donations/queries";
import { receiptPath } from "@/lib/domain/given/receipt-token";
import { breakdownOf } from "../donation";
import { message } from "../message";
import { ActionButton, Breakdown, Muted, Paragraph, ReceiptNumber } from "../parts";

/**
 * A guest's receipt. What it is for is behind its link only: anybody can type an address that is not theirs (trust 44).
 */
export const giftReceipt = message({
  load: async (db, { cause }) => {
    const donation = await findDonationFacts(db, cause);
    return donation && isCredited(donation) ? { ...donation, path: receiptPath(donation.id) } : null;
  },
  body: (texts, donation) => {
    const { t, dayAndTime } = texts;
    const { settledAt } = donation;
    return (
      <>
        <Paragraph>{t("gift_receipt.text")}</Paragraph>
        <Breakdown texts={texts} amounts={breakdownOf(donation)} />
        <ReceiptNumber texts={texts} number={donation.receiptNumber} />
        {settledAt && <Muted>{t("common.paidAt", { at: dayAndTime(settledAt) })}</Muted>}
        <ActionButton path={donation.path}>{t("gift_receipt.action")}</ActionButton>
        <Muted>{t("gift_receipt.private")}</Muted>
      </>
    );
  },
});
