import { type DonationFacts, isCredited, listDonationFacts } from "@/lib/domain/donations/queries";
import { listSummedUp } from "@/lib/domain/mail/sum-up";
import { donorOf } from "../donation";
import { message } from "../message";
import { ActionButton, Facts, Muted, Title } from "../parts";

/** How many donations a summary lists. */
const LISTED = 10;

/** The daily or weekly summary of donations, for requesters who do not want a message for each. */
export const giftsReceived = message({
  load: async (db, mail) => {
    const gifts = await listDonationFacts(db, await listSummedUp(db, mail, "gift_received"));
    const credited = gifts.filter(isCredited);
    return credited.length === 0 ? null : { gifts: credited, isWeekly: mail.cause.startsWith("weekly") };
  },
  subject: ({ t }, { isWeekly }) => t(isWeekly ? "gifts_received.weekly" : "gifts_received.daily"),
  preview: ({ t }) => t("gifts_received.preview"),
  body: (texts, { gifts }) => {
    const { t, shared, money } = texts;
    const lineOf = (gift: DonationFacts) => {
      const person = donorOf(texts, gift);
      return gift.title === null ? person : t("gifts_received.line", { person, title: gift.title });
    };
    const left = gifts.length - LISTED;
    const total = gifts.reduce((sum, { amount }) => sum + amount, 0);
    return (
      <>
        <Title>{t("gifts_received.title", { count: gifts.length })}</Title>
        <Facts
          hasTotal
          rows={[
            ...gifts.slice(0, LISTED).map((gift): [string, string] => [lineOf(gift), money(gift.amount)]),
            [shared("donate.breakdown.total"), money(total)],
          ]}
        />
        {left > 0 && <Muted>{t("gifts_received.more", { count: left })}</Muted>}
        <ActionButton path="/notifications">{t("gifts_received.action")}</ActionButton>
      </>
    );
  },
  path: () => "/notifications",
});
