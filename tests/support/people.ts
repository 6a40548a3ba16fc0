import { eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { boostEntries, boostPurchases, ledgerEntries, newId, requests, users } from "@/db/schema";
import { boostTotal } from "@/lib/domain/boosts/rules";
import type { BoostType, Locale, Tier } from "@/lib/ground/vocabulary";

type Person = {
  id: string;
  username: string;
  name: string;
  email: string;
};

type PersonOptions = Partial<{
  username: string;
  name: string;
  subscriptionTier: Tier;
  subscriptionExpiry: Date;
  anonymousProfile: boolean;
  hideGivenAmount: boolean;
  preferredLanguage: Locale;
  password: string;
  emailVerified: Date;
}>;

let count = 0;

/** Somebody signed in who owns nothing. */
export const STRANGER = { id: newId(), isOperator: false };

/** A person with a payment method, so that they can ask. */
export async function addPerson(db: Db, options: PersonOptions = {}): Promise<Person> {
  count += 1;
  const id = newId();
  const username = options.username ?? `person${count}-${id.slice(-4)}`;
  const person = { id, username, name: options.name ?? `Person ${count}`, email: `${username}@example.org` };
  await db
    .insert(users)
    .values({ ...options, ...person, paymentMethod: "paypal", paypalEmail: person.email });
  return person;
}

type RequestOptions = Partial<{ item: string; goal: number; createdAt: Date }>;

/** An open request of a person; `goal` in cents. */
export async function addRequest(
  db: Db,
  owner: { id: string },
  options: RequestOptions = {},
): Promise<{ id: string }> {
  const id = newId();
  await db.insert(requests).values({
    id,
    userId: owner.id,
    item: options.item ?? "A winter coat",
    description: "It is getting cold.",
    goal: options.goal ?? 10_000,
    ...(options.createdAt && { createdAt: options.createdAt }),
  });
  return { id };
}

/** Boosts that a person bought earlier. */
export async function addBoosts(
  db: Db,
  person: { id: string },
  boostType: BoostType,
  quantity: number,
): Promise<void> {
  const [id, userId, at, totalAmount] = [newId(), person.id, new Date(), boostTotal(boostType, quantity)];
  const held = boostType === "normal" ? "normalBoosts" : "premiumBoosts";
  await db.insert(boostPurchases).values({
    id,
    userId,
    boostType,
    quantity,
    totalAmount,
    currency: "eur",
    paymentMethod: "stripe",
    paymentStatus: "completed",
    description: `${quantity} boosts`,
    locale: "en",
    returnPath: "/profile",
    settledAt: at,
    grantedAt: at,
  });
  const movement = { boostPurchaseId: id, kind: "purchase" } as const;
  await db.insert(ledgerEntries).values([
    { ...movement, account: "buyer", userId, amount: -totalAmount },
    { ...movement, account: "sales", amount: totalAmount },
  ]);
  await db.insert(boostEntries).values({ ...movement, userId, boostType, quantity });
  await db
    .update(users)
    .set({ [held]: sql`${users[held]} + ${quantity}` })
    .where(eq(users.id, userId));
}
