import { findReturnFacts } from "@/lib/domain/donations/queries";
import { breakdownOf, requestPath } from "../donation";
import { message } from "../message";
import { Breakdown, Paragraph, ReceiptNumber } from "../parts";

/** Informs a donor that what they paid was refunded, all of it or a part, and why. */
export const donationReturned = message({
  load: (db, { cause }) => findReturnFacts(db, cause, "donor"),
  subject: ({ t }, { isPart }) => t(isPart ? "donation_returned.partSubject" : "donation_returned.subject"),
  preview: ({ t }, { isPart }) => t(isPart ? "donation_returned.partPreview" : "donation_returned.preview"),
  body: (texts, donation) => {
    const { t, shared } = texts;
    const { title, isPart } = donation;
    const reason = shared(`notifications.refundReasons.${donation.refundReason}`);
    return (
      <>
        <Paragraph>
          {title === null
            ? t(isPart ? "donation_returned.partTextUntitled" : "donation_returned.textUntitled", { reason })
            : t(isPart ? "donation_returned.partText" : "donation_returned.text", { title, reason })}
        </Paragraph>
        <Breakdown texts={texts} amounts={breakdownOf(donation)} />
        <Paragraph>{t("common.back")}</Paragraph>
        <ReceiptNumber texts={texts} number={donation.receiptNumber} />
      </>
    );
  },
  path: (donation) => requestPath(donation, "/notifications"),
});
