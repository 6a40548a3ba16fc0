import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import {
  accounts,
  appeals,
  auditEntries,
  blocks,
  decisions,
  deliveries,
  follows,
  holds,
  idempotencyKeys,
  knownDevices,
  messageChoices,
  newId,
  notifications,
  passkeys,
  payeeAccounts,
  photos,
  posts,
  pushSubscriptions,
  recoveryCodes,
  reports,
  requests,
  savedRequests,
  secondFactors,
  sessions as sessionRows,
  users,
} from "@/db/schema";
import { requestEmailChange } from "@/lib/domain/accounts/change-email";
import { hashPassword } from "@/lib/domain/accounts/password";
import { startBoostPurchase } from "@/lib/domain/boosts/start-purchase";
import { thank } from "@/lib/domain/messages/thank";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { photoUrlOf } from "@/lib/domain/photos/rules";
import { applyBoost } from "@/lib/domain/requests/apply-boost";
import { openSession } from "@/lib/domain/sessions/open-session";
import { startSubscription } from "@/lib/domain/subscriptions/start-subscription";
import { notifyOfOrder, notifyOfSubscription, start, tell } from "./donating";
import { addReadyAccount, moveDonation, payOut } from "./payout-rows";
import { addPerson, addRequest } from "./people";
import type { ScriptedCard } from "./scripted-card";
import type { ScriptedWallet } from "./scripted-wallet";

type Context = PayoutContext & { card: ScriptedCard; wallet: ScriptedWallet };

export const PASSWORD = "a password to try";

/** Words that occur only where this person typed them. */
function wordsOf(tag: string) {
  return {
    username: `un${tag}`,
    name: `Name ${tag}`,
    firstName: `First ${tag}`,
    lastName: `Last ${tag}`,
    email: `em${tag}@example.org`,
    paypalEmail: `pp${tag}@example.org`,
    googleId: `goog${tag}`,
    picture: `https://pictures.example/${tag}.jpg`,
    card: `tok_${tag}`,
    stripeAccount: `acct_${tag}`,
    bank: `bank${tag}`,
    item: `Item ${tag}`,
    description: `Text ${tag}`,
    town: `Town ${tag}`,
    avatar: `data:image/webp;base64,${btoa(tag)}`,
    emoji: "🚀",
    answer: `Answer ${tag}`,
    newEmail: `new${tag}@example.org`,
    device: `Device ${tag}`,
    passkey: `Passkey ${tag}`,
    endpoint: `https://push.example/${tag}`,
    totp: `totp${tag}`,
    post: `Post ${tag}`,
  };
}

/**
 * Somebody who did everything the product offers: asked, gave, got, bought, subscribed, has a photo, sessions and
 * notifications, and was looked up by an operator. Their donor is anonymous.
 */
