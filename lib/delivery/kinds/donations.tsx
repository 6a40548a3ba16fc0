import { Fragment } from "react";
import {
  type DonationFacts,
  findDonationFacts,
  findReturnFacts,
  isAnnounced,
  isCredited,
  isTriedAgain,
  listDonationFacts,
  listMonthsOf,
} from "@/lib/domain/donations/queries";
import { receiptPath } from "@/lib/domain/given/receipt-token";
import { isGuest } from "@/lib/domain/messages/rules";
import { listSummedUp } from "@/lib/domain/messages/sum-up";
import { findWaitingFacts, isIdentityMissing } from "@/lib/domain/payouts/message-facts";
import { message, REDACTED } from "../message";
import {
  ActionButton,
  Breakdown,
  DataTable,
  Muted,
  PAYOUT_SETTINGS,
  Paragraph,
  PathLink,
  Progress,
  Quote,
  ReceiptNumber,
  RequestPicture,
  Subtitle,
} from "../parts";
import type { MailTexts } from "../translator";

/** What a donor paid, in cents. */
function breakdownOf({ amount, serviceFee }: DonationFacts) {
  return { donationAmount: amount, serviceFee, totalAmount: amount + serviceFee };
}

/** How a donor is named to others now (D36). */
function donorOf({ shared }: MailTexts, { donor }: Pick<DonationFacts, "donor">): string {
  if (donor.username !== null) return `@${donor.username}`;
  return donor.guestName ?? shared(donor.isErased ? "shared.deletedUser" : "notifications.anonymous");
}

/** The path of a request, or another one where it was deleted. */
function requestPath(
  { title, requestId }: Pick<DonationFacts, "title" | "requestId">,
  otherwise: string,
): string {
  return title === null ? otherwise : `/?request=${requestId}`;
}

/** The donor's receipt, for every donation that was credited. */
export const donation_receipt = message({
  load: async (db, { cause }) => {
    const donation = await findDonationFacts(db, cause, "donor");
    return donation && isCredited(donation) ? donation : null;
  },
  body: (texts, donation) => {
    const { t, shared } = texts;
    const { title, recipientUsername, requestId } = donation;
    const person = recipientUsername === null ? shared("shared.deletedUser") : `@${recipientUsername}`;
    return (
      <>
        <Paragraph>
          {title === null
            ? t("donation_receipt.textUntitled", { person })
            : t("donation_receipt.text", { person, title })}
        </Paragraph>
        <RequestPicture texts={texts} request={donation} />
        <Breakdown texts={texts} amounts={breakdownOf(donation)} />
        <ReceiptNumber texts={texts} number={donation.receiptNumber} paidAt={donation.settledAt} />
        <Paragraph>
          <PathLink path="/gifts">{t("donation_receipt.follow")}</PathLink>
        </Paragraph>
        {title !== null && (
          <ActionButton path={`/?request=${requestId}`}>{t("donation_receipt.action")}</ActionButton>
        )}
      </>
    );
  },
});

/**
 * A guest's receipt. Of what it is for only the category is in it: anybody can type an address that is not theirs, and
 * would have us send what others wrote (trust 44). The rest is behind its link.
 */
export const gift_receipt = message({
  load: async (db, { cause }) => {
    const donation = await findDonationFacts(db, cause, "donor");
    return donation && isCredited(donation) ? { ...donation, path: receiptPath(donation.id) } : null;
  },
  body: (texts, donation) => {
    const { t, shared } = texts;
    const { category } = donation;
    return (
      <>
        <Paragraph>
          {category === null
            ? t("gift_receipt.text")
            : t("gift_receipt.textFor", { category: shared(`find.category.${category}`) })}
        </Paragraph>
        <Paragraph>{t("gift_receipt.where")}</Paragraph>
        <Breakdown texts={texts} amounts={breakdownOf(donation)} />
        <ReceiptNumber texts={texts} number={donation.receiptNumber} paidAt={donation.settledAt} />
        <ActionButton path={donation.path}>{t("gift_receipt.action")}</ActionButton>
        <Muted>{t("gift_receipt.private")}</Muted>
      </>
    );
  },
});

