import { desc, eq, sql } from "drizzle-orm";
import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { requests, users } from "@/db/schema";
import { requestStatus } from "@/lib/domain/requests/rules";

/** An account by its username or e-mail address, in any case, or by its id. */
export async function findPerson(db: Db, reference: string) {
  const [row] = await db
    .select({
      id: users.id,
      username: users.username,
      name: users.name,
      email: users.email,
      hasPassword: sql<boolean>`${users.password} is not null`,
      hasGoogle: sql<boolean>`${users.googleId} is not null`,
      language: users.preferredLanguage,
      subscriptionTier: users.subscriptionTier,
      subscriptionExpiry:
        sql<Date | null>`coalesce(${users.subscriptionPaidUntil}, ${users.subscriptionExpiry})`.mapWith(
          users.subscriptionExpiry,
        ),
      subscriptionCancelled: users.subscriptionCancelled,
      normalBoosts: users.normalBoosts,
      premiumBoosts: users.premiumBoosts,
      totalGiven: users.totalGiven,
      publicGiven: users.publicGiven,
      totalReceived: users.totalReceived,
      anonymousProfile: users.anonymousProfile,
      hideGivenAmount: users.hideGivenAmount,
      hideReceivedAmount: users.hideReceivedAmount,
      paymentMethod: users.paymentMethod,
      paypalEmail: users.paypalEmail,
      hasCard: sql<boolean>`${users.visaCardToken} is not null`,
      payoutsHeldUntil: users.payoutsHeldUntil,
      createdAt: users.createdAt,
      erasedAt: users.erasedAt,
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

function isReference(reference: string) {
  if (isUuid(reference)) return eq(users.id, reference);
  const column = reference.includes("@") ? users.email : users.username;
  return eq(sql`lower(${column})`, reference.toLowerCase());
}

/** A person's requests, newest first, deleted ones included. Cents. */
export async function selectRequestsOf(db: Db, personId: string, limit: number) {
  const rows = await db
    .select({
      id: requests.id,
      item: requests.item,
      goal: requests.goal,
      raised: requests.raised,
      isActive: requests.isActive,
      isCompleted: requests.isCompleted,
      deletedAt: requests.deletedAt,
      createdAt: requests.createdAt,
    })
    .from(requests)
    .where(eq(requests.userId, personId))
    .orderBy(desc(requests.createdAt))
    .limit(limit);
  return rows.map(({ isCompleted, deletedAt, ...row }) => ({
    ...row,
    status: deletedAt ? ("deleted" as const) : requestStatus({ ...row, isCompleted }),
  }));
}
