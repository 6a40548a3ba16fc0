import { desc, eq, inArray, sql } from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { requests, users } from "@/db/schema";
import { pick } from "@/db/statement";
import { givingChoice, requestStatus } from "@/lib/domain/requests/rules";
import { Refusal } from "./types";

/** An account by its username or e-mail address, in any case, or by its id. */
export async function findPerson(db: Db, reference: string) {
  const [row] = await db
    .select({
      ...pick(users, "id", "username", "name", "email"),
      hasPassword: sql<boolean>`${users.password} is not null`,
      hasGoogle: sql<boolean>`${users.googleId} is not null`,
      language: users.preferredLanguage,
      subscriptionTier: users.subscriptionTier,
      subscriptionExpiry:
        sql<Date | null>`coalesce(${users.subscriptionPaidUntil}, ${users.subscriptionExpiry})`.mapWith(
          users.subscriptionExpiry,
        ),
      ...pick(users, "subscriptionCancelled", "normalBoosts", "premiumBoosts", "publicGiven"),
      ...pick(users, "totalReceived", "anonymousProfile", "hideGivenAmount", "hideReceivedAmount"),
      ...pick(users, "paymentMethod", "paypalEmail"),
      hasCard: sql<boolean>`${users.visaCardToken} is not null`,
      ...pick(users, "payoutsHeldUntil", "contestedBy", "createdAt", "erasedAt"),
    })
    .from(users)
    .where(isReference(reference));
  if (!row) return null;
  const { hasPassword, hasGoogle, ...person } = row;
  return {
    ...person,
    signsInWith: [
      ...(hasPassword ? (["password"] as const) : []),
      ...(hasGoogle ? (["google"] as const) : []),
    ],
  };
}

/** The same. @throws Refusal when there is none */
export async function requirePerson(db: Db, reference: string) {
  const person = await findPerson(db, reference);
  if (!person) throw new Refusal("Nobody has that username, e-mail address or id.", "unknown");
  return person;
}

function isReference(reference: string) {
  if (isUuid(reference)) return eq(users.id, reference);
  const column = reference.includes("@") ? users.email : users.username;
  return eq(sql`lower(${column})`, reference.toLowerCase());
}

/** People whose username begins with a text, in any case, by username. */
export async function selectPeopleNamed(db: Db, beginning: string, limit: number) {
  const { id, username, name, createdAt } = users;
  const ordered = sql`lower(${username}) collate "C"`;
  const first = beginning.toLowerCase();
  // No character of a name comes after a tilde.
  return db
    .select({ id, username, name, createdAt })
    .from(users)
    .where(sql`${ordered} >= ${first} and ${ordered} < ${`${first}~`} and ${users.erasedAt} is null`)
    .orderBy(ordered)
    .limit(limit);
}

/** A person's requests, newest first, deleted ones included. Cents. */
export async function selectRequestsOf(db: Db, personId: string, limit: number) {
  const rows = await db
    .select({
      ...pick(requests, "id", "item", "goal", "raised", "createdAt"),
      ...pick(requests, "isActive", "isCompleted", "closedAt", "pausedAt", "deletedAt"),
    })
    .from(requests)
    .where(eq(requests.userId, personId))
    .orderBy(desc(requests.createdAt))
    .limit(limit);
  return rows.map(({ isCompleted, closedAt, pausedAt, deletedAt, ...row }) => ({
    ...row,
    status: deletedAt
      ? ("deleted" as const)
      : requestStatus({ ...row, isCompleted, givingChoice: givingChoice({ closedAt, pausedAt }) }),
  }));
}

/** The usernames of people by their ids, of operators among others. */
export async function selectUsernames(
  db: Db,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(inArray(users.id, wanted));
  return new Map(rows.map(({ id, username }) => [id, username]));
}
