import { findPayoutFacts } from "@/lib/domain/payouts/message-facts";
import { DESTINATION } from "@/lib/domain/payouts/rules";
import { message } from "../message";
import { Paragraph } from "../parts";
import { PayoutContent } from "../payout";

/** Informs somebody that their money has arrived, unless the bank returned it meanwhile. */
export const payoutPaid = message({
  load: async (db, { cause }) => {
    const payout = await findPayoutFacts(db, cause);
    return payout?.state === "paid" ? payout : null;
  },
  body: (texts, payout) => {
    const { t, money } = texts;
    return (
      <>
        <Paragraph>
          {t("payout_paid.text", { amount: money(payout.amount), to: DESTINATION[payout.provider] })}
        </Paragraph>
        <Paragraph>{t("payout_paid.late")}</Paragraph>
        <PayoutContent texts={texts} donations={payout.donations} />
      </>
    );
  },
  path: () => "/payouts",
});
