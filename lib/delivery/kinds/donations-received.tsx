import { type DonationFacts, isTold, listDonationFacts } from "@/lib/domain/donations/queries";
import { listSummedUp } from "@/lib/domain/messages/sum-up";
import { donorOf } from "../donation";
import { message } from "../message";
import { ActionButton, Facts, Muted } from "../parts";

/** How many donations a summary lists. */
const LISTED = 10;

/** The daily or weekly summary of donations, for requesters who do not want a message for each. */
export const donationsReceived = message({
  load: async (db, mail) => {
    const donations = await listDonationFacts(db, await listSummedUp(db, mail, "donation_received"));
    const credited = donations.filter(isTold);
    return credited.length === 0 ? null : { donations: credited, isWeekly: mail.cause.startsWith("weekly") };
  },
  subject: ({ t }, { isWeekly }) => t(isWeekly ? "donations_received.weekly" : "donations_received.daily"),
  title: ({ t }, { donations }) => t("donations_received.title", { count: donations.length }),
  body: (texts, { donations }) => {
    const { t, shared, money } = texts;
    const lineOf = (donation: DonationFacts) => {
      const person = donorOf(texts, donation);
      return donation.title === null
        ? person
        : t("donations_received.line", { person, title: donation.title });
    };
    const left = donations.length - LISTED;
    const total = donations.reduce((sum, { amount }) => sum + amount, 0);
    return (
      <>
        <Facts
          hasTotal
          rows={[
            ...donations
              .slice(0, LISTED)
              .map((donation): [string, string] => [lineOf(donation), money(donation.amount)]),
            [shared("donate.breakdown.total"), money(total)],
          ]}
        />
        {left > 0 && <Muted>{t("donations_received.more", { count: left })}</Muted>}
        <ActionButton path="/notifications">{t("donations_received.action")}</ActionButton>
      </>
    );
  },
});
