import { message } from "../message";
import { Paragraph, ReceiptNumber } from "../parts";
import { findSale } from "../sale";

/** Confirms that a buyer withdrew from boosts or a plan, and what goes back to them. */
export const withdrawn = message({
  load: async (db, { cause, data }) => {
    const found = await findSale(db, cause);
    if (!found?.withdrawnAt || found.withdrawnAmount === null) return null;
    const { withdrawnAt: at, withdrawnAmount, receiptNumber } = found;
    // Without what had gone back before.
    const amount = typeof data?.amount === "number" ? data.amount : withdrawnAmount;
    const shared = { at, amount, receiptNumber };
    return found.sale === "boosts"
      ? { sale: found.sale, boostType: found.boostType, quantity: found.quantity, ...shared }
      : { sale: found.sale, tier: found.tier, ...shared };
  },
  body: (texts, { at, amount, receiptNumber, ...found }) => {
    const { t, shared, money, dayAndTime } = texts;
    const what =
      found.sale === "boosts"
        ? shared(`providerPages.${found.boostType}`, { quantity: found.quantity })
        : shared(`common.tier.${found.tier}`);
    return (
      <>
        <Paragraph>{t("withdrawn.text", { at: dayAndTime(at), amount: money(amount) })}</Paragraph>
        <Paragraph>{t(`withdrawn.of.${found.sale}`, { what })}</Paragraph>
        <Paragraph>{t("common.back")}</Paragraph>
        <ReceiptNumber texts={texts} number={receiptNumber} />
      </>
    );
  },
});
