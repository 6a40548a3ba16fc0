import { listReached, sumBetween } from "@/lib/domain/donations/queries";
import { listKept } from "@/lib/domain/finding/kept";
import { receiptPath } from "@/lib/domain/given/receipt-token";
import { digestAt, isGuest } from "@/lib/domain/messages/rules";
import { findNews } from "@/lib/domain/posts/queries";
import { findRequest, listNearGoal } from "@/lib/domain/requests/queries";
import { isFollowing } from "@/lib/domain/users/queries";
import { env } from "@/lib/ground/env";
import { message } from "../message";
import {
  ActionButton,
  DataTable,
  Paragraph,
  PathLink,
  Progress,
  Quote,
  RequestPicture,
  Subtitle,
} from "../parts";
import type { MailTexts } from "../translator";
import { guestOf } from "../unsubscribe";

/** Informs somebody who gave to a request of what its owner posted about it since the last message. */
export const request_update = message({
  load: async (db, mail) => {
    const { recipient, cause } = mail;
    const guestId = guestOf(mail);
    const viewer = isGuest(recipient) ? null : { id: recipient.id, isOperator: false };
    const news = await findNews(db, cause.split(" ").at(-1) ?? "", { viewer, guestId });
    return news && { ...news, path: guestId === null ? `/?request=${news.requestId}` : receiptPath(guestId) };
  },
  body: (texts, { requestId, title, posts, path }) => (
    <>
      <Paragraph>{texts.t("request_update.text", { title })}</Paragraph>
      <RequestPicture texts={texts} request={{ requestId, title }} />
      {posts.map(({ id, kind, note }) => (
        <div key={id}>
          <Paragraph>{texts.t(`request_update.posts.${kind}`)}</Paragraph>
          {note !== "" && <Quote>{note}</Quote>}
        </div>
      ))}
      <ActionButton path={path}>{texts.t("request_update.action")}</ActionButton>
    </>
  ),
  path: ({ path }) => path,
});

/** What became of the money: people choose about it by itself. */
export const request_delivered = request_update;

/** Informs somebody of a new request by a person whom they follow, if it can still be given to. */
export const followed_request = message({
  load: async (db, { cause, recipient }) => {
    const request = await findRequest(db, cause, { id: recipient.id, isOperator: false });
    if (!request || request.isCompleted || request.givingOff !== null) return null;
    if (!(await isFollowing(db, recipient.id, request.userId, { named: true }))) return null;
    const { id: requestId, item: title, raised, goal, user } = request;
    return { requestId, title, raised, goal, name: user.username };
  },
  body: (texts, { name, ...request }) => (
    <>
      <Paragraph>{texts.t("followed_request.text", { name, title: request.title })}</Paragraph>
      <RequestPicture texts={texts} request={request} />
      <Progress texts={texts} {...request} />
      <ActionButton path={`/?request=${request.requestId}`}>
        {texts.t("followed_request.action")}
      </ActionButton>
    </>
  ),
  path: ({ requestId }) => `/?request=${requestId}`,
});

/** How many requests each part lists. */
const LISTED = 3;

/**
 * What happened in a person's week, what became of what they saved, what those whom they follow ask for, and a few
 * requests near their goal. Those alone are no reason to write.
 */
export const weekly_digest = message({
  load: async (db, { createdAt, recipient: { id } }) => {
    const span = digestAt(createdAt, env().timeZone);
    if (!span) return null;
    const [reached, week] = [await listReached(db, id, span, LISTED), await sumBetween(db, id, span)];
    const { saved, followed } = await listKept(db, id, span, LISTED);
    const isQuiet = reached.length + saved.length + followed.length === 0;
    if (isQuiet && week.given === 0 && week.received === 0) return null;
    return {
      reached,
      week,
      saved,
      followed,
      near: await listNearGoal(db, { exceptOwner: id, limit: LISTED }),
    };
  },
  subject: ({ t, appName }) => t("weekly_digest.subject", { appName }),
  body: (texts, { reached, week, saved, followed, near }) => {
    const { t, money } = texts;
    const sums: [string, string][] = [
      [t("weekly_digest.given"), money(week.given)],
      [t("weekly_digest.received"), money(week.received)],
    ];
    return (
      <>
        {reached.length > 0 && (
          <>
            <Subtitle>{t("weekly_digest.reached")}</Subtitle>
            {reached.map(({ id, title }) => (
              <Paragraph key={id}>
                🎉 <PathLink path={`/?request=${id}`}>{title}</PathLink>
              </Paragraph>
            ))}
          </>
        )}
        {week.given + week.received > 0 && (
          <>
            <Subtitle>{t("weekly_digest.week")}</Subtitle>
            <DataTable rows={sums} />
          </>
        )}
        <Listed texts={texts} title={t("weekly_digest.followed")} requests={followed} />
        <Listed texts={texts} title={t("weekly_digest.saved")} requests={saved} />
        <Listed texts={texts} title={t("weekly_digest.near")} requests={near} />
        <ActionButton path="/">{t("weekly_digest.action")}</ActionButton>
      </>
    );
  },
});

type ListedProps = {
  texts: MailTexts;
  title: string;
  /** Cents. */
  requests: readonly { id: string; title: string; raised: number; goal: number }[];
};

function Listed({ texts, title, requests }: ListedProps) {
  if (requests.length === 0) return null;
  return (
    <>
      <Subtitle>{title}</Subtitle>
      {requests.map((request) => (
        <div key={request.id}>
          <Paragraph>
            <PathLink path={`/?request=${request.id}`}>{request.title}</PathLink>
          </Paragraph>
          <Progress texts={texts} raised={request.raised} goal={request.goal} />
        </div>
      ))}
    </>
  );
}
