import { listReached, sumBetween } from "@/lib/domain/donations/queries";
import { listKept } from "@/lib/domain/finding/kept";
import { digestAt } from "@/lib/domain/messages/rules";
import { listNearGoal } from "@/lib/domain/requests/queries";
import { env } from "@/lib/ground/env";
import { message } from "../message";
import { ActionButton, DataTable, Paragraph, PathLink, Progress, Subtitle } from "../parts";
import type { MailTexts } from "../translator";

/** How many requests each part lists. */
const LISTED = 3;

/**
 * What happened in a person's week, what became of what they saved, what those whom they follow ask for, and a few
 * requests near their goal. Those alone are no reason to write.
 */
export const weeklyDigest = message({
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
