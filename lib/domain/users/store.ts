import { and, eq, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { newId, notifications, sessions, users } from "@/db/schema";
import { preparedQuery } from "@/db/statement";
import type { PeriodStarts } from "@/lib/ground/periods";
import type { Locale, Period } from "@/lib/ground/vocabulary";

/** An avatar as lists carry it: the emoji, or where the image is served (D16). */
export const shownAvatar = sql<string>`case when ${users.avatarHash} is null then ${users.avatar} else '/avatars/' || ${users.avatarHash} || '.webp' end`;

/** What a person gave in a period, in cents: nothing when the last period in their row is another one. */
export function givenIn(period: Period, starts: PeriodStarts): SQL<number> {
  if (period === "all") return sql`${users.totalGiven}`;
  return sql`case when ${users[`${period}Start`]} = ${starts[period]} then ${users[`${period}Given`]} else 0 end`;
}

/** The public part of it (D36). */
export function publicGivenIn(period: Period, starts: PeriodStarts): SQL<number> {
  if (period === "all") return sql`${users.publicGiven}`;
  return sql`case when ${users[`${period}Start`]} = ${starts[period]} then ${users[`${period}Public`]} else 0 end`;
}

const hasCard = sql<boolean>`${users.visaCardToken} is not null`;

/** The person's own row, unless it was erased meanwhile. */
const isPresent = (userId: string) => and(eq(users.id, userId), isNull(users.erasedAt));

/** The columns of a Viewer, before time is taken into account. */
const viewerColumns = {
  id: users.id,
  username: users.username,
  name: users.name,
  avatar: shownAvatar,
  profileImageUrl: users.profileImageUrl,
  totalGiven: users.totalGiven,
  preferredLanguage: users.preferredLanguage,
  subscriptionTier: users.subscriptionTier,
  subscriptionExpiry: users.subscriptionExpiry,
  paymentMethod: users.paymentMethod,
  paypalEmail: users.paypalEmail,
  hasCard,
};

/** What a person may see of their own row (api.md, Me). */
const ownColumns = {
  ...viewerColumns,
  avatar: users.avatar,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  totalReceived: users.totalReceived,
  anonymousProfile: users.anonymousProfile,
  hideGivenAmount: users.hideGivenAmount,
  hideReceivedAmount: users.hideReceivedAmount,
  bankAccountVerified: users.bankAccountVerified,
  subscriptionPaidUntil: users.subscriptionPaidUntil,
  subscriptionCancelled: users.subscriptionCancelled,
  normalBoosts: users.normalBoosts,
  premiumBoosts: users.premiumBoosts,
  lastUsernameChange: users.lastUsernameChange,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
};

const unread = sql<number>`(select count(*) from ${notifications} where ${notifications.userId} = ${users.id} and not ${notifications.read})`;

const holderOf = preparedQuery((db) =>
  db
    .select({
      ...viewerColumns,
      unread: unread.mapWith(Number),
      since: sessions.createdAt,
      expires: sessions.expire,
      isDemo: users.isDemo,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sql`(${sessions.sess}->>'userId')::uuid`))
    .where(
      and(
        eq(sessions.sid, sql.placeholder("sid")),
        gt(sessions.expire, sql.placeholder("at")),
        isNull(users.erasedAt),
      ),
    )
    .prepare("holder_of"),
);

/** The holder of a session that has not ended; every page and call asks this. */
export async function findHolder(db: Db, sid: string, at: Date) {
  const [row] = await holderOf(db).execute({ sid, at: at.toISOString() });
  return row ?? null;
}

/** A row of `findOwn`. */
export type OwnRow = NonNullable<Awaited<ReturnType<typeof findOwn>>>;

/** A person's own row, with what they gave in the periods that begin on these dates. Amounts in cents. */
export async function findOwn(db: Db, userId: string, starts: PeriodStarts) {
  const given = {
    monthlyGiven: givenIn("monthly", starts).mapWith(Number),
    weeklyGiven: givenIn("weekly", starts).mapWith(Number),
    dailyGiven: givenIn("daily", starts).mapWith(Number),
  };
  const [row] = await db
    .select({ ...ownColumns, ...given })
    .from(users)
    .where(isPresent(userId));
  return row ?? null;
}

/** A row of `findByUsername`. */
export type PersonRow = NonNullable<Awaited<ReturnType<typeof findByUsername>>>;

/** What a person's page is made from; names ignore case. */
export async function findByUsername(db: Db, username: string) {
  const [row] = await db
    .select({
      id: users.id,
      username: users.username,
      name: users.name,
      avatar: shownAvatar,
      profileImageUrl: users.profileImageUrl,
      publicGiven: users.publicGiven,
      totalReceived: users.totalReceived,
      anonymousProfile: users.anonymousProfile,
      hideGivenAmount: users.hideGivenAmount,
      hideReceivedAmount: users.hideReceivedAmount,
      createdAt: users.createdAt,
    })
    .from(users)
    .where(and(eq(sql`lower(${users.username})`, username.toLowerCase()), isNull(users.erasedAt)));
  return row ?? null;
}

/** The image of that hash, as it is stored; whose it is does not matter. */
export async function findAvatar(db: Db, hash: string): Promise<string | null> {
  const [row] = await db
    .select({ avatar: users.avatar })
    .from(users)
    .where(eq(users.avatarHash, hash))
    .limit(1);
  return row?.avatar ?? null;
}

/** The only read of a password hash: by username or e-mail address, ignoring case. */
export async function findSecret(db: Db, login: string) {
  const column = login.includes("@") ? users.email : users.username;
  const [row] = await db
    .select({ id: users.id, password: users.password, isDemo: users.isDemo })
    .from(users)
    .where(eq(sql`lower(${column})`, login.toLowerCase()));
  return row ?? null;
}

export type NewUser = {
  username: string;
  name: string;
  email: string;
  preferredLanguage: Locale;
  password?: string;
  googleId?: string;
  emailVerified?: Date;
  firstName?: string | null;
  lastName?: string | null;
  profileImageUrl?: string | null;
};

/** @throws the driver's error when a name or an address is taken: see `uniqueFieldOf` */
export async function insertUser(db: Db, user: NewUser): Promise<string> {
  const id = newId();
  await db.insert(users).values({ id, ...user });
  return id;
}

const UNIQUE_FIELD: Record<string, "username" | "email" | "googleId"> = {
  users_username_key: "username",
  users_email_key: "email",
  users_google_id_key: "googleId",
};

/** Which field of a person somebody else already has, if that is what an error says. */
export function uniqueFieldOf(error: unknown): "username" | "email" | "googleId" | null {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code, constraint_name: constraint } = (cause ?? {}) as { code?: string; constraint_name?: string };
  return code === "23505" ? (UNIQUE_FIELD[constraint ?? ""] ?? null) : null;
}