/** Informs a guest that the recipient thanked them, and with what. */
export const gift_thanked = message({
  load: async (db, { cause }) => {
    const donation = await findDonationFacts(db, cause, "donor");
    if (!donation || !isCredited(donation) || donation.thanksEmoji === null) return null;
    return { emoji: donation.thanksEmoji, path: receiptPath(donation.id) };
  },
  body: ({ t }, { emoji, path }) => (
    <>
      <Paragraph>{t("gift_thanked.text", { emoji })}</Paragraph>
      <ActionButton path={path}>{t("gift_receipt.action")}</ActionButton>
    </>
  ),
});

/** Informs a donor of a payment that they had approved or tried and that failed, unless they tried again since. */
export const donation_failed = message({
  load: async (db, { cause, data, recipient }) => {
    const donation = await findDonationFacts(db, cause, "donor");
    if (donation?.paymentStatus !== "failed" || (await isTriedAgain(db, cause))) return null;
    // A guest tries again by the link that they have.
    return { ...donation, isClosed: data?.missed === "closed", isGuest: isGuest(recipient) };
  },
  preview: ({ t }) => t("donation_failed.charged"),
  body: ({ t, money }, donation) => {
    const { title, isClosed } = donation;
    const amount = money(donation.amount);
    return (
      <>
        <Paragraph>
          {title === null
            ? t("donation_failed.textUntitled", { amount })
            : t("donation_failed.text", { amount, title })}{" "}
          {isClosed ? t("donation_failed.closed") : t("donation_failed.declined")}
        </Paragraph>
        <Paragraph>{t("donation_failed.charged")}</Paragraph>
        {title !== null && !isClosed && !donation.isGuest && (
          <ActionButton path={requestPath(donation, "/")}>{t("donation_failed.action")}</ActionButton>
        )}
      </>
    );
  },
  path: (donation) => requestPath(donation, "/"),
});

/** Informs a donor that what they paid was refunded, all of it or a part, and why. */
export const donation_returned = message({
  load: (db, { cause }) => findReturnFacts(db, cause, "donor"),
  subject: ({ t }, { isPart }) => t(isPart ? "donation_returned.partSubject" : "donation_returned.subject"),
  preview: ({ t }, { isPart }) => t(isPart ? "donation_returned.partPreview" : "donation_returned.preview"),
  body: (texts, donation) => {
    const { t, shared } = texts;
    const { title, isPart } = donation;
    const reason = shared(`notifications.refundReasons.${donation.refundReason}`);
    return (
      <>
        <Paragraph>
          {title === null
            ? t(isPart ? "donation_returned.partTextUntitled" : "donation_returned.textUntitled", { reason })
            : t(isPart ? "donation_returned.partText" : "donation_returned.text", { title, reason })}
        </Paragraph>
        <Breakdown texts={texts} amounts={breakdownOf(donation)} />
        <Paragraph>{t("common.back")}</Paragraph>
        <ReceiptNumber texts={texts} number={donation.receiptNumber} />
      </>
    );
  },
  path: (donation) => requestPath(donation, "/notifications"),
});

/** Informs a requester of a donation, and of what is to be done before it can be paid out. */
export const donation_received = message({
  load: async (db, { cause, recipient }) => {
    const donation = await findDonationFacts(db, cause, "recipient");
    if (!donation || !isAnnounced(donation)) return null;
    return { ...donation, isIdentityMissing: await isIdentityMissing(db, recipient.id) };
  },
  body: (texts, donation) => {
    const { t, money } = texts;
    const { title } = donation;
    const values = { person: donorOf(texts, donation), amount: money(donation.amount) };
    return (
      <>
        <Paragraph>
          {title === REDACTED
            ? t("donation_received.textRedacted", values)
            : title === null
              ? t("donation_received.textUntitled", values)
              : t("donation_received.text", { ...values, title })}
        </Paragraph>
        <RequestPicture texts={texts} request={donation} />
        {donation.note !== null && donation.note !== REDACTED && <Quote>{donation.note}</Quote>}
        {title !== null && (
          <>
            <Progress texts={texts} {...donation} />
            <ActionButton path={requestPath(donation, "/notifications")}>
              {t("donation_received.action")}
            </ActionButton>
          </>
        )}
        {donation.isIdentityMissing && (
          <Paragraph>
            {t("donation_received.identity")}{" "}
            <PathLink path={PAYOUT_SETTINGS}>{t("payouts.settle")}</PathLink>
          </Paragraph>
        )}
      </>
    );
  },
  path: (donation) => requestPath(donation, "/notifications"),
});

/** How many donations a summary lists. */
const LISTED = 10;

