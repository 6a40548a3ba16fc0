import { listReached, sumBetween } from "@/lib/domain/donations/queries";
import { digestAt } from "@/lib/domain/messages/rules";
import { listNearGoal } from "@/lib/domain/requests/queries";
import { env } from "@/lib/ground/env";
import { message } from "../message";
import { ActionButton, Facts, Paragraph, PathLink, Progress, Subtitle } from "../parts";

/** How many requests each part lists. */
const LISTED = 3;

/**
 * What happened in a person's week, with a few requests near their goal. Those alone are no reason to write, so a
 * person who neither gave nor received, and whose requests reached no goal, gets none.
 */
export const weeklyDigest = message({
  load: async (db, { createdAt, recipient: { id } }) => {
    const span = digestAt(createdAt, env().timeZone);
    if (!span) return null;
    const [reached, week] = [await listReached(db, id, span, LISTED), await sumBetween(db, id, span)];
    if (reached.length === 0 && week.given === 0 && week.received === 0) return null;
    return { reached, week, near: await listNearGoal(db, { exceptOwner: id, limit: LISTED }) };
  },
  subject: ({ t, appName }) => t("weekly_digest.subject", { appName }),
  body: (texts, { reached, week, near }) => {
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
            <Facts rows={sums} />
          </>
        )}
        {near.length > 0 && (
          <>
            <Subtitle>{t("weekly_digest.near")}</Subtitle>
            {near.map(({ id, title, raised, goal }) => (
              <div key={id}>
                <Paragraph>
                  <PathLink path={`/?request=${id}`}>{title}</PathLink>
                </Paragraph>
                <Progress texts={texts} raised={raised} goal={goal} />
              </div>
            ))}
          </>
        )}
        <ActionButton path="/">{t("weekly_digest.action")}</ActionButton>
      </>
    );
  },
});
