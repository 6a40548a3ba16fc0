import { readFile } from "node:fs/promises";
import { and, eq, lt, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { boostPurchases, donations, mails, newId, notifications, requests, users } from "@/db/schema";
import { hashPassword } from "@/lib/domain/accounts/password";
import { startBoostPurchase } from "@/lib/domain/boosts/start-purchase";
import { startDonation } from "@/lib/domain/donations/start-donation";
import { thank } from "@/lib/domain/messages/thank";
import { insertAuditEntry } from "@/lib/domain/operator/audit-store";
import { uploadedPhotoUrl } from "@/lib/domain/photos/rules";
import { insertPhoto } from "@/lib/domain/photos/store";
import type { PhotoContext } from "@/lib/domain/photos/types";
import { writePost } from "@/lib/domain/posts/write-post";
import { applyBoost } from "@/lib/domain/requests/apply-boost";
import { createRequest } from "@/lib/domain/requests/create-request";
import { settlePayable } from "@/lib/domain/settlement/settle-payment";
import { listDemoPeople } from "@/lib/domain/users/queries";
import { now, setClock } from "@/lib/ground/clock";
import { DAY, HOUR } from "@/lib/ground/durations";
import { FREE_TIER, isPaid } from "@/lib/ground/tiers";
import { BOOST_TYPES, type BoostType, type PayoutMethod, type Tier } from "@/lib/ground/vocabulary";
import type { PhotoStore } from "@/lib/providers/photo-store";
import { unconfiguredWallet } from "@/lib/providers/unconfigured";
import { instantCard } from "./instant-card";
import { DEMO_PASSWORD, DEMO_PEOPLE, type DemoPerson } from "./people";
import { DEMO_REQUESTS, type DemoDonation, type DemoPhoto, type DemoRequest } from "./requests";

/** The advisory lock of the seed. */
const LOCK = 7_483_204;

/** The operator in the audit who granted the tiers of the demo people. */
const DEMO = { name: "demo" };

type Step = { at: Date; run: () => Promise<void> };

/**
 * Fills an empty database with demo people, requests and donations, by the functions of the domain, so that the books
 * balance. The clock is set to the time of each step. Does nothing, and returns false, where there are people already.
 */
export async function seedIfEmpty(db: Db, photos: PhotoStore): Promise<boolean> {
  const today = new Date();
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
      if ((await tx.$count(users)) > 0) return false;
      const ids = await addPeople(tx, today);
      const steps = [
        ...purchasesOf(tx, ids, today),
        ...DEMO_REQUESTS.flatMap((request) => stepsOf({ db: tx, photos }, ids, request, today)),
      ];
      for (const { at, run } of steps.sort((a, b) => a.at.getTime() - b.at.getTime())) {
        setClock(() => at);
        await run();
      }
      const yesterday = new Date(today.getTime() - DAY);
      await tx.update(notifications).set({ read: true }).where(lt(notifications.createdAt, yesterday));
      // No provider has these payments, so reconciliation must not ask for them.
      await tx.update(donations).set({ checkAt: null });
      await tx.update(boostPurchases).set({ checkAt: null });
      // Demo people have no mailboxes.
      await tx.delete(mails);
      return true;
    });
  } finally {
    setClock();
  }
}

/** Whether there are demo people. */
export async function hasDemoPeople(db: Db): Promise<boolean> {
  return (await listDemoPeople(db)).length > 0;
}

const emailOf = (username: string) => `${username}@example.org`;

async function addPeople(db: Db, today: Date): Promise<Map<string, string>> {
  const password = await hashPassword(DEMO_PASSWORD);
  const rows = DEMO_PEOPLE.map((person) => ({ id: newId(), password, ...columnsOf(person, today) }));
  await db.insert(users).values(rows);
  for (const { id, subscriptionTier: tier, subscriptionExpiry: expiry } of rows.filter(hasTier)) {
    const entry = { action: "set_subscription", subject: "person", subjectId: id } as const;
    await insertAuditEntry(db, DEMO, { ...entry, after: { tier, expiry }, reason: "demo" });
  }
  return new Map(rows.map(({ username, id }) => [username, id]));
}

function hasTier({ subscriptionTier: tier }: { subscriptionTier: Tier }): boolean {
  return isPaid(tier);
}

function columnsOf(person: DemoPerson, today: Date) {
  const payout: PayoutMethod = person.payout ?? "paypal";
  const tier: Tier = person.tier ?? FREE_TIER;
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
    subscriptionExpiry: isPaid(tier) ? new Date(today.getTime() + 365 * DAY) : null,
    // It is not paid for, so it is not renewed.
    subscriptionCancelled: isPaid(tier),
    anonymousProfile: person.anonymous ?? false,
    hideGivenAmount: person.hidesGiven ?? false,
    isDemo: true,
    createdAt,
    updatedAt: createdAt,
  };
}

