import { and, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { newId, payeeAccounts, users } from "@/db/schema";
import { pick } from "@/db/statement";
import { isPresent } from "@/lib/domain/users/guards";
import type { Locale } from "@/lib/ground/vocabulary";
import { lostAddress } from "./rules";
import type { UserChanges } from "./schema";

/** The account with a username or e-mail address, ignoring case, with its password's hash; null if there is none. */
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
  trustedAt?: Date;
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

/** The unique field that another account already has, if that is the error's cause; else null. */
export function uniqueFieldOf(error: unknown): "username" | "email" | "googleId" | null {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code, constraint_name: constraint } = (cause ?? {}) as { code?: string; constraint_name?: string };
  return code === "23505" ? (UNIQUE_FIELD[constraint ?? ""] ?? null) : null;
}

/** Which of these usernames, in lower case, an account other than `userId` has. */
export async function selectTaken(
  db: Db,
  usernames: readonly string[],
  userId: string | null,
): Promise<Set<string>> {
  const lower = sql<string>`lower(${users.username})`;
  const rows = await db
    .select({ username: lower })
    .from(users)
    .where(and(inArray(lower, [...usernames]), sql`${users.id} is distinct from ${userId}::uuid`));
  return new Set(rows.map(({ username }) => username));
}

/** A person's username and when it was last changed. Locks the row. */
export async function lockUsername(tx: Tx, userId: string) {
  const [row] = await tx
    .select({ username: users.username, lastUsernameChange: users.lastUsernameChange })
    .from(users)
    .where(isPresent(userId))
    .for("update");
  return row ?? null;
}

const { paymentMethod, paypalEmail, visaCardToken } = users;
const selectPayout = (db: Db, userId: string) =>
  db.select({ paymentMethod, paypalEmail, visaCardToken }).from(users).where(isPresent(userId));

/** A person's payout details. */
export async function findPayout(db: Db, userId: string) {
  const [row] = await selectPayout(db, userId);
  return row ?? null;
}

/** A person's payout details. Locks the row. */
export async function lockPayout(tx: Tx, userId: string) {
  const [row] = await selectPayout(tx, userId).for("update");
  return row ?? null;
}

type Own = keyof UserChanges | "profileImageUrl" | "lastUsernameChange" | "payoutChangedAt";
type Changes = Partial<Pick<typeof users.$inferInsert, Own>>;

/** @throws the driver's error when the username is taken: see `uniqueFieldOf` */
export async function updateOwn(db: Db, userId: string, changes: Changes, at: Date): Promise<void> {
  if (changes.paypalEmail !== undefined) await closeWalletAccount(db, userId, changes.paypalEmail, at);
  await db
    .update(users)
    .set({ ...changes, updatedAt: at })
    .where(isPresent(userId));
}

/** An account of the wallet is an address: another address is another account, which payouts open when they need it. */
async function closeWalletAccount(db: Db, userId: string, address: string | null, at: Date): Promise<void> {
  const isReplaced = sql`exists (select from ${users} u
    where u.id = ${userId} and u.paypal_email is distinct from ${address}::text)`;
  const isOpen = and(eq(payeeAccounts.provider, "paypal"), isNull(payeeAccounts.closedAt));
  await db
    .update(payeeAccounts)
    .set({ closedAt: at, checkAt: null })
    .where(and(eq(payeeAccounts.userId, userId), isOpen, isReplaced));
}

/** An account as its access needs it. `email` can be a placeholder: see `addressOf`. */
export type Holder = Awaited<ReturnType<typeof lockHolders>>[number];

/**
 * The account with an id and the one with an address, ignoring case; often they are the same. Locks them by id, without
 * keeping sessions from being opened.
 */
export async function lockHolders(
  tx: Tx,
  { userId, address }: { userId?: string | undefined; address?: string | undefined },
) {
  return tx
    .select({
      ...pick(users, "id", "email", "username", "name", "emailVerified", "emailBouncedAt"),
      ...pick(users, "payoutsHeldUntil", "trustedAt", "contestedBy", "isDemo"),
    })
    .from(users)
    .where(
      and(
        or(
          userId === undefined ? undefined : eq(users.id, userId),
          address === undefined ? undefined : eq(sql`lower(${users.email})`, address.toLowerCase()),
        ),
        isNull(users.erasedAt),
      ),
    )
    .orderBy(users.id)
    .for("no key update");
}

type Access = Partial<
  Pick<
    typeof users.$inferInsert,
    | "email"
    | "emailVerified"
    | "emailBouncedAt"
    | "password"
    | "payoutsHeldUntil"
    | "trustedAt"
    | "contestedBy"
    | "googleId"
    | "paymentMethod"
    | "paypalEmail"
    | "visaCardToken"
  >
>;

/** Changes how a person signs in. */
export async function updateAccess(tx: Tx, userId: string, access: Access, at: Date): Promise<void> {
  await tx
    .update(users)
    .set({ ...access, updatedAt: at })
    .where(isPresent(userId));
}

/** Takes the address away from an account that never proved it; a placeholder replaces it. */
export async function loseAddress(tx: Tx, userId: string, at: Date): Promise<void> {
  await updateAccess(tx, userId, { email: lostAddress(userId), emailBouncedAt: null }, at);
}

/** How a person signs in, with the password's hash. */
export async function findAccess(db: Db, userId: string) {
  const [row] = await db
    .select({
      ...pick(users, "email", "emailVerified", "emailBouncedAt", "trustedAt", "password", "googleId"),
      ...pick(users, "username", "name", "isDemo"),
    })
    .from(users)
    .where(isPresent(userId));
  return row ?? null;
}

const accountColumns = pick(users, "id", "email", "emailVerified", "accessRound");

/** The account of a Google id. */
export async function findByGoogleId(db: Db, googleId: string) {
  const [row] = await db.select(accountColumns).from(users).where(eq(users.googleId, googleId));
  return row ?? null;
}

/** The account that proved an address. */
export async function findByProvenEmail(db: Db, email: string) {
  const [row] = await db
    .select(accountColumns)
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNotNull(users.emailVerified)));
  return row ?? null;
}
