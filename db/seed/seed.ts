import { eq, lt, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { newId, notifications, requests, users } from "@/db/schema";
import { setClock } from "@/lib/clock";
import { settlePayment } from "@/lib/domain/donations/settle-payment";
import { startDonation } from "@/lib/domain/donations/start-donation";
import { createRequest } from "@/lib/domain/requests/create-request";
import { effectivePriority } from "@/lib/domain/requests/rules";
import { hashPassword } from "@/lib/domain/users/password";
import type { PayoutMethod, Tier } from "@/lib/vocabulary";
import { instantCard } from "./instant-card";
import { DEMO_LOGINS, DEMO_PASSWORD, DEMO_PEOPLE, type DemoPerson } from "./people";
import { DEMO_REQUESTS, type DemoGift, type DemoRequest } from "./requests";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LOCK = 7_483_202;

type Step = { at: Date; run: () => Promise<void> };

/**
 * Fills an empty database with demo people, requests and donations, through the same functions that real ones go through, so that the books
 * balance; the clock stands at the moment each is said to have happened. Does nothing, and answers false, where there are people already.
 */
export async function seedIfEmpty(db: Db): Promise<boolean> {
  const today = new Date();
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
      if ((await tx.$count(users)) > 0) return false;
      const ids = await addPeople(tx, today);
      const steps = DEMO_REQUESTS.flatMap((request) => stepsOf(tx, ids, request, today));
      for (const { at, run } of steps.sort((a, b) => a.at.getTime() - b.at.getTime())) {
        setClock(() => at);
        await run();
      }
      const yesterday = new Date(today.getTime() - DAY);
      await tx.update(notifications).set({ read: true }).where(lt(notifications.createdAt, yesterday));
      return true;
    });
  } finally {
    setClock();
  }
}

/** Whether the demo logins are there. */
export async function hasDemoPeople(db: Db): Promise<boolean> {
  return (await db.$count(users, eq(users.email, emailOf(DEMO_LOGINS[0])))) > 0;
}

const emailOf = (username: string) => `${username}@example.org`;

async function addPeople(db: Db, today: Date): Promise<Map<string, string>> {
  const password = await hashPassword(DEMO_PASSWORD);
  const rows = DEMO_PEOPLE.map((person) => ({ id: newId(), password, ...columnsOf(person, today) }));
  await db.insert(users).values(rows);
  return new Map(rows.map(({ username, id }) => [username, id]));
}

function columnsOf(person: DemoPerson, today: Date) {
  const payout: PayoutMethod = person.payout ?? "paypal";
  const tier: Tier = person.tier ?? "none";
  const createdAt = new Date(today.getTime() - person.since * DAY);
  return {
    username: person.username,
    name: person.name,
    email: emailOf(person.username),
    avatar: person.avatar,
    preferredLanguage: person.language,
    paymentMethod: payout,
    paypalEmail: payout === "paypal" ? emailOf(person.username) : null,
    visaCardToken: payout === "paypal" ? null : `pm_demo_${person.username}`,
    subscriptionTier: tier,
    subscriptionExpiry: tier === "none" ? null : new Date(today.getTime() + 365 * DAY),
    anonymousProfile: person.anonymous ?? false,
    hideGivenAmount: person.hidesGiven ?? false,
    normalBoosts: person.normalBoosts ?? 0,
    premiumBoosts: person.premiumBoosts ?? 0,
    createdAt,
    updatedAt: createdAt,
  };
}

/** What happens to a request, each at its moment. */
function stepsOf(db: Db, ids: Map<string, string>, request: DemoRequest, today: Date): Step[] {
  const id = newId();
  const ago = (hours: number) => new Date(today.getTime() - hours * HOUR);
  const idOf = (username: string) => {
    const found = ids.get(username);
    if (!found) throw new Error(`nobody is called ${username}`);
    return found;
  };
  const owner = { id: idOf(request.owner) };
  const { item, description, goal, boost, emoji, gifts = [] } = request;
  const steps: Step[] = [
    {
      at: ago(request.hoursAgo),
      run: async () => void (await createRequest(db, owner, { item, description, goal }, id)),
    },
    ...gifts.map((gift) => ({
      at: ago(gift.hoursAgo),
      run: () => give(db, { id: idOf(gift.from) }, id, gift),
    })),
  ];
  if (boost) {
    const at = ago(boost.hoursAgo);
    steps.push({ at, run: () => applyBoost(db, id, boost.type, at) });
  }
  if (emoji) {
    const celebrate = db.update(requests).set({ completionEmoji: emoji }).where(eq(requests.id, id));
    steps.push({ at: today, run: async () => void (await celebrate) });
  }
  return steps;
}

async function give(db: Db, donor: { id: string }, requestId: string, { amount }: DemoGift): Promise<void> {
  const context = { db, card: instantCard() };
  const { clientSecret } = await startDonation(context, donor, { requestId, amount }, newId());
  const settled = await settlePayment(context, clientSecret.split("_secret_")[0] ?? "");
  if (settled.state !== "credited") throw new Error(`a demo donation of ${amount} is ${settled.state}`);
}

async function applyBoost(
  db: Db,
  id: string,
  type: NonNullable<DemoRequest["boost"]>["type"],
  at: Date,
): Promise<void> {
  const priority = effectivePriority(
    { ownerTier: "none", ownerTierExpiry: null, appliedBoostType: type, boostAppliedAt: at },
    at,
  );
  await db
    .update(requests)
    .set({
      appliedBoostType: type,
      boostAppliedAt: at,
      priorityLevel: priority.level,
      priorityUntil: priority.until,
    })
    .where(eq(requests.id, id));
}