/** The purchases of the boosts that demo people still have. */
function purchasesOf(db: Db, ids: Map<string, string>, today: Date): Step[] {
  const at = new Date(today.getTime() - 3 * DAY);
  return DEMO_PEOPLE.flatMap(({ username, boosts = {} }) =>
    BOOST_TYPES.flatMap((type) => {
      const quantity = boosts[type] ?? 0;
      const buyer = { id: ids.get(username) ?? "" };
      return quantity > 0 ? [{ at, run: () => buy(db, buyer, type, quantity) }] : [];
    }),
  );
}

/** The steps of a request's life. */
function stepsOf(context: PhotoContext, ids: Map<string, string>, request: DemoRequest, today: Date): Step[] {
  const { db } = context;
  const id = newId();
  const ago = (hours: number) => new Date(today.getTime() - hours * HOUR);
  const idOf = (username: string) => {
    const found = ids.get(username);
    if (!found) throw new Error(`no demo person is called ${username}`);
    return found;
  };
  const owner = { id: idOf(request.owner) };
  const { item, description, category, goal, photo, boost, emoji, donations = [], posts = [] } = request;
  const steps: Step[] = [
    {
      at: ago(request.hoursAgo),
      run: async () => {
        const photoUrl = photo && (await uploadPhoto(context, owner, photo));
        await createRequest(context, owner, { item, description, category, goal, photoUrl }, id);
      },
    },
    ...donations.map((donation) => ({
      at: ago(donation.hoursAgo),
      run: () => give(db, { id: idOf(donation.from) }, { id, owner }, donation),
    })),
  ];
  for (const { hoursAgo, ...post } of posts) {
    const written = { ...post, requestId: id, audience: "everyone" } as const;
    steps.push({
      at: ago(hoursAgo),
      run: async () => void (await writePost(context, owner, written, newId())),
    });
  }
  if (boost) {
    const at = ago(boost.hoursAgo);
    steps.push({
      at,
      run: async () => {
        await buy(db, owner, boost.type, 1);
        await applyBoost(db, owner, { requestId: id, boostType: boost.type }, newId());
      },
    });
  }
  if (emoji) {
    const celebrate = db.update(requests).set({ completionEmoji: emoji }).where(eq(requests.id, id));
    steps.push({ at: today, run: async () => void (await celebrate) });
  }
  return steps;
}

/** Stores a picture as its owner's upload, and returns the address that a request names it by. */
async function uploadPhoto(
  { db, photos }: PhotoContext,
  owner: { id: string },
  name: DemoPhoto,
): Promise<string> {
  const id = newId();
  const uploadKey = `uploads/${owner.id}/${id}`;
  await insertPhoto(db, { id, userId: owner.id, uploadKey, sentBytes: 0, createdAt: now() });
  const file = new URL(`photos/${name}.webp`, import.meta.url);
  await photos.write(uploadKey, await readFile(file), "image/webp");
  return uploadedPhotoUrl(id);
}

async function give(
  db: Db,
  donor: { id: string },
  request: { id: string; owner: { id: string } },
  { amount, thanks }: DemoDonation,
): Promise<void> {
  const context = { db, card: instantCard(), wallet: unconfiguredWallet };
  const id = newId();
  await startDonation(context, donor, { requestId: request.id, amount }, id);
  const settled = await settlePayable(context, { purpose: "donation", id });
  if (settled.state !== "credited") throw new Error(`a demo donation of ${amount} is ${settled.state}`);
  if (!thanks) return;
  const isAboutIt = and(eq(notifications.donationId, id), eq(notifications.type, "donation"));
  const [told] = await db.select({ id: notifications.id }).from(notifications).where(isAboutIt);
  if (told) await thank(db, request.owner, { id: told.id, emoji: thanks });
}

/** Buys boosts by card on the provider's page. */
async function buy(db: Db, buyer: { id: string }, boostType: BoostType, quantity: number): Promise<void> {
  const id = newId();
  const context = { db, card: instantCard(), wallet: unconfiguredWallet };
  const description = `${quantity} ${boostType} boosts`;
  const order = {
    boostType,
    quantity,
    description,
    method: "stripe",
    locale: "en",
    returnPath: "/profile",
  } as const;
  await startBoostPurchase(context, buyer, order, id);
  const settled = await settlePayable(context, { purpose: "boost_purchase", id });
  if (settled.state !== "credited") throw new Error(`a demo purchase is ${settled.state}`);
}