/** The daily or weekly summary of donations, for requesters who do not want a message for each. */
export const donations_received = message({
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
                rows={ofRequest.map((donation) => [donorOf(texts, donation), money(donation.amount)])}
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

/** Informs a requester that a credited donation was refunded, all of it or a part, so that less is raised. */
export const donation_taken_back = message({
  load: async (db, { cause }) => {
    const donation = await findReturnFacts(db, cause, "recipient");
    return donation?.creditedAt ? donation : null;
  },
  subject: ({ t }, { isPart }) =>
    t(isPart ? "donation_taken_back.partSubject" : "donation_taken_back.subject"),
  body: (texts, donation) => {
    const { t, shared, money } = texts;
    const { title, isPart } = donation;
    const reason = shared(`notifications.refundReasons.${donation.refundReason}`);
    const values = { amount: money(donation.amount), reason };
    return (
      <>
        <Paragraph>
          {title === null
            ? t(isPart ? "donation_taken_back.partTextUntitled" : "donation_taken_back.textUntitled", values)
            : t(isPart ? "donation_taken_back.partText" : "donation_taken_back.text", { ...values, title })}
        </Paragraph>
        {donation.refundReason === "taken_back" && <Paragraph>{t("donation_taken_back.kindly")}</Paragraph>}
        {title !== null && <Progress texts={texts} {...donation} />}
        <Paragraph>{t("donation_taken_back.after")}</Paragraph>
      </>
    );
  },
});

/** Informs a donor or guest that what they gave to a request could not be paid out yet, if that is still so. */
export const donation_waiting = message({
  load: async (db, { cause, recipient }) => {
    // Of a guest it is about one donation, because nothing says which others are theirs.
    const given = isGuest(recipient) ? { id: cause } : { donorId: recipient.id, requestId: cause };
    const facts = await findWaitingFacts(db, given);
    if (!facts) return null;
    const path = isGuest(recipient) ? receiptPath(cause) : requestPath(facts, "/gifts");
    return { ...facts, title: facts.title ?? REDACTED, path };
  },
  body: ({ t, money, day }, { path, title, amount, backOn }) => (
    <>
      <Paragraph>{t("donation_waiting.text", { amount: money(amount), title })}</Paragraph>
      <Paragraph>{t("donation_waiting.back", { day: day(backOn) })}</Paragraph>
      <ActionButton path={path}>{t("donation_waiting.action")}</ActionButton>
    </>
  ),
});

/** Congratulates a requester on the goal of their request, if it still is reached. */
export const goal_reached = message({
  load: async (db, { cause }) => {
    const donation = await findDonationFacts(db, cause, "recipient");
    if (!donation || donation.title === null || donation.raised < donation.goal) return null;
    const { requestId, title, raised, goal } = donation;
    return { requestId, title, raised, goal };
  },
  body: (texts, request) => (
    <>
      <Paragraph>{texts.t("goal_reached.text", { title: request.title })}</Paragraph>
      <RequestPicture texts={texts} request={request} />
      <Progress texts={texts} {...request} />
      <ActionButton path={requestPath(request, "/")}>{texts.t("donation_received.action")}</ActionButton>
    </>
  ),
  path: (request) => requestPath(request, "/"),
});

/** What a person gave and received in a year, by month. */
export const year_statement = message({
  load: async (db, { cause, recipient }) => {
    const year = Number(cause);
    const months = await listMonthsOf(db, recipient.id, year);
    return months.length === 0 ? null : { year, months };
  },
  preview: ({ t }, { year }) => t("year_statement.preview", { year: String(year) }),
  title: ({ t }, { year }) => t("year_statement.title", { year: String(year) }),
  body: ({ t, shared, money, monthName }, { year, months }) => {
    const total = (key: "given" | "fees" | "received") => months.reduce((sum, each) => sum + each[key], 0);
    return (
      <>
        <Paragraph>{t("year_statement.text", { year: String(year) })}</Paragraph>
        <DataTable
          hasTotal
          head={[t("year_statement.month"), t("year_statement.given"), t("year_statement.received")]}
          rows={[
            ...months.map(({ month, given, received }) => [monthName(month), money(given), money(received)]),
            [shared("donate.breakdown.total"), money(total("given")), money(total("received"))],
          ]}
        />
        {total("fees") > 0 && <Muted>{t("year_statement.fees", { amount: money(total("fees")) })}</Muted>}
      </>
    );
  },
});
