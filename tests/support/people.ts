import type { Db } from "@/db/client";
import { newId, requests, users } from "@/db/schema";
import type { Locale, Tier } from "@/lib/vocabulary";

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
}>;

let count = 0;

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