export async function liveFully(context: Context) {
  const { db, card, wallet } = context;
  const words = wordsOf(newId().slice(-12).replace(/-/g, ""));
  const person = await addPerson(db, { username: words.username, name: words.name });
  const { id } = person;
  const donor = await addPerson(db, { anonymousProfile: true });
  const recipient = await addPerson(db);
  const password = await hashPassword(PASSWORD);
  await db
    .update(users)
    .set({
      email: words.email,
      emailVerified: new Date(),
      avatar: words.avatar,
      firstName: words.firstName,
      lastName: words.lastName,
      profileImageUrl: words.picture,
      password,
      googleId: words.googleId,
      paypalEmail: words.paypalEmail,
      visaCardToken: words.card,
      stripeAccountId: words.stripeAccount,
      lastUsernameChange: new Date("2026-01-02T03:04:05Z"),
    })
    .where(sql`id = ${id}`);
  await db
    .insert(accounts)
    .values({ userId: id, type: "oidc", provider: "google", providerAccountId: words.googleId });
  const sessions = [
    await openSession(db, id, { replaces: null }),
    await openSession(db, id, { replaces: null }),
  ];
  await secureFully(db, person, words);
  await db.insert(idempotencyKeys).values({
    userId: id,
    key: "a key",
    fingerprint: "print",
    operationId: newId(),
    claimedAt: new Date(),
    status: 200,
    answer: { result: { item: words.answer } },
  });

  const subscriptionId = newId();
  const order = { tier: "gold", method: "paypal", locale: "nl", returnPath: "/profile" } as const;
  const { url } = await startSubscription(context, person, order, subscriptionId);
  const agreementId = url.split("/").at(-1) ?? "";
  const firstPayment = wallet.subscribe(agreementId);
  await notifyOfSubscription(context, agreementId);
  const purchase = await buyBoosts(context, person);
  wallet.approve(purchase.orderId);
  await notifyOfOrder(context, purchase.orderId);

  const given = await addRequest(db, person, { item: words.item });
  await db
    .update(requests)
    .set({ description: words.description, town: words.town })
    .where(sql`id = ${given.id}`);
  await applyBoost(db, person, { requestId: given.id, boostType: "normal" }, newId());
  const [shown, unused] = [newId(), newId()];
  const size = { width: 800, height: 600 };
  await db.insert(photos).values([
    { id: shown, userId: id, uploadKey: `uploads/${id}/${shown}`, requestId: given.id, ...size },
    { id: unused, userId: id, uploadKey: `uploads/${id}/${unused}` },
  ]);
  await db
    .update(requests)
    .set({ photoUrl: photoUrlOf({ id: shown, ...size }) })
    .where(sql`id = ${given.id}`);
  const untouched = await addRequest(db, person, { item: words.item });
  const reached = await addRequest(db, person, { item: words.item, goal: 500 });
  await db.update(requests).set({ completionEmoji: words.emoji }).where(sql`id = ${reached.id}`);

  const received = await pay(context, donor, given, "25");
  const other = await pay(context, donor, reached, "5");
  const onItsWay = await start(context, donor, given, "10");
  await paidOut(db, id, words.bank, [received, other]);
  await posted(db, { person, request: given, text: words.post });
  await judged(db, person.id);
  const gave = await pay(context, person, await addRequest(db, recipient), "12.50");
  const back = await pay(context, person, await addRequest(db, recipient), "3");
  card.truth(back.paymentId).refunded = true;
  await tell(context, back.paymentId);
  await thankFor(db, person, received);
  await thankFor(db, recipient, gave);
  await db.insert(auditEntries).values({
    operator: "ines",
    action: "look_up_person",
    subject: "person",
    subjectId: id,
    reason: "ticket 812",
  });
  return {
    person,
    words,
    password,
    sessions,
    donor,
    recipient,
    subscription: { id: subscriptionId, agreementId, firstPayment },
    photos: { shown, unused },
    requests: { given, untouched, reached },
    donations: { received, onItsWay, gave },
  };
}

/** A passkey, a second factor, a device that receives push messages, choices, and an address to be confirmed. */
async function secureFully(
  db: Db,
  person: { id: string },
  { newEmail, device, passkey, endpoint, totp }: ReturnType<typeof wordsOf>,
): Promise<void> {
  const { id: userId } = person;
  await db
    .update(sessionRows)
    .set({ device, network: "203.0.113.x", lastUsedAt: new Date() })
    .where(sql`sess->>'userId' = ${userId}`);
  const keys = { credentialId: `credential ${totp}`, publicKey: `public ${totp}`, counter: 1 };
  await db.insert(passkeys).values({ userId, ...keys, transports: ["usb"], backedUp: true, name: passkey });
  await db.insert(secondFactors).values({ userId, secret: `secret ${totp}`, confirmedAt: new Date() });
  await db.insert(recoveryCodes).values({ userId, hash: `hash ${totp}` });
  await db.insert(knownDevices).values({ userId, device });
  await db
    .insert(messageChoices)
    .values({ userId, kind: "goal_reached", inApp: true, push: false, mail: "off" });
  await db
    .insert(pushSubscriptions)
    .values({ userId, endpoint, p256dh: `p256dh ${totp}`, auth: `auth ${totp}`, device });
  await requestEmailChange(db, person, { email: newEmail }, { device, network: "203.0.113.x" });
}