/** The name of a person and when it was last changed, held until the transaction ends. */
export async function lockUsername(tx: Tx, userId: string) {
  const [row] = await tx
    .select({ username: users.username, lastUsernameChange: users.lastUsernameChange })
    .from(users)
    .where(isPresent(userId))
    .for("update");
  return row ?? null;
}

/** How a person is paid out, held until the transaction ends. */
export async function lockPayout(tx: Tx, userId: string) {
  const { paymentMethod, paypalEmail, visaCardToken } = users;
  const [row] = await tx
    .select({ paymentMethod, paypalEmail, visaCardToken })
    .from(users)
    .where(isPresent(userId))
    .for("update");
  return row ?? null;
}

type Changes = Partial<
  Pick<
    typeof users.$inferInsert,
    | "avatar"
    | "profileImageUrl"
    | "username"
    | "lastUsernameChange"
    | "paypalEmail"
    | "paymentMethod"
    | "visaCardToken"
    | "anonymousProfile"
    | "hideGivenAmount"
    | "hideReceivedAmount"
    | "preferredLanguage"
  >
>;

/** @throws the driver's error when the username is taken: see `uniqueFieldOf` */
export async function updateOwn(db: Db, userId: string, changes: Changes, at: Date): Promise<void> {
  await db
    .update(users)
    .set({ ...changes, updatedAt: at })
    .where(isPresent(userId));
}

/** The people that the seed made and nobody has erased (D41). */
export async function selectDemoPeople(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isDemo, true), isNull(users.erasedAt)))
    .orderBy(users.id);
  return rows.map(({ id }) => id);
}

/** Whether an account was erased. */
export async function isErased(db: Db, userId: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, userId), isNotNull(users.erasedAt)))) > 0;
}

/** The same, which stays as it is until the transaction ends. */
export async function lockErased(tx: Tx, userId: string): Promise<boolean> {
  const [row] = await tx
    .select({ erasedAt: users.erasedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for("no key update");
  return row?.erasedAt != null;
}

const accountColumns = { id: users.id, email: users.email, emailVerified: users.emailVerified };

/** Who signs in through this Google account. */
export async function findByGoogleId(db: Db, googleId: string) {
  const [row] = await db.select(accountColumns).from(users).where(eq(users.googleId, googleId));
  return row ?? null;
}

export async function findByEmail(db: Db, email: string) {
  const [row] = await db
    .select(accountColumns)
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  return row ?? null;
}
