import { and, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { newId, payeeAccounts, users } from "@/db/schema";
import { pick } from "@/db/statement";
import { isPresent } from "@/lib/domain/users/guards";

/** The account with a username or e-mail address, ignoring case, with its password's hash; null if there is none. */
export async function findSecret(db: Db, login: string) {
  const column = login.includes("@") ? users.email : users.username;
  const [row] = await db
    .select({ id: users.id, password: users.password, isDemo: users.isDemo })
    .from(users)
    .where(eq(sql`lower(${column})`, login.toLowerCase()));
  return row ?? null;
}

export type NewUser = Omit<typeof users.$inferInsert, "id">;

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

/** What is compared with the changes that a person makes of themselves. */
export async function findSettings(db: Db, userId: string) {
  const [row] = await db
    .select(pick(users, "username", "lastUsernameChange", "paymentMethod", "paypalEmail", "visaCardToken"))
    .from(users)
    .where(isPresent(userId));
  return row ?? null;
}

/** An account of the wallet is an address: another address is another account, which payouts open when they need it. */
export async function closeWalletAccount(tx: Tx, userId: string, at: Date): Promise<void> {
  const isOpen = and(eq(payeeAccounts.provider, "paypal"), isNull(payeeAccounts.closedAt));
  await tx
    .update(payeeAccounts)
    .set({ closedAt: at, checkAt: at })
    .where(and(eq(payeeAccounts.userId, userId), isOpen));
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

/**
 * Changes an account that was not erased.
 * @throws the driver's error when the username is taken: see `uniqueFieldOf`
 */
export async function updateAccount(
  tx: Tx,
  userId: string,
  changes: Partial<typeof users.$inferInsert>,
  at: Date,
): Promise<void> {
  await tx
    .update(users)
    .set({ ...changes, updatedAt: at })
    .where(isPresent(userId));
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