/** Boosts that were ordered and not paid yet. */
export async function buyBoosts(context: PayoutContext, person: { id: string }) {
  const id = newId();
  const { url } = await startBoostPurchase(
    context,
    person,
    {
      boostType: "normal",
      quantity: 5,
      method: "paypal",
      description: "5 normal boosts",
      locale: "nl",
      returnPath: "/profile",
    },
    id,
  );
  return { id, orderId: url.split("/").at(-1) ?? "" };
}

/** What somebody received is in their bank. It was held before; `word` occurs only in what is forgotten. */
async function paidOut(
  db: Db,
  userId: string,
  word: string,
  donations: readonly { donationId: string }[],
): Promise<void> {
  const at = new Date();
  const accountId = await addReadyAccount(db, userId, at);
  await db
    .update(payeeAccounts)
    .set({
      bankLast4: "4300",
      bankId: `bank id of ${word}`,
      bankHash: `bank of ${word}`,
      problem: `problem of ${word}`,
    })
    .where(sql`id = ${accountId}`);
  const moved = [];
  for (const { donationId } of donations) moved.push(await moveDonation(db, donationId, accountId, at));
  const amounts = moved.map((each): [typeof each, number] => [each, each.amount]);
  await payOut(db, amounts, "paid", at);
  const lifted = { placedAt: new Date(0), liftedAt: new Date(1), placedBy: "ines", liftedBy: "ines" };
  await db.insert(holds).values({ userId, cause: "operator", decision: "ticket 813", ...lifted });
}

/** What somebody says became of the money. */
async function posted(
  db: Db,
  { person, request, text }: { person: { id: string }; request: { id: string }; text: string },
): Promise<void> {
  const [about, at] = [{ requestId: request.id, userId: person.id }, new Date()];
  await db
    .insert(deliveries)
    .values({ ...about, paidOutAt: at })
    .onConflictDoNothing();
  await db.insert(posts).values({
    ...about,
    kind: "delivered",
    outcome: "cheaper",
    leftover: 300,
    text,
    audience: "everyone",
    createdAt: at,
    editedAt: at,
  });
  await db.insert(savedRequests).values({ ...about, createdAt: at });
}

/** What somebody reported, whom they blocked, and what was decided about them, which they objected to. */
async function judged(db: Db, userId: string): Promise<void> {
  const [operator, other] = [await addPerson(db), await addPerson(db)];
  const at = new Date();
  const about = { subject: "person", subjectId: other.id, personId: other.id } as const;
  const said = { ground: "scam", text: "It is a scam.", locale: "nl", createdAt: at, dueAt: at } as const;
  await db.insert(reports).values({ ...about, ...said, reporterId: userId });
  await db.insert(blocks).values({ blockerId: userId, blockedId: other.id, createdAt: at });
  await db.insert(follows).values([
    { followerId: userId, followedId: other.id, createdAt: at },
    { followerId: other.id, followedId: userId, createdAt: at },
  ]);
  const id = newId();
  const decided = { measure: "held", ground: "rules:2.1", facts: "The photo is on another site." } as const;
  const ended = { startsAt: at, decidedBy: operator.id, liftedAt: at };
  await db.insert(decisions).values({
    ...decided,
    ...ended,
    id,
    subject: "person",
    subjectId: userId,
    personId: userId,
  });
  await db
    .insert(appeals)
    .values({ decisionId: id, decidedBy: operator.id, text: "It is my photo.", createdAt: at });
}

async function pay(context: Context, donor: { id: string }, request: { id: string }, amount: string) {
  const started = await start(context, donor, request, amount);
  context.card.pay(started.paymentId);
  await tell(context, started.paymentId);
  return started;
}

/** The recipient of a donation thanks for it. */
async function thankFor(db: Db, recipient: { id: string }, { donationId }: { donationId: string }) {
  const told = and(eq(notifications.donationId, donationId), eq(notifications.type, "donation"));
  const [row] = await db.select({ id: notifications.id }).from(notifications).where(told);
  await thank(db, recipient, { id: row?.id ?? "", emoji: "🤗" });
}

/** Every row of every table, as text, by table. */
export async function everything(db: Db): Promise<Record<string, string>> {
  const tables = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const rows = await db.execute<{ row: string }>(
      sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t`,
    );
    found[name] = rows.map(({ row }) => row).join("\n");
  }
  return found;
}
