import { findDonationFacts, isCredited } from "@/lib/domain/donations/queries";
import { breakdownOf } from "../donation";
import { message } from "../message";
import { ActionButton, Breakdown, Paragraph, PathLink, ReceiptNumber, RequestPicture } from "../parts";

/** The donor's receipt, for every donation that was credited. */
export const donationReceipt = message({
  load: async (db, { cause }) => {
    const donation = await findDonationFacts(db, cause, "donor");
    return donation && isCredited(donation) ? donation : null;
  },
  body: (texts, donation) => {
    const { t, shared } = texts;
    const { title, recipientUsername, requestId } = donation;
    const person = recipientUsername === null ? shared("shared.deletedUser") : `@${recipientUsername}`;
    return (
      <>
        <Paragraph>
          {title === null
            ? t("donation_receipt.textUntitled", { person })
            : t("donation_receipt.text", { person, title })}
        </Paragraph>
        <RequestPicture texts={texts} request={donation} />
        <Breakdown texts={texts} amounts={breakdownOf(donation)} />
        <ReceiptNumber texts={texts} number={donation.receiptNumber} paidAt={donation.settledAt} />
        <Paragraph>
          <PathLink path="/gifts">{t("donation_receipt.follow")}</PathLink>
        </Paragraph>
        {title !== null && (
          <ActionButton path={`/?request=${requestId}`}>{t("donation_receipt.action")}</ActionButton>
        )}
      </>
    );
  },
});
