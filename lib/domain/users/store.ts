import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { passkeys, secondFactors, users } from "@/db/schema";
import { pick } from "@/db/statement";
import type { PeriodStarts } from "@/lib/ground/periods";
import { givenIn, publicUserColumns, viewerColumns } from "./columns";
import { isPresent } from "./guards";

/**
 * Whether there is such a row. The condition is nested, because of one table Drizzle selects columns without its name,
 * and `id` would be that of the other table.
 */
const exists = (table: PgTable, condition: SQL | undefined) =>
  sql<boolean>`exists (select from ${table} where ${condition})`;

/** What a person may see of their own row (api.md, Me). */
const ownColumns = {
  ...viewerColumns,
  ...pick(users, "avatar", "email"),
  emailConfirmed: sql<boolean>`${users.emailVerified} is not null`,
  hasPassword: sql<boolean>`${users.password} is not null`,
  hasPasskey: exists(passkeys, eq(passkeys.userId, users.id)),
  hasSecondFactor: exists(
    secondFactors,
    and(eq(secondFactors.userId, users.id), isNotNull(secondFactors.confirmedAt)),
  ),
  ...pick(users, "firstName", "lastName", "totalReceived", "anonymousProfile", "hideGivenAmount"),
  ...pick(users, "hideReceivedAmount", "bankAccountVerified", "subscriptionPaidUntil"),
  ...pick(users, "subscriptionCancelled", "normalBoosts", "premiumBoosts", "lastUsernameChange", "createdAt"),
  ...pick(users, "updatedAt"),
};

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

/** The row behind a person's page; usernames ignore case. */
export async function findByUsername(db: Db, username: string) {
  const [row] = await db
    .select({
      ...publicUserColumns,
      ...pick(users, "id", "totalReceived", "hideReceivedAmount", "createdAt"),
      isHidden: sql<boolean>`${users.hiddenAt} is not null`,
    })
    .from(users)
    .where(and(eq(sql`lower(${users.username})`, username.toLowerCase()), isNull(users.erasedAt)));
  return row ?? null;
}

/** An uploaded avatar by its hash, as stored: a `data:` image. */
export async function findAvatar(db: Db, hash: string): Promise<string | null> {
  const [row] = await db
    .select({ avatar: users.avatar })
    .from(users)
    .where(eq(users.avatarHash, hash))
    .limit(1);
  return row?.avatar ?? null;
}

/** The ids of the people that the seed created, except erased ones (D41). */
export async function listDemoPeople(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isDemo, true), isNull(users.erasedAt)))
    .orderBy(users.id);
  return rows.map(({ id }) => id);
}
