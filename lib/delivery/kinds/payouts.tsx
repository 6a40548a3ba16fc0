import { findPayeeFacts, findPayoutFacts } from "@/lib/domain/payouts/message-facts";
import {
  DESTINATION,
  DONATIONS_PAUSED_DAYS,
  payoutFailure,
  QUIET_DAYS,
  REMINDER_DAYS,
} from "@/lib/domain/payouts/rules";
import { findProof } from "@/lib/domain/posts/queries";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { hourOf } from "@/lib/ground/periods";
import { message } from "../message";
import { ActionButton, Muted, PAYOUT_SETTINGS, Paragraph } from "../parts";
import type { MailTexts } from "../translator";

/** How many donations a payout has, and where its owner sees them. It names no donors. */
function PayoutContent({ texts: { t }, donations }: { texts: MailTexts; donations: number }) {
  return (
    <>
      {donations > 0 && <Muted>{t("payouts.count", { count: donations })}</Muted>}
      <ActionButton path="/payouts">{t("payouts.action")}</ActionButton>
    </>
  );
}

/** Informs somebody that a payout was sent, unless it has arrived or failed meanwhile. */
export const payout_on_the_way = message({
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

/** Informs somebody that their money has arrived, unless the bank returned it meanwhile. */
export const payout_paid = message({
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

/** Informs somebody that a payout did not arrive, why, and what they have to do. */
export const payout_failed = message({
  load: async (db, { cause }) => {
    const payout = await findPayoutFacts(db, cause);
    return payout?.state === "failed" ? payout : null;
  },
  body: ({ t, money }, payout) => {
    const to = DESTINATION[payout.provider];
    const reason = to === "paypal" ? to : payoutFailure(payout.failureCode);
    return (
      <>
        <Paragraph>{t("payout_failed.text", { amount: money(payout.amount) })}</Paragraph>
        <Paragraph>{t("payout_failed.reason", { reason })}</Paragraph>
        <Paragraph>{t("payout_failed.next", { remedy: payout.remedy ?? "other", to })}</Paragraph>
        {payout.remedy === "another_account" ? (
          <ActionButton path={PAYOUT_SETTINGS}>{t("payout_failed.action")}</ActionButton>
        ) : (
          <ActionButton path="/payouts">{t("payouts.action")}</ActionButton>
        )}
      </>
    );
  },
  path: () => "/payouts",
});

/** Informs somebody that the provider refuses to pay them out, if it still does. */
export const payouts_stopped = message({
  load: async (db, { recipient }) => {
    const { standing } = await findPayeeFacts(db, recipient.id);
    return standing.by === null && ["stopped", "start", "unpayable"].includes(standing.code) ? {} : null;
  },
  body: ({ t }) => (
    <>
      <Paragraph>{t("payouts_stopped.text")}</Paragraph>
      <Paragraph>{t("payouts_stopped.back")}</Paragraph>
      <Paragraph>{t("payouts_stopped.contact")}</Paragraph>
      <ActionButton path={PAYOUT_SETTINGS}>{t("payouts_stopped.action")}</ActionButton>
    </>
  ),
  path: () => "/profile",
});

/** Informs somebody that the provider asks for something more, and until when, if it still does. */
export const identity_asked = message({
  load: async (db, { recipient }) => {
    const { standing } = await findPayeeFacts(db, recipient.id);
    return standing.code === "asked" ? { waitsUntil: standing.until } : null;
  },
  body: ({ t, day }, { waitsUntil }) => (
    <>
      <Paragraph>{t("identity_asked.text")}</Paragraph>
      {waitsUntil && <Paragraph>{t("identity_asked.until", { day: day(waitsUntil) })}</Paragraph>}
      <ActionButton path={PAYOUT_SETTINGS}>{t("payouts.settle")}</ActionButton>
    </>
  ),
  path: () => "/profile",
});

/** Reminds somebody who is owed money that the provider does not know them yet, if it is their turn. */
export const identity_reminder = message({
  load: async (db, { recipient }) => {
    const { standing, owed } = await findPayeeFacts(db, recipient.id);
    if (owed === null || standing.by !== null || standing.waitsFor !== "owner") return null;
    const { amount, days, pausedOn, backOn } = owed;
    return {
      amount,
      pausedOn: pausedOn > now() ? pausedOn : null,
      backOn,
      isLast: days >= Math.max(...REMINDER_DAYS),
    };
  },
  subject: ({ t }, { isLast }) => t(`identity_reminder.${isLast ? "lastSubject" : "subject"}`),
  preview: ({ t }, { isLast }) => t(`identity_reminder.${isLast ? "lastPreview" : "preview"}`),
  body: ({ t, money, day }, { amount, pausedOn, backOn }) => (
    <>
      <Paragraph>{t("identity_reminder.text", { amount: money(amount) })}</Paragraph>
      <ActionButton path={PAYOUT_SETTINGS}>{t("payouts.settle")}</ActionButton>
      {pausedOn && <Paragraph>{t("identity_reminder.paused", { day: day(pausedOn) })}</Paragraph>}
      <Paragraph>{t("payouts.back", { day: day(backOn) })}</Paragraph>
    </>
  ),
  path: () => "/profile",
});

/** Informs somebody that the provider has checked them, if they can still be paid out to. */
export const identity_verified = message({
  load: async (db, { recipient }) => {
    const { standing } = await findPayeeFacts(db, recipient.id);
    return standing.by === null ? null : { days: QUIET_DAYS, standing };
  },
  body: ({ t, day }, { days, standing: { code, until } }) => (
    <>
      <Paragraph>{t("identity_verified.text")}</Paragraph>
      <Paragraph>
        {t("identity_verified.how", { days, standing: code, until: until === null ? "" : day(until) })}
      </Paragraph>
      <ActionButton path="/payouts">{t("payouts.action")}</ActionButton>
    </>
  ),
  path: () => "/payouts",
});

/** Informs somebody that nothing can be given to them until they can be paid, if that is still so. */
export const donations_paused = message({
  load: async (db, { recipient }) => {
    const { standing, isGivingPaused, owed } = await findPayeeFacts(db, recipient.id);
    if (!isGivingPaused || owed === null) return null;
    return { amount: owed.amount, backOn: owed.backOn, isChecking: standing.code === "checking" };
  },
  body: ({ t, money, day }, { amount, backOn, isChecking }) => (
    <>
      <Paragraph>
        {t(`donations_paused.${isChecking ? "checking" : "text"}`, {
          amount: money(amount),
          days: DONATIONS_PAUSED_DAYS,
        })}
      </Paragraph>
      {!isChecking && <ActionButton path={PAYOUT_SETTINGS}>{t("payouts.settle")}</ActionButton>}
      <Paragraph>{t("payouts.back", { day: day(backOn) })}</Paragraph>
    </>
  ),
  path: () => "/profile",
});

/** Asks the owner of a request what became of the money that arrived, if they have not said it yet. */
export const proof_asked = message({
  load: (db, { cause }) => findProof(db, cause.split(" ")[0] ?? ""),
  body: ({ t, day }, { title, paidOutAt }) => (
    <>
      <Paragraph>{t("proof_asked.text", { title, day: day(paidOutAt) })}</Paragraph>
      <Paragraph>{t("proof_asked.how")}</Paragraph>
      <ActionButton path="/profile#requests">{t("proof_asked.action")}</ActionButton>
    </>
  ),
  path: () => "/profile",
});
