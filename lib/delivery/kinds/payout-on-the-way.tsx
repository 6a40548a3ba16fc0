import { findPayoutFacts } from "@/lib/domain/payouts/message-facts";
import { DESTINATION } from "@/lib/domain/payouts/rules";
import { env } from "@/lib/ground/env";
import { hourOf } from "@/lib/ground/periods";
import { message } from "../message";
import { Paragraph } from "../parts";
import { PayoutContent } from "../payout";

/** Informs somebody that a payout was sent, unless it has arrived or failed meanwhile. */
export const payoutOnTheWay = message({
  load: async (db, { cause }) => {
    const payout = await findPayoutFacts(db, cause);
    return payout?.state === "sent" || payout?.state === "on_the_way" ? payout : null;
  },
  body: (texts, payout) => {
    const { t, money, day } = texts;
    const { amount, arrivesOn, donations } = payout;
    return (
      <>
        <Paragraph>
          {t("payout_on_the_way.text", { amount: money(amount), to: DESTINATION[payout.provider] })}
        </Paragraph>
        {arrivesOn !== null && (
          <Paragraph>
            {t("payout_on_the_way.arrives", { day: day(hourOf(arrivesOn, 12, env().timeZone)) })}
          </Paragraph>
        )}
        <PayoutContent texts={texts} donations={donations} />
      </>
    );
  },
  path: () => "/payouts",
});
