import { findDonationFacts, isCredited } from "@/lib/domain/donations/queries";
import { receiptPath } from "@/lib/domain/given/receipt-token";
import { breakdownOf } from "../donation";
import { message } from "../message";
import { ActionButton, Breakdown, Muted, Paragraph, ReceiptNumber } from "../parts";

/**
 * A guest's receipt. Of what it is for only the category is in it: anybody can type an address that is not theirs, and
 * would have us send what others wrote (trust 44). The rest is behind its link.
 */
export const giftReceipt = message({
  load: async (db, { cause }) => {
    const donation = await findDonationFacts(db, cause, "donor");
    return donation && isCredited(donation) ? { ...donation, path: receiptPath(donation.id) } : null;
  },
  body: (texts, donation) => {
    const { t, shared } = texts;
    const { category } = donation;
    return (
      <>
        <Paragraph>
          {category === null
            ? t("gift_receipt.text")
            : t("gift_receipt.textFor", { category: shared(`find.category.${category}`) })}
        </Paragraph>
        <Paragraph>{t("gift_receipt.where")}</Paragraph>
        <Breakdown texts={texts} amounts={breakdownOf(donation)} />
        <ReceiptNumber texts={texts} number={donation.receiptNumber} paidAt={donation.settledAt} />
        <ActionButton path={donation.path}>{t("gift_receipt.action")}</ActionButton>
        <Muted>{t("gift_receipt.private")}</Muted>
      </>
    );
  },
});
