import type { AccountChange } from "@/lib/ground/vocabulary";
import { message } from "../message";
import { OriginFacts, originOf } from "../origin";
import { ActionButton, Paragraph, PathLink } from "../parts";

/** The changes that it reports: those of payout details. */
const CHANGES = ["payout_method", "paypal_email", "payout_card"] as const satisfies AccountChange[];

/** Informs the owner that somebody replaced how they get paid. */
export const payoutDetailsChanged = message({
  load: async (_db, mail) => {
    const named = String(mail.data?.changes ?? "").split(" ");
    return { changes: CHANGES.filter((change) => named.includes(change)), origin: originOf(mail) };
  },
  body: (texts, { changes, origin }) => {
    const { t, shared } = texts;
    return (
      <>
        {changes.map((change) => (
          <Paragraph key={change}>{shared(`notifications.account.changes.${change}`)}</Paragraph>
        ))}
        <OriginFacts texts={texts} origin={origin} />
        <Paragraph>{t("payout_details_changed.notYou")}</Paragraph>
        <ActionButton path="/profile#payment">{t("payout_details_changed.action")}</ActionButton>
        <Paragraph>
          <PathLink path="/forgot-password">{t("payout_details_changed.password")}</PathLink>
        </Paragraph>
      </>
    );
  },
});
