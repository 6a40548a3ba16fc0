import { findDonationFacts, isTriedAgain } from "@/lib/domain/donations/queries";
import { isGuest } from "@/lib/domain/messages/rules";
import { requestPath } from "../donation";
import { message } from "../message";
import { ActionButton, Paragraph } from "../parts";

/** Informs a donor of a payment that they had approved or tried and that failed, unless they tried again since. */
export const donationFailed = message({
  load: async (db, { cause, data, recipient }) => {
    const donation = await findDonationFacts(db, cause, "donor");
    if (donation?.paymentStatus !== "failed" || (await isTriedAgain(db, cause))) return null;
    // A guest tries again by the link that they have.
    return { ...donation, isClosed: data?.missed === "closed", isGuest: isGuest(recipient) };
  },
  preview: ({ t }) => t("donation_failed.charged"),
  body: ({ t, money }, donation) => {
    const { title, isClosed } = donation;
    const amount = money(donation.amount);
    return (
      <>
        <Paragraph>
          {title === null
            ? t("donation_failed.textUntitled", { amount })
            : t("donation_failed.text", { amount, title })}{" "}
          {isClosed ? t("donation_failed.closed") : t("donation_failed.declined")}
        </Paragraph>
        <Paragraph>{t("donation_failed.charged")}</Paragraph>
        {title !== null && !isClosed && !donation.isGuest && (
          <ActionButton path={requestPath(donation, "/")}>{t("donation_failed.action")}</ActionButton>
        )}
      </>
    );
  },
  path: (donation) => requestPath(donation, "/"),
});
