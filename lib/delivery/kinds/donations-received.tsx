import { Fragment } from "react";
import { isAnnounced, listDonationFacts } from "@/lib/domain/donations/queries";
import { listSummedUp } from "@/lib/domain/messages/sum-up";
import { donorOf } from "../donation";
import { message } from "../message";
import { ActionButton, DataTable, Muted, Subtitle } from "../parts";

/** How many donations a summary lists. */
const LISTED = 10;

/** The daily or weekly summary of donations, for requesters who do not want a message for each. */
export const donationsReceived = message({
  load: async (db, mail) => {
    const ids = await listSummedUp(db, mail, "donation_received");
    const donations = await listDonationFacts(db, ids, "recipient");
    const credited = donations.filter(isAnnounced);
    return credited.length === 0 ? null : { donations: credited, isWeekly: mail.cause.startsWith("weekly") };
  },
  subject: ({ t }, { isWeekly }) => t(isWeekly ? "donations_received.weekly" : "donations_received.daily"),
  title: ({ t }, { donations }) => t("donations_received.title", { count: donations.length }),
  body: (texts, { donations }) => {
    const { t, shared, money } = texts;
    const listed = donations.slice(0, LISTED);
    const left = donations.length - listed.length;
    const total = donations.reduce((sum, { amount }) => sum + amount, 0);
    return (
      <>
        {[...new Set(listed.map(({ requestId }) => requestId))].map((id) => {
          const ofRequest = listed.filter(({ requestId }) => requestId === id);
          return (
            <Fragment key={id}>
              <Subtitle>{ofRequest[0]?.title ?? shared("shared.deletedRequest")}</Subtitle>
              <DataTable
                rows={ofRequest.map(
                  (donation) => [donorOf(texts, donation), money(donation.amount)] as const,
                )}
              />
            </Fragment>
          );
        })}
        <DataTable hasTotal rows={[[shared("donate.breakdown.total"), money(total)]]} />
        {left > 0 && <Muted>{t("donations_received.more", { count: left })}</Muted>}
        <ActionButton path="/notifications">{t("donations_received.action")}</ActionButton>
      </>
    );
  },
});
