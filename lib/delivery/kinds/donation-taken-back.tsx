import { findReturnFacts } from "@/lib/domain/donations/queries";
import { message } from "../message";
import { Paragraph, Progress } from "../parts";

/** Informs a requester that a credited donation was refunded, all of it or a part, so that less is raised. */
export const donationTakenBack = message({
  load: async (db, { cause }) => {
    const donation = await findReturnFacts(db, cause, "recipient");
    return donation?.creditedAt ? donation : null;
  },
  subject: ({ t }, { isPart }) =>
    t(isPart ? "donation_taken_back.partSubject" : "donation_taken_back.subject"),
  body: (texts, donation) => {
    const { t, shared, money } = texts;
    const { title, isPart } = donation;
    const reason = shared(`notifications.refundReasons.${donation.refundReason}`);
    const values = { amount: money(donation.amount), reason };
    return (
      <>
        <Paragraph>
          {title === null
            ? t(isPart ? "donation_taken_back.partTextUntitled" : "donation_taken_back.textUntitled", values)
            : t(isPart ? "donation_taken_back.partText" : "donation_taken_back.text", { ...values, title })}
        </Paragraph>
        {donation.refundReason === "taken_back" && <Paragraph>{t("donation_taken_back.kindly")}</Paragraph>}
        {title !== null && <Progress texts={texts} {...donation} />}
        <Paragraph>{t("donation_taken_back.after")}</Paragraph>
      </>
    );
  },
});
