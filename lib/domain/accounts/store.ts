import { eq, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import { newId, users } from "@/db/schema";
import { isPresent } from "@/lib/domain/users/guards";
import type { Locale } from "@/lib/ground/vocabulary";

/** The account with a username or e-mail address, ignoring case. The only read of a password hash. */
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

/** The unique field that another account already has, if that is the error's cause; else null. */
export function uniqueFieldOf(error: unknown): "username" | "email" | "googleId" | null {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code, constraint_name: constraint } = (cause ?? {}) as { code?: string; constraint_name?: string };
  return code === "23505" ? (UNIQUE_FIELD[constraint ?? ""] ?? null) : null;
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

const accountColumns = { id: users.id, email: users.email, emailVerified: users.emailVerified };

/** The account of a Google id. */
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
