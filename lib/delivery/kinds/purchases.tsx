import type { Db } from "@/db/client";
import { findPurchase } from "@/lib/domain/boosts/queries";
import { findEntitlement, findPayment, findSubscription } from "@/lib/domain/subscriptions/queries";
import { subscriptionOf } from "@/lib/domain/subscriptions/rules";
import { now } from "@/lib/ground/clock";
import { isPaid } from "@/lib/ground/tiers";
import type { Tier } from "@/lib/ground/vocabulary";
import { message } from "../message";
import { ActionButton, DataTable, Paragraph, ReceiptNumber } from "../parts";

/** The purchase of boosts or the month of a plan with this id; null without one. Cents. */
async function findSale(db: Db, id: string) {
  const purchase = await findPurchase(db, id);
  if (purchase) {
    const { totalAmount: amount, refundPart: withdrawnAmount } = purchase;
    return { ...purchase, sale: "boosts" as const, amount, withdrawnAmount };
  }
  const payment = await findPayment(db, id);
  return payment && { ...payment, sale: "subscription" as const };
}

/** The receipt for boosts. */
export const purchase_receipt = message({
  load: async (db, { cause }) => {
    const purchase = await findPurchase(db, cause);
    if (!purchase?.grantedAt || purchase.paymentStatus !== "completed") return null;
    const { boostType, quantity, totalAmount, settledAt, receiptNumber } = purchase;
    return { boostType, quantity, totalAmount, settledAt, receiptNumber };
  },
  body: (texts, { boostType, quantity, totalAmount, settledAt, receiptNumber }) => {
    const { t, shared, money } = texts;
    return (
      <>
        <Paragraph>{t("purchase_receipt.text")}</Paragraph>
        <DataTable
          hasTotal
          rows={[
            [`${quantity} × ${shared(`boosts.names.${boostType}`)}`, money(totalAmount)],
            [shared("donate.breakdown.total"), money(totalAmount)],
          ]}
        />
        <ReceiptNumber texts={texts} number={receiptNumber} paidAt={settledAt} />
        <ActionButton path="/profile">{t("purchase_receipt.action")}</ActionButton>
      </>
    );
  },
});

/** Informs a buyer that a purchase of boosts, or a month of a subscription, was refunded, and why. */
export const purchase_returned = message({
  load: async (db, { cause }) => {
    const found = await findSale(db, cause);
    if (found?.paymentStatus !== "refunded" || found.refundReason === null) return null;
    const { sale, amount, returnedAmount, refundReason, receiptNumber } = found;
    return { sale, amount: amount - returnedAmount, reason: refundReason, receiptNumber };
  },
  preview: ({ t }) => t("donation_returned.preview"),
  body: (texts, { sale, amount, reason, receiptNumber }) => {
    const { t, shared, money } = texts;
    return (
      <>
        <Paragraph>
          {shared(`notifications.refundPurchase.${sale}`, {
            amount: money(amount),
            reason: shared(`notifications.refundReasons.${reason}`),
          })}
        </Paragraph>
        <Paragraph>{t("common.back")}</Paragraph>
        <ReceiptNumber texts={texts} number={receiptNumber} />
      </>
    );
  },
});

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

/** The receipt for each month of a subscription. */
export const renewal_receipt = message({
  load: async (db, { cause }) => {
    const payment = await findPayment(db, cause);
    if (!payment?.periodEnd || payment.paymentStatus !== "completed") return null;
    const { tier, amount, paidAt, periodEnd, receiptNumber } = payment;
    return { tier, amount, paidAt, periodEnd, receiptNumber };
  },
  subject: ({ t, shared }, { tier }) => t("renewal_receipt.subject", { plan: shared(`common.tier.${tier}`) }),
  body: (texts, { tier, amount, paidAt, periodEnd, receiptNumber }) => {
    const { t, shared, money, day } = texts;
    const plan = shared(`common.tier.${tier}`);
    return (
      <>
        <Paragraph>{t("renewal_receipt.text", { plan, until: day(periodEnd) })}</Paragraph>
        <DataTable
          hasTotal
          rows={[
            [t("renewal_receipt.month", { plan }), money(amount)],
            [shared("donate.breakdown.total"), money(amount)],
          ]}
        />
        <ReceiptNumber texts={texts} number={receiptNumber} paidAt={paidAt} />
        <ActionButton path="/subscription">{t("renewal_receipt.action")}</ActionButton>
      </>
    );
  },
});

/** Informs a subscriber that a month could not be collected, unless it was since. */
export const renewal_failed = message({
  load: async (db, { cause }) => {
    const subscription = await findSubscription(db, subscriptionOf(cause));
    if (subscription?.status !== "suspended") return null;
    const { tier, amount } = subscription;
    return { tier, amount };
  },
  body: ({ t, shared, money }, { tier, amount }) => (
    <>
      <Paragraph>
        {t("renewal_failed.text", { price: money(amount), plan: shared(`common.tier.${tier}`) })}
      </Paragraph>
      <Paragraph>{t("renewal_failed.after")}</Paragraph>
      <ActionButton path="/subscription">{t("renewal_receipt.action")}</ActionButton>
    </>
  ),
  path: () => "/subscription",
});

/** Reminds somebody that the tier they cancelled is about to end, unless they continued it. */
export const subscription_ending = message({
  load: async (db, { cause, recipient }) => {
    const { tier, endsAt, cancelled } = await findEntitlement(db, recipient.id);
    const isThisEnd = cancelled && endsAt !== null && endsAt.toISOString() === cause;
    return isThisEnd && endsAt > now() ? { tier, endsAt } : null;
  },
  body: ({ t, shared, dayAndTime }, { tier, endsAt }) => (
    <>
      <Paragraph>
        {t("subscription_ending.text", { plan: shared(`common.tier.${tier}`), until: dayAndTime(endsAt) })}
      </Paragraph>
      <Paragraph>{shared("subscription.cancelDialog.after")}</Paragraph>
      <ActionButton path="/subscription">{t("subscription_ending.action")}</ActionButton>
    </>
  ),
  path: () => "/subscription",
});

/** Confirms that a plan was cancelled by the link of a message. */
export const plan_cancelled = message({
  load: async (_db, { data }) => {
    const tier = data?.tier as Tier | undefined;
    if (!tier || !isPaid(tier)) return null;
    return { tier, until: typeof data?.until === "string" ? new Date(data.until) : null };
  },
  body: ({ t, shared, dayAndTime }, { tier, until }) => (
    <>
      <Paragraph>
        {until
          ? t("plan_cancelled.text", { plan: shared(`common.tier.${tier}`), until: dayAndTime(until) })
          : t("plan_cancelled.preview")}
      </Paragraph>
      <Paragraph>{shared("subscription.cancelDialog.after")}</Paragraph>
      <ActionButton path="/subscription">{t("subscription_ending.action")}</ActionButton>
    </>
  ),
});
