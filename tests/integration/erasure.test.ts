import { eq, getTableColumns, ne, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { findDisagreements } from "@/db/checks";
import {
  accounts,
  mails,
  notifications,
  photos,
  posts,
  requests,
  sessions,
  subscriptionPayments,
  subscriptions,
  users,
} from "@/db/schema";
import { joinWithGoogle } from "@/lib/domain/accounts/join-with-google";
import { logIn } from "@/lib/domain/accounts/log-in";
import { findByGoogleId } from "@/lib/domain/accounts/queries";
import { register } from "@/lib/domain/accounts/register";
import { updateUser } from "@/lib/domain/accounts/update-user";
import { purchaseOutcome } from "@/lib/domain/boosts/purchase-outcome";
import { paymentOutcome } from "@/lib/domain/donations/outcome";
import { listLeaderboard } from "@/lib/domain/leaderboard/queries";
import { forgetOldMails } from "@/lib/domain/messages/outbox";
import { listNotifications } from "@/lib/domain/messages/queries";
import { eraseAccountOf } from "@/lib/domain/operator/erase-account";
import { lookUpPerson } from "@/lib/domain/operator/look-up-person";
import { listAudit } from "@/lib/domain/operator/queries";
import { setSubscription } from "@/lib/domain/operator/set-subscription";
import { giveBack } from "@/lib/domain/payouts/give-back";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { findPhotoKey } from "@/lib/domain/photos/queries";
import { sweepPhotos } from "@/lib/domain/photos/sweep-photos";
import { eraseAccount } from "@/lib/domain/privacy/erase-account";
import { erasePerson } from "@/lib/domain/privacy/erase-person";
import { findRequest, listFeed } from "@/lib/domain/requests/queries";
import { openSession } from "@/lib/domain/sessions/open-session";
import { findViewerBySession } from "@/lib/domain/sessions/queries";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { startSubscription } from "@/lib/domain/subscriptions/start-subscription";
import { findAvatarImage, findMe } from "@/lib/domain/users/queries";
import { setClock } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { unconfiguredPayouts } from "@/lib/providers/unconfigured";
import { createTestDatabase, type TestDatabase } from "../support/database";
import {
  donationRow,
  expectBalancedBooks,
  notifyOfOrder,
  notifyOfSubscription,
  requestRow,
  start,
  tell,
  userRow,
} from "../support/donating";
import { buyBoosts, everything, liveFully, PASSWORD } from "../support/full-life";
import { Inbox, mailsOf, sendOutbox } from "../support/outbox";
import { addPerson, addRequest, STRANGER } from "../support/people";
import { openDiskStore } from "../support/photo-store";
import { ScriptedCard } from "../support/scripted-card";
import { ScriptedWallet } from "../support/scripted-wallet";

let database: TestDatabase;
let card: ScriptedCard;
let wallet: ScriptedWallet;
let context: PayoutContext & { card: ScriptedCard; wallet: ScriptedWallet };

beforeAll(async () => {
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  vi.stubEnv("APP_URL", "https://steuntje.example");
  database = await createTestDatabase({ max: 40 });
  vi.stubEnv("DATABASE_URL", database.url);
});
afterAll(() => database.drop());
beforeEach(() => {
  card = new ScriptedCard();
  wallet = new ScriptedWallet();
  context = { db: database.db, card, wallet, payoutProviders: unconfiguredPayouts };
  return async () => {
    setClock();
    await expectBalancedBooks(database.db);
  };
});

const erase = ({ id }: { id: string }) => eraseAccount(context, { id, username: "noor" }, {});
const failOnError = (subject: string, error: unknown) => {
  throw new Error(subject, { cause: error });
};

/** Texts that name nobody, or that no account has whose owner can erase it. */
const NOT_ERASED = new Set(["users.contestedBy"]);

/** Somebody with a password and nothing else. */
async function newcomer() {
  const username = `n${crypto.randomUUID().slice(0, 10)}`;
  const email = `${username}@example.org`;
  const id = await register(database.db, { username, name: "Noor", email, password: PASSWORD }, "nl");
  await updateUser(database.db, { id }, { paymentMethod: "paypal", paypalEmail: email });
  return { id, username, email };
}

describe("what is left of an erased account", () => {
  it("its last message, in its language, to the address that it had; then nobody knows that either", async () => {
    const { id, username, email } = await newcomer();
    await erase({ id });
    expect(await mailsOf(database.db, id)).toMatchObject([
      { kind: "account_erased", address: email, locale: "nl" },
    ]);
    const inbox = new Inbox();
    await sendOutbox(database.db, inbox);
    const [farewell] = inbox.to(email);
    expect(farewell).toMatchObject({ subject: "Je account is verwijderd" });
    expect(farewell?.text).not.toContain(username);
    await forgetOldMails(database.db);
    expect(await mailsOf(database.db, id)).toMatchObject([{ state: "sent", address: null, data: null }]);
  });

  it("nothing in any table tells who it was, and nothing of others is gone", async () => {
    const { person, words, password, sessions: open, donor, recipient } = await liveFully(context);
    const bystander = await liveFully(context);
    const before = await everything(database.db);
    for (const word of [...Object.values(words), password]) {
      expect(Object.values(before).join("\n"), word).toContain(word);
    }

    await erase(person);
    // Only its own last message: the browsers of the others are not there.
    await database.db.delete(mails).where(ne(mails.userId, person.id));
    await sendOutbox(database.db);
    await forgetOldMails(database.db);
    const after = await everything(database.db);
    const others = new Set(Object.values(bystander.words));
    for (const word of [...Object.values(words), password]) {
      if (others.has(word)) continue;
      for (const [table, rows] of Object.entries(after))
        expect(rows, `${table}: ${word}`).not.toContain(word);
    }
    for (const word of Object.values(bystander.words))
      expect(Object.values(after).join("\n")).toContain(word);
    for (const other of [donor, recipient]) {
      expect(after.users).toContain(other.username);
    }
    for (const { token } of open) expect(await findViewerBySession(database.db, token)).toBeNull();
    for (const { token } of bystander.sessions) {
      expect(await findViewerBySession(database.db, token)).toMatchObject({ id: bystander.person.id });
    }
  });

  it("every text that a person, a request or a post has was there before, and is gone", async () => {
    const { person } = await liveFully(context);
    const rowsOf = async () => ({
      users: await database.db.select().from(users).where(eq(users.id, person.id)),
      requests: await database.db.select().from(requests).where(eq(requests.userId, person.id)),
      posts: await database.db.select().from(posts).where(eq(posts.userId, person.id)),
    });
    const texts = Object.entries({ users, requests, posts }).flatMap(([table, of]) =>
      Object.entries(getTableColumns(of))
        .filter(([name, column]) => column.getSQLType() === "text" && !NOT_ERASED.has(`${table}.${name}`))
        .map(([name, column]) => [table as "users", name as "name", column.default] as const),
    );
    const before = await rowsOf();
    await erase(person);
    const after = await rowsOf();
    for (const [table, name, standard] of texts) {
      const values = (rows: typeof before) => rows[table].map((row) => row[name]);
      const planted = values(before).filter((value) => value !== null && value !== standard);
      expect(planted, `${table}.${name}: plant a text in full-life.ts`).not.toEqual([]);
      for (const value of planted) expect(values(after), `${table}.${name} is erased`).not.toContain(value);
    }
  });

  it("what the books need stays: what was given, got and bought", async () => {
    const { person, donations, requests: asked } = await liveFully(context);
    const before = await userRow(database.db, person.id);
    await erase(person);
    const after = await userRow(database.db, person.id);
    for (const kept of [
      "id",
      "totalGiven",
      "totalReceived",
      "normalBoosts",
      "premiumBoosts",
      "createdAt",
    ] as const) {
      expect(after[kept]).toEqual(before[kept]);
    }
    expect(after.erasedAt).toBeInstanceOf(Date);
    expect(await donationRow(database.db, donations.gave.donationId)).toMatchObject({
      donorId: person.id,
      paymentStatus: "completed",
    });
    expect(await requestRow(database.db, asked.given.id)).toMatchObject({ raised: 2_500, item: "–" });
    expect(await requestRow(database.db, asked.untouched.id)).toBeUndefined();
  });

  it("nobody sees its requests, and a donation on its way to one goes back", async () => {
    const { person, requests: asked, donations } = await liveFully(context);
    await erase(person);
    for (const { id } of Object.values(asked))
      expect(await findRequest(database.db, id, STRANGER)).toBeNull();
    const feed = await listFeed(database.db, { limit: 100, cursor: null });
    expect(feed.items.filter(({ userId }) => userId === person.id)).toEqual([]);

    card.pay(donations.onItsWay.paymentId);
    expect(await tell(context, donations.onItsWay.paymentId)).toBe("refunded");
    expect(await donationRow(database.db, donations.onItsWay.donationId)).toMatchObject({
      paymentStatus: "refunded",
      refundReason: "request_deleted",
    });
  });

  it("others read of a deleted user, and find nobody on the leaderboard", async () => {
    const viewer = await addPerson(database.db);
    const { person, words, recipient, donations } = await liveFully(context);
    const search = () =>
      listLeaderboard(database.db, { period: "all", search: words.username, viewerId: viewer.id });
    const listed = async () =>
      (await listLeaderboard(database.db, { period: "daily", viewerId: viewer.id })).map(
        ({ username }) => username,
      );
    expect(await search()).toHaveLength(1);
    expect(await listed()).toContain(words.username);
    const told = async () =>
      (await listNotifications(database.db, recipient.id, { limit: 10, cursor: null })).items.at(-1);
    expect(await told()).toMatchObject({ donorName: words.username, isPersonErased: false });

    await erase(person);
    expect(await search()).toEqual([]);
    expect(
      await listLeaderboard(database.db, {
        period: "all",
        search: person.id.slice(0, 18),
        viewerId: viewer.id,
      }),
    ).toEqual([]);
    expect(await listed()).not.toContain(words.username);
    expect(await listed()).not.toContain(person.id);
    expect(await told()).toMatchObject({ donorName: null, isPersonErased: true });
    expect(
      await paymentOutcome(context, {
        paymentId: donations.received.paymentId,
        clientSecret: donations.received.clientSecret,
      }),
    ).toMatchObject({ state: "succeeded", item: null, recipientName: null });
  });

  it("photos are shown to nobody at once, and their files go", async () => {
    const place = await openDiskStore();
    try {
      const { person, photos: sent } = await liveFully(context);
      const key = `photos/${sent.shown}/1600.webp`;
      const [row] = await database.db.select().from(photos).where(eq(photos.id, sent.shown));
      await place.store.write(key, Buffer.from("a picture"), "image/webp");
      await place.store.write(row?.uploadKey ?? "", Buffer.from("as it was sent"), "image/jpeg");
      const shownKey = () =>
        findPhotoKey(database.db, `/photos/${sent.shown}-800x600.webp`, async () => ({ viewer: null }));
      expect(await shownKey()).not.toBeNull();
      await erase(person);
      expect(await shownKey()).toBeNull();
      setClock(() => new Date(Date.now() + DAY));
      await sweepPhotos({ db: database.db, photos: place.store });
      expect(await database.db.select().from(photos).where(eq(photos.userId, person.id))).toEqual([]);
      expect(await place.store.read(key, 100)).toBeNull();
      expect(await place.store.read(row?.uploadKey ?? "", 100)).toBeNull();
    } finally {
      await place.close();
    }
  });

  it("a picture of one's own is served no more", async () => {
    const person = await newcomer();
    const avatar = `data:image/webp;base64,${Buffer.from(`picture of ${person.id}`).toString("base64")}`;
    await database.db.execute(sql`update users set avatar = ${avatar} where id = ${person.id}`);
    const { avatarHash } = await userRow(database.db, person.id);
    expect(await findAvatarImage(database.db, avatarHash ?? "")).not.toBeNull();
    await erase(person);
    expect(await findAvatarImage(database.db, avatarHash ?? "")).toBeNull();
  });
});

describe("the database", () => {
  it("refuses an erased account that names somebody, and the doctor finds what was left behind", async () => {
    const person = await newcomer();
    await erase(person);
    for (const change of [
      sql`email = 'lou@example.org'`,
      sql`username = 'lou'`,
      sql`name = 'Lou'`,
      sql`paypal_email = 'lou@example.org'`,
      sql`password = 'a hash'`,
    ]) {
      const filled = database.db.execute(sql`update users set ${change} where id = ${person.id}`);
      await expect(filled).rejects.toMatchObject({ cause: { code: "23514" } });
    }
    const left = { userId: person.id, type: "oidc", provider: "google", providerAccountId: person.id };
    await database.db.insert(accounts).values(left);
    expect(await findDisagreements(database.db, "Europe/Amsterdam")).toEqual([
      {
        check: "of an erased account only what the books need is left",
        rows: [{ id: person.id, what: "sign-in" }],
      },
    ]);
    await database.db.delete(accounts).where(eq(accounts.userId, person.id));
  });
});

describe("who may erase an account", () => {
  it("its owner; who names another username than their own changes nothing", async () => {
    const person = await newcomer();
    for (const username of ["somebody", ""]) {
      await expect(eraseAccount(context, person, { username })).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
        fields: { username: username ? "usernameOther" : "usernameRequired" },
      });
    }
    expect((await userRow(database.db, person.id)).erasedAt).toBeNull();
    await eraseAccount(context, person, { username: person.username.toUpperCase() });
    expect((await userRow(database.db, person.id)).erasedAt).not.toBeNull();
    for (const username of [person.username, person.id]) {
      await expect(logIn(database.db, { username, password: PASSWORD })).rejects.toMatchObject({
        code: "INVALID_CREDENTIALS",
      });
    }
  });

  it("who signs in with Google; Google then opens another account", async () => {
    const profile = {
      email: `g${crypto.randomUUID().slice(0, 8)}@example.org`,
      name: "Guus Groen",
      pictureUrl: null,
    };
    const google = { ...profile, googleId: crypto.randomUUID(), firstName: "Guus", lastName: "Groen" };
    const id = await joinWithGoogle(database.db, google, "de");
    const { username } = await userRow(database.db, id);
    await erase({ id });
    expect(await findByGoogleId(database.db, google.googleId)).toBeNull();
    const again = await joinWithGoogle(database.db, google, "de");
    expect(again).not.toBe(id);
    expect((await userRow(database.db, again)).username).not.toBe(username);
  });

  it("done twice, or ten times at once, it happens once", async () => {
    const { person } = await liveFully(context);
    await Promise.all(Array.from({ length: 10 }, () => erase(person)));
    const { erasedAt } = await userRow(database.db, person.id);
    await erase(person);
    expect((await userRow(database.db, person.id)).erasedAt).toEqual(erasedAt);
    await expect(findMe(database.db, person.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("an operator, who leaves a trace without a name", async () => {
    const { person, words } = await liveFully(context);
    const operator = { name: "ines" };
    const order = { reference: words.email, reason: "asked by letter, ticket 9" };
    await eraseAccountOf(context, operator, order);
    await expect(eraseAccountOf(context, operator, order)).rejects.toThrow("Nobody has");
    await expect(eraseAccountOf(context, operator, { ...order, reference: person.id })).rejects.toThrow(
      "already",
    );
    await expect(
      setSubscription(context, operator, {
        reference: person.id,
        tier: "gold",
        until: "2099-01-01",
        reason: "no",
      }),
    ).rejects.toThrow("erased");
    const audit = await listAudit(database.db, { subjectId: person.id, limit: 10 });
    expect(audit[0]).toMatchObject({ action: "erase_person", operator: "ines", after: { erased: true } });
    expect(JSON.stringify(audit)).not.toContain(words.username);
    const { person: found } = await lookUpPerson(database.db, operator, person.id);
    expect(found).toMatchObject({
      username: person.id,
      name: "",
      signsInWith: [],
      erasedAt: expect.any(Date),
    });
  });
});

const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`;

it("trust 41: nobody erases an account that two people claim, also if the second one comes just then", async () => {
  const { id, username } = await newcomer();
  let erasing: Promise<unknown> | undefined;
  await database.db.transaction(async (tx) => {
    await tx.update(users).set({ contestedBy: "other@example.org" }).where(eq(users.id, id));
    erasing = erase({ id }).catch((error: unknown) => error);
    await expect.poll(async () => (await database.db.execute(waiting)).length).toBe(1);
  });
  expect(await erasing).toMatchObject({ code: "ACCOUNT_CONTESTED" });
  const order = { reference: username, reason: "asked by letter, ticket 9" };
  await expect(eraseAccountOf(context, { name: "ines" }, order)).rejects.toThrow("Two people claim");
  expect(await userRow(database.db, id)).toMatchObject({ username, erasedAt: null });
});

describe("the names it had", () => {
  it("the e-mail address is free at once; the username after 90 days, for whoever wants it", async () => {
    const person = await newcomer();
    const again = (username: string, email = `${crypto.randomUUID()}@example.org`) =>
      register(database.db, { username, name: "Noor", email, password: PASSWORD }, "nl");
    await erase(person);
    await again(`${person.username}2`, person.email);
    const other = await newcomer();
    const taken = { code: "USERNAME_TAKEN", fields: { username: "usernameTaken" } };
    await expect(again(person.username.toUpperCase())).rejects.toMatchObject(taken);
    await expect(updateUser(database.db, other, { username: person.username })).rejects.toMatchObject(taken);
    expect((await findMe(database.db, other.id)).username).toBe(other.username);
    setClock(() => new Date(Date.now() + 90 * DAY + 60_000));
    await again(person.username);
  });

  it("who registers it while it is being erased, and waits for that, does not get it", async () => {
    const person = await newcomer();
    const email = `${crypto.randomUUID()}@example.org`;
    let registration: Promise<unknown> | undefined;
    await database.db.transaction(async (tx) => {
      await erasePerson(tx, person.id, new Date());
      registration = register(
        database.db,
        { username: person.username, name: "Nep", email, password: PASSWORD },
        "nl",
      ).catch((error: unknown) => error);
      await expect.poll(async () => (await database.db.execute(waiting)).length).toBe(1);
    });
    expect(await registration).toMatchObject({ code: "USERNAME_TAKEN" });
  });
});

describe("a subscription", () => {
  it("ends at the provider, and a renewal that arrives afterwards goes back in full", async () => {
    const { person, subscription } = await liveFully(context);
    wallet.failures = [{ call: "cancelSubscription", acted: false }];
    await erase(person);
    expect(wallet.subscription(subscription.agreementId).state).toBe("active");
    setClock(() => new Date(Date.now() + 60_000));
    const renewal = wallet.renew(subscription.agreementId);
    expect(await notifyOfSubscription(context, subscription.agreementId)).toBe("ended");
    expect(wallet.subscription(subscription.agreementId).state).toBe("cancelled");
    expect(wallet.payment(renewal).refunded).toBe(true);
    expect(wallet.payment(subscription.firstPayment).refunded).toBe(false);
    expect(await userRow(database.db, person.id)).toMatchObject({
      subscriptionTier: "none",
      normalBoosts: 9,
    });
  });

  it("is ended by reconciliation when the provider was out", async () => {
    const { person, subscription } = await liveFully(context);
    wallet.failures = [{ call: "cancelSubscription", acted: false }];
    await erase(person);
    setClock(() => new Date(Date.now() + 60_000));
    await reconcile(context, failOnError);
    expect(wallet.subscription(subscription.agreementId).state).toBe("cancelled");
    const [row] = await database.db.select().from(subscriptions).where(eq(subscriptions.id, subscription.id));
    expect(row).toMatchObject({ status: "cancelled" });
  });

  it("is ended by reconciliation where the provider refused", async () => {
    const { person, subscription } = await liveFully(context);
    vi.spyOn(wallet, "cancelSubscription").mockRejectedValueOnce(new Error("refused"));
    await erase(person);
    setClock(() => new Date(Date.now() + 60_000));
    await reconcile(context, failOnError);
    expect(wallet.subscription(subscription.agreementId).state).toBe("cancelled");
  });

  it("a month that was paid before and is told of after goes back too: nobody has it", async () => {
    const { person, subscription } = await liveFully(context);
    const late = wallet.renew(subscription.agreementId);
    await erase(person);
    await notifyOfSubscription(context, subscription.agreementId);
    expect(wallet.payment(late).refunded).toBe(true);
    const rows = await database.db
      .select()
      .from(subscriptionPayments)
      .where(eq(subscriptionPayments.paypalPaymentId, late));
    expect(rows).toMatchObject([
      { refundReason: "account_erased", paymentStatus: "refunded", grantedAt: null },
    ]);
  });

  it("one that is approved only afterwards is ended before anything is paid, and what was on its way goes back", async () => {
    const person = await newcomer();
    const order = { tier: "gold", method: "paypal", locale: "nl", returnPath: "/profile" } as const;
    const id = crypto.randomUUID();
    const { url } = await startSubscription(context, person, order, id);
    const agreement = url.split("/").at(-1) ?? "";
    await erase(person);
    wallet.subscription(agreement).state = "active";
    await notifyOfSubscription(context, agreement);
    expect(wallet.subscription(agreement).state).toBe("cancelled");
    const first = wallet.renew(agreement);
    await notifyOfSubscription(context, agreement);
    expect(wallet.payment(first).refunded).toBe(true);
  });
});

describe("money that is still moving", () => {
  it("boosts that are paid afterwards go back, and nobody is told", async () => {
    const person = await newcomer();
    const { id, orderId } = await buyBoosts(context, person);
    await erase(person);
    wallet.approve(orderId);
    await wallet.capturePayment(orderId);
    expect(await notifyOfOrder(context, orderId)).toBe("refunded");
    expect(wallet.order(orderId).refunded).toBe(true);
    expect(await userRow(database.db, person.id)).toMatchObject({ normalBoosts: 0 });
    expect(await database.db.$count(notifications, eq(notifications.userId, person.id))).toBe(0);
    expect(await purchaseOutcome(context, person, id)).toMatchObject({ state: "refunded" });
  });

  it("an order for boosts that is agreed to afterwards lapses: no money is taken", async () => {
    const person = await newcomer();
    const { id, orderId } = await buyBoosts(context, person);
    await erase(person);
    wallet.approve(orderId);
    expect(await notifyOfOrder(context, orderId)).toBe("failed");
    expect(wallet.captures).toBe(0);
    expect(await purchaseOutcome(context, person, id)).toMatchObject({ state: "failed" });
  });

  it("a donation of theirs that settles afterwards counts, and one that has to go back does", async () => {
    const recipient = await addPerson(database.db);
    const request = await addRequest(database.db, recipient, { goal: 1_000 });
    const person = await newcomer();
    const [first, late] = [
      await start(context, person, request, "10"),
      await start(context, person, request, "10"),
    ];
    await erase(person);
    card.pay(first.paymentId);
    card.pay(late.paymentId);
    expect(await tell(context, first.paymentId)).toBe("credited");
    expect(await tell(context, late.paymentId)).toBe("refunded");
    expect(card.refunds.get(`refund-donation-${late.donationId}`)).toBe(1_020);
    expect(await userRow(database.db, person.id)).toMatchObject({ totalGiven: 1_000 });
    expect(await database.db.$count(notifications, eq(notifications.userId, person.id))).toBe(0);
  });

  it("a payment whose opening never answered is given up without asking a different question", async () => {
    const person = await newcomer();
    const request = await addRequest(database.db, person);
    card.failures = [{ call: "createPayment", acted: true }];
    const donor = await addPerson(database.db);
    await expect(start(context, donor, request, "10")).rejects.toThrow();
    await erase(person);
    const createPayment = vi.spyOn(card, "createPayment");
    setClock(() => new Date(Date.now() + DAY + 60_000));
    await reconcile(context, failOnError);
    expect(createPayment).not.toHaveBeenCalled();
    const rows = await database.db.execute(
      sql`select payment_status from donations where request_id = ${request.id}`,
    );
    expect([...rows]).toEqual([{ payment_status: "failed" }]);
  });
});

describe("races", () => {
  it("with logins: no session is left, whoever comes first", async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await newcomer();
      const login = async () => {
        const id = await logIn(database.db, { username: person.username, password: PASSWORD });
        return (await openSession(database.db, id, { replaces: null })).token;
      };
      const [erased, ...logins] = await Promise.allSettled([
        erase(person),
        login(),
        login(),
        login(),
        login(),
      ]);
      expect(erased.status).toBe("fulfilled");
      for (const result of logins) {
        if (result.status === "fulfilled")
          expect(await findViewerBySession(database.db, result.value)).toBeNull();
        else expect(["INVALID_CREDENTIALS", "UNAUTHENTICATED"]).toContain(result.reason.code);
      }
      const left = sql`${sessions.sess}->>'userId' = ${person.id}`;
      expect(await database.db.$count(sessions, left)).toBe(0);
    }
  });

  it("with donations that begin, settle and go back: each ends in the books", async () => {
    for (let round = 0; round < 6; round += 1) {
      const [person, other] = [await newcomer(), await addPerson(database.db)];
      const mine = await addRequest(database.db, person);
      const theirs = await addRequest(database.db, other);
      const started = await Promise.all([
        ...Array.from({ length: 3 }, () => start(context, other, mine, "5")),
        ...Array.from({ length: 3 }, () => start(context, person, theirs, "5")),
      ]);
      for (const { paymentId } of started) card.pay(paymentId);
      const results = await Promise.allSettled([
        ...started.map(({ paymentId }) => tell(context, paymentId)),
        erase(person),
        start(context, other, mine, "5"),
        start(context, person, theirs, "5"),
      ]);
      const [erased] = results.splice(started.length, 1);
      // What was credited before is owed to the person, who has to give it back first.
      if (erased?.status === "rejected") {
        expect(erased.reason).toMatchObject({ code: "MONEY_OWED" });
        await giveBack(context, person);
        await erase(person);
      }
      for (const result of results.slice(0, started.length)) expect(result.status).toBe("fulfilled");
      for (const { donationId } of started) {
        const { paymentStatus } = await donationRow(database.db, donationId);
        expect(["completed", "refunded"]).toContain(paymentStatus);
      }
      await expectBalancedBooks(database.db);
    }
  });

  it("with what its owner does meanwhile: nothing is written to an erased account", async () => {
    const person = await newcomer();
    await Promise.allSettled([
      erase(person),
      updateUser(database.db, person, { paypalEmail: "again@example.org", avatar: "🐈" }),
      updateUser(database.db, person, { username: `m${person.username}`.slice(0, 20) }),
    ]);
    await expect(updateUser(database.db, person, { avatar: "🐕" })).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
    });
    expect(await userRow(database.db, person.id)).toMatchObject({
      username: person.id,
      email: `erased:${person.id}`,
      paypalEmail: null,
      avatar: "😊",
    });
    expect(await database.db.$count(requests, eq(requests.userId, person.id))).toBe(0);
  });
});
