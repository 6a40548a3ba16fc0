import { donationFacts } from "@/lib/domain/donations/queries";
import { progressPercent } from "@/lib/ground/money";
import { message } from "../message";
import { ActionButton, Facts, Paragraph, Title } from "../parts";

/** Tells a requester that somebody gave. */
export const giftReceived = message({
  load: async (db, { cause }) => {
    const gift = await donationFacts(db, cause);
    return gift?.creditedAt && gift.paymentStatus === "completed" ? gift : null;
  },
  subject: ({ t }) => t("gift_received.subject"),
  preview: ({ t }) => t("gift_received.preview"),
  body: ({ t, shared, money }, { donor, amount, title, goal, raised, requestId }) => {
    const nameless = donor.isErased ? shared("shared.deletedUser") : shared("notifications.anonymous");
    const person = donor.username === null ? nameless : `@${donor.username}`;
    return (
      <>
        <Title>{t("gift_received.title")}</Title>
        <Paragraph>
          {title === null
            ? t("gift_received.textUntitled", { person, amount: money(amount) })
            : t("gift_received.text", { person, title, amount: money(amount) })}
        </Paragraph>
        <Facts
          rows={[
            [t("gift_received.raised"), money(raised)],
            [t("gift_received.goal"), money(goal)],
            [t("gift_received.progress"), `${progressPercent(raised, goal)} %`],
          ]}
        />
        {title !== null && (
          <ActionButton path={`/?request=${requestId}`}>{t("gift_received.action")}</ActionButton>
        )}
      </>
    );
  },
  path: ({ requestId, title }) => (title === null ? "/notifications" : `/?request=${requestId}`),
});
