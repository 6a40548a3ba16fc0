import { findDonationFacts, isAnnounced } from "@/lib/domain/donations/queries";
import { isIdentityMissing } from "@/lib/domain/payouts/message-facts";
import { donorOf, requestPath } from "../donation";
import { message, REDACTED } from "../message";
import { ActionButton, Paragraph, PathLink, Progress, Quote, RequestPicture } from "../parts";
import { PAYOUT_SETTINGS } from "../payout";

/** Informs a requester of a donation, and of what is to be done before it can be paid out. */
export const donationReceived = message({
  load: async (db, { cause, recipient }) => {
    const donation = await findDonationFacts(db, cause, "recipient");
    if (!donation || !isAnnounced(donation)) return null;
    return { ...donation, isIdentityMissing: await isIdentityMissing(db, recipient.id) };
  },
  body: (texts, donation) => {
    const { t, money } = texts;
    const { title } = donation;
    const values = { person: donorOf(texts, donation), amount: money(donation.amount) };
    return (
      <>
        <Paragraph>
          {title === REDACTED
            ? t("donation_received.textRedacted", values)
            : title === null
              ? t("donation_received.textUntitled", values)
              : t("donation_received.text", { ...values, title })}
        </Paragraph>
        <RequestPicture texts={texts} request={donation} />
        {donation.note !== null && donation.note !== REDACTED && <Quote>{donation.note}</Quote>}
        {title !== null && (
          <>
            <Progress texts={texts} {...donation} />
            <ActionButton path={requestPath(donation, "/notifications")}>
              {t("donation_received.action")}
            </ActionButton>
          </>
        )}
        {donation.isIdentityMissing && (
          <Paragraph>
            {t("donation_received.identity")}{" "}
            <PathLink path={PAYOUT_SETTINGS}>{t("payouts.settle")}</PathLink>
          </Paragraph>
        )}
      </>
    );
  },
  path: (donation) => requestPath(donation, "/notifications"),
});
