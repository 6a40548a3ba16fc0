import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { deliveries, users } from "@/db/schema";
import { pick } from "@/db/statement";
import type { Period } from "@/lib/ground/vocabulary";
import { DELIVERY_DUE_DAYS } from "./rules";

/** An avatar as lists carry it: the emoji, or where the image is served (D16). */
export const shownAvatar = sql<string>`case when ${users.avatarHash} is null then ${users.avatar} else '/avatars/' || ${users.avatarHash} || '.webp' end`;

type Nameable = Record<"anonymousProfile" | "hiddenAt" | "erasedAt", PgColumn>;

/** How others may name somebody: by no name where their profile is anonymous (D36), or a decision hides them. */
export const nameColumns = <Name extends PgColumn>(of: Nameable & { username: Name }) => ({
  username: of.username,
  anonymousProfile: sql<boolean>`${of.anonymousProfile} or ${of.hiddenAt} is not null`,
  isErased: sql<boolean>`${of.erasedAt} is not null`,
});

/** Whether a payout card is stored; its token never leaves the database. */
export const hasCard = sql<boolean>`${users.visaCardToken} is not null`;

/** Whether an account at the provider of bank payouts was started and is open. */
const hasPayeeAccount = sql<boolean>`${users.stripeAccountId} is not null`;

/** The columns of a `Viewer`, with the subscription as stored. */
export const viewerColumns = {
  ...pick(users, "id", "username", "name"),
  avatar: shownAvatar,
  ...pick(users, "profileImageUrl", "totalGiven", "preferredLanguage", "subscriptionTier"),
  ...pick(users, "subscriptionExpiry", "paymentMethod", "paypalEmail"),
  hasCard,
  hasPayeeAccount,
  accessRound: users.accessRound,
  isContested: sql<boolean>`${users.contestedBy} is not null`,
  isSuspended: sql<boolean>`${users.suspendedAt} is not null`,
  isOperator: sql<boolean>`${users.operatorSince} is not null`,
};

/**
 * Of how many of somebody's requests money arrived long enough ago to show what became of it, or they showed it, and of
 * how many of these they did. By the database's clock: the feed's query is prepared without a time.
 */
const delivered = sql<{ of: number; done: number }>`(
  select json_build_object('of', count(*), 'done', count(v.delivered_at)) from ${deliveries} v
  where v.user_id = ${users}.id and v.paid_out_at is not null
    and (v.delivered_at is not null or v.paid_out_at <= now() - make_interval(days => ${sql.raw(String(DELIVERY_DUE_DAYS))})))`;

/** The columns of a `PublicUser`, with the subscription as stored. Amounts in cents. */
export const publicUserColumns = {
  ...pick(users, "username", "name"),
  avatar: shownAvatar,
  ...pick(users, "profileImageUrl", "publicGiven", "hideGivenAmount", "anonymousProfile", "subscriptionTier"),
  ...pick(users, "subscriptionExpiry"),
  delivered,
};

/** The first day of each period, or a placeholder for it. */
export type Starts = Record<Period, string | Placeholder>;

/** What a person gave in a period, in cents: nothing when the last period in their row is another one. */
export function givenIn(period: Period, starts: Starts): SQL<number> {
  if (period === "all") return sql`${users.totalGiven}`;
  return sql`case when ${users[`${period}Start`]} = ${starts[period]} then ${users[`${period}Given`]} else 0 end`;
}

/** The public part of it (D36). */
export function publicGivenIn(period: Period, starts: Starts): SQL<number> {
  if (period === "all") return sql`${users.publicGiven}`;
  return sql`case when ${users[`${period}Start`]} = ${starts[period]} then ${users[`${period}Public`]} else 0 end`;
}
