import { randomUUID } from "node:crypto";
import { desc, eq, getTableColumns } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ZodObject, z } from "zod";
import {
  boostPurchases,
  donations,
  newId,
  photos,
  posts,
  pushSubscriptions,
  requests,
  subscriptions,
  users,
} from "@/db/schema";
import { changeEmailSchema, changePasswordSchema, updateUserSchema } from "@/lib/domain/accounts/schema";
import { applyBoostSchema, buyBoostsSchema } from "@/lib/domain/boosts/schema";
import { walletDonationSchema } from "@/lib/domain/donations/schema";
import {
  chooseMessagesSchema,
  pushEndpointSchema,
  pushSubscriptionSchema,
  thanksSchema,
} from "@/lib/domain/messages/schema";
import { askPayoutSchema, onboardingSchema } from "@/lib/domain/payouts/schema";
import { editPostSchema, writePostSchema } from "@/lib/domain/posts/schema";
import { createRequestSchema, editRequestSchema, emojiChoiceSchema } from "@/lib/domain/requests/schema";
import { appealActionSchema } from "@/lib/domain/safety/schema";
import { newPasskeySchema, passkeyNameSchema } from "@/lib/domain/security/schema";
import { subscribeSchema } from "@/lib/domain/subscriptions/schema";
import { withdrawSchema } from "@/lib/domain/withdrawals/schema";
import { type Call, contract } from "@/lib/web/contract";
import { callAction } from "../support/action-call";
import { make, openSite, type Pair, pair, rowsOf, signedIn } from "../support/actors";
import { builtActions } from "../support/doors";
import { Client } from "../support/http";
import { addBoosts } from "../support/people";
import { newPasskey, PUSH, passkeyAnswer } from "./access-table";

let site: ReturnType<typeof openSite>;
beforeAll(() => {
  site = openSite();
});
afterAll(() => site.close());

type Row = Record<string, unknown>;
type Fields = Record<string, unknown>;

/** A value that fits a column and differs from its own. */
function unlike(column: PgColumn, current: unknown): unknown {
  const other = column.enumValues?.find((value) => value !== current);
  if (other !== undefined) return other;
  if (column.dataType === "boolean") return current !== true;
  if (column.dataType === "number" || column.dataType === "bigint") return 424_242;
  if (column.dataType === "date") return "2031-05-06T07:08:09.101Z";
  return column.getSQLType() === "uuid" ? newId() : "nobody may set this";
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Every column of a table, by both its names, with a value unlike what a row has; but those that a call asks for. */
function everyColumn(table: PgTable, row: Row, known: readonly string[]): Fields {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => !known.includes(name));
  return Object.fromEntries(
    columns.flatMap(([name, column]) => {
      const value = unlike(column, row[name]);
      return [
        [name, value],
        [snakeCase(name), value],
      ];
    }),
  );
}

const plain = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

/** A row has none of the values that were sent for it. */
function expectUntouched(row: Row, sent: Fields): void {
  for (const [name, value] of Object.entries(row)) {
    if (name in sent) expect([name, plain(value)]).not.toEqual([name, sent[name]]);
  }
}

const personRow = async ({ id }: { id: string }): Promise<Row> => {
  const [row] = await site.db.select().from(users).where(eq(users.id, id));
  return row as Row;
};
const gold = { boostType: "normal", quantity: 1 } as const;
const wish = { item: "A coat", description: "It is cold.", goal: 5_000 };

/** The latest row of a person's in a table. */
async function latest(table: Made, { id }: { id: string }): Promise<Row> {
  if (table === users) return personRow({ id });
  const columns = getTableColumns(table) as Record<string, PgColumn>;
  const own = columns.userId ?? columns.donorId;
  if (!own || !columns.createdAt || !columns.id) throw new Error("rows of this table are nobody's");
  const [row] = await site.db
    .select()
    .from(table as PgTable)
    .where(eq(own, id))
    .orderBy(desc(columns.createdAt), desc(columns.id))
    .limit(1);
  return row as Row;
}

type Made =
  | typeof users
  | typeof requests
  | typeof donations
  | typeof boostPurchases
  | typeof subscriptions
  | typeof photos
  | typeof posts
  | typeof pushSubscriptions;

type Case = {
  /** The table of what it makes or changes. */
  about: Made;
  /** The columns it may change. */
  known: readonly string[];
  /** Does it in the owner's name, with more beside what is needed; answers how it ended. */
  run: (pair: Pair, owner: Client, more: Fields) => Promise<string | number>;
};

const keysOf = ({ body }: Call) => (body instanceof ZodObject ? Object.keys(body.shape) : []);

/** A call of the contract, with what it needs. */
function call(
  name: keyof typeof contract,
  about: Made,
  needs: (pair: Pair) => Promise<{ params?: Record<string, string>; body: Fields }>,
): [string, Case] {
  const known = keysOf(contract[name]);
  const run: Case["run"] = async (people, owner, more) => {
    const { params, body } = await needs(people);
    const path = contract[name].path.replace(/\{\w+\}/, params?.id ?? "");
    return (await owner.send(contract[name].method, path, { body: { ...more, ...body } })).status;
  };
  return [name, { about, known, run }];
}

/** A server action, likewise. */
function action(
  name: string,
  about: Made,
  known: Record<string, unknown>,
  needs: (pair: Pair) => Promise<Fields>,
): [string, Case] {
  const run: Case["run"] = async (people, owner, more) => {
    const found = builtActions().find((each) => each.name === name);
    if (!found) throw new Error(`${name} is not in the build`);
    // An action is given more than its input: nothing of it may come from outside.
    const forged = { viewer: { id: people.other.id }, operationId: newId() };
    return (await callAction(owner, found, [{ ...more, ...forged, ...(await needs(people)) }])).outcome;
  };
  return [name, { about, known: Object.keys(known), run }];
}

/** A request of the other's, to give to. */
const others = ({ owner, other }: Pair) =>
  make.request(site, { owner: other, other: owner, reporter: owner });

const subscription = () => ({ ...PUSH, endpoint: `${PUSH.endpoint}-${randomUUID()}` });
/** A link that was never made. */
const strangeLink = { token: "x".repeat(43) };

const CASES: [string, Case][] = [
  call("updateUser", users, async () => ({ body: { hideGivenAmount: true } })),
  call("eraseAccount", users, async () => ({ body: { username: "not one's own" } })),
  call("login", users, async () => ({ body: { username: "nobody.at-all", password: "not the password" } })),
  call("passkeyLogin", users, async () => ({ body: passkeyAnswer })),
  call("stepUp", users, async () => ({ body: { password: "not the password" } })),
  call("resubscribe", users, async () => ({ body: { value: "now" } })),
  call("forgotPassword", users, async () => ({ body: { email: "nobody.at-all@example.org" } })),
  call("sendCancelLink", users, async () => ({ body: { email: "nobody.at-all@example.org" } })),
  call("cancelByLink", users, async () => ({ body: strangeLink })),
  call("resetPassword", users, async () => ({ body: { ...strangeLink, password: "een lange zin" } })),
  call("confirmEmail", users, async () => ({ body: strangeLink })),
  call("changePassword", users, async () => ({
    body: { currentPassword: "not the password", password: "een lange zin" },
  })),
  call("changeEmail", users, async () => ({ body: { email: `u${randomUUID().slice(0, 12)}@example.org` } })),
  call("undoEmail", users, async () => ({ body: strangeLink })),
  call("contestUndo", users, async () => ({ body: strangeLink })),
  call("createRequest", requests, async () => ({ body: wish })),
  call("applyBoost", requests, async (people) => ({
    params: { id: await make.request(site, people) },
    body: { boostType: "normal" },
  })),
  call("validateDonation", users, async (people) => ({ body: { requestId: await others(people) } })),
  call("createPaymentIntent", donations, async (people) => ({
    body: { requestId: await others(people), amount: "5" },
  })),
  call("nearestPlace", users, async () => ({ body: { latitude: 52.09, longitude: 5.12 } })),
  call("changeGiftMeter", users, async () => ({ body: { on: true } })),
  call("reserve", users, async () => ({ body: { paymentIntentId: "pi_of_nobody" } })),
  call("takeBack", users, async () => ({
    params: { donationId: randomUUID() },
    body: { receiptToken: "x".repeat(43) },
  })),
  call("startGift", users, async () => ({
    body: { token: "x".repeat(17), amount: "5", email: "nobody.at-all@example.org" },
  })),
  call("claimGift", users, async () => ({ body: { token: "x".repeat(43) } })),
  call("changeGift", users, async () => ({
    params: { id: randomUUID() },
    body: { receiptToken: "x".repeat(43), anonymous: false },
  })),
  call("createSubscription", subscriptions, async () => ({ body: { tier: "gold" } })),
  call("withdraw", users, async () => ({ body: { kind: "boosts", id: randomUUID() } })),
  call("purchaseBoosts", boostPurchases, async () => ({ body: gold })),
  call("createCheckout", boostPurchases, async () => ({
    body: { amount: "8.99", description: "5 normal boosts", currency: "eur" },
  })),
  call("uploadPhoto", photos, async () => ({ body: {} })),
  call("chooseMessages", users, async () => ({
    body: { kind: "gift_received", channel: "push", value: "off" },
  })),
  call("startOnboarding", users, async () => ({ body: {} })),
  call("askPayout", users, async () => ({ body: {} })),
  call("renewPush", pushSubscriptions, async ({ owner }) => {
    const earlier = subscription();
    await site.db.insert(pushSubscriptions).values({ userId: owner.id, ...earlier });
    return { body: { ...subscription(), replaces: earlier.endpoint } };
  }),
  action("subscribePushAction", pushSubscriptions, pushSubscriptionSchema.shape, async () => subscription()),
  action("unsubscribePushAction", users, pushEndpointSchema.shape, async () => ({ endpoint: PUSH.endpoint })),
  action("updateSettingsAction", users, updateUserSchema.shape, async () => ({ hideGivenAmount: true })),
  action("chooseLevelAction", users, { level: true }, async () => ({ level: "important" })),
  action("chooseMessagesAction", users, chooseMessagesSchema.shape, async () => ({
    kind: "gift_received",
    channel: "push",
    value: "off",
  })),
  action("confirmAgainAction", users, {}, async () => ({})),
  action("sendPasswordLinkAction", users, {}, async () => ({})),
  action("changePasswordAction", users, changePasswordSchema.shape, async () => ({
    currentPassword: "not the password",
    password: "een lange zin",
  })),
  action("changeEmailAction", users, changeEmailSchema.shape, async () => ({
    email: `u${randomUUID().slice(0, 12)}@example.org`,
  })),
  action("createRequestAction", requests, createRequestSchema.shape, async () => wish),
  action("deleteRequestAction", users, { id: true }, async (people) => ({
    id: await make.request(site, people),
  })),
  action("chooseCompletionEmojiAction", requests, emojiChoiceSchema.shape, async (people) => ({
    id: await make.request(site, people),
    emoji: "🏆",
  })),
  action("applyBoostAction", requests, { ...applyBoostSchema.shape, requestId: true }, async (people) => ({
    requestId: await make.request(site, people),
    boostType: "normal",
  })),
  action("purchaseBoostsAction", boostPurchases, buyBoostsSchema.shape, async () => ({
    ...gold,
    amount: 199,
    method: "paypal",
  })),
  action("donateByWalletAction", donations, walletDonationSchema.shape, async (people) => ({
    requestId: await others(people),
    amount: "5",
  })),
  action("subscribeAction", subscriptions, subscribeSchema.shape, async () => ({
    tier: "gold",
    method: "stripe",
  })),
  action("withdrawAction", users, withdrawSchema.shape, async () => ({
    kind: "boosts",
    id: randomUUID(),
  })),
  action("cancelSubscriptionAction", users, {}, async () => ({})),
  action("endSessionAction", users, { id: true }, async (people) => ({
    id: await make.session(site, people),
  })),
  action("endOtherSessionsAction", users, {}, async () => ({})),
  action("offerPasskeyAction", users, {}, async () => ({})),
  action("addPasskeyAction", users, newPasskeySchema.shape, async () => newPasskey),
  action("renamePasskeyAction", users, passkeyNameSchema.shape, async (people) => ({
    id: await make.passkey(site, people),
    name: "My phone",
  })),
  action("removePasskeyAction", users, { id: true }, async (people) => ({
    id: await make.passkey(site, people),
  })),
  action("offerSecondFactorAction", users, {}, async () => ({})),
  action("confirmSecondFactorAction", users, { code: true }, async () => ({ code: "000000" })),
  action("renewRecoveryCodesAction", users, {}, async () => ({})),
  action("removeSecondFactorAction", users, {}, async () => ({})),
  action("startOnboardingAction", users, onboardingSchema.shape, async () => ({})),
  action("checkPayeeAction", users, {}, async () => ({})),
  action("giveBackAction", users, {}, async () => ({})),
  action("askPayoutAction", users, askPayoutSchema.shape, async () => ({})),
  action("takeBackAction", users, { donationId: true }, async (people) => ({
    donationId: await make.donation(site, people),
  })),
  action("hideNoteAction", users, { id: true }, async () => ({ id: randomUUID() })),
  action("markReadAction", users, { id: true }, async (people) => ({
    id: await make.notification(site, people),
  })),
  action("thankAction", users, thanksSchema.shape, async (people) => ({
    id: await make.notification(site, people),
    emoji: "🙏",
  })),
  action("markAllReadAction", users, {}, async () => ({})),
  call("writePost", posts, async (people) => ({
    params: { id: await make.request(site, people) },
    body: { kind: "update", text: "It is on its way.", audience: "everyone" },
  })),
  call("editPost", posts, async (people) => ({
    params: { id: await make.post(site, people) },
    body: { text: "It is here." },
  })),
  action("writePostAction", posts, { ...writePostSchema.shape, requestId: true }, async (people) => ({
    requestId: await make.request(site, people),
    kind: "update",
    text: "It is on its way.",
    audience: "everyone",
  })),
  action("editPostAction", posts, { ...editPostSchema.shape, id: true }, async (people) => ({
    id: await make.post(site, people),
    text: "It is here.",
  })),
  action("deletePostAction", users, { id: true }, async (people) => ({
    id: await make.post(site, people),
  })),
  call("editRequest", requests, async (people) => ({
    params: { id: await make.request(site, people) },
    body: { item: "A warm coat" },
  })),
  action(
    "editRequestAction",
    requests,
    editRequestSchema.extend({ id: z.string() }).shape,
    async (people) => ({
      id: await make.request(site, people),
      item: "A warm coat",
    }),
  ),
  action("changeGivingAction", users, { id: true, to: true }, async (people) => ({
    id: await make.request(site, people),
    to: "paused",
  })),
  action("blockAction", users, { username: true, isBlocked: true }, async (people) => ({
    username: (await personRow(people.other)).username,
    isBlocked: true,
  })),
  call("sendReport", users, async (people) => ({
    body: {
      target: { kind: "request", id: await others(people) },
      ground: "scam",
      text: "It is the photo of somebody else.",
      goodFaith: true,
    },
  })),
  call("appealDecision", users, async () => ({
    params: { id: randomUUID() },
    body: { text: "It is my own photo." },
  })),
  action("appealAction", users, appealActionSchema.shape, async () => ({
    id: randomUUID(),
    text: "It is my own photo.",
  })),
];

/** What each setting may change; `lastUsernameChange` is sent by older clients and ignored. */
const SETTINGS: Record<string, { value: unknown; columns: string[] }> = {
  avatar: { value: "🦊", columns: ["avatar"] },
  username: { value: `u${randomUUID().slice(0, 12)}`, columns: ["username", "lastUsernameChange"] },
  paypalEmail: { value: "another@example.org", columns: ["paypalEmail", "payoutChangedAt"] },
  paymentMethod: { value: "visa", columns: ["paymentMethod", "payoutChangedAt"] },
  visaCardToken: { value: "pm_another", columns: ["visaCardToken", "payoutChangedAt"] },
  anonymousProfile: { value: true, columns: ["anonymousProfile"] },
  hideGivenAmount: { value: true, columns: ["hideGivenAmount"] },
  hideReceivedAmount: { value: true, columns: ["hideReceivedAmount"] },
  preferredLanguage: { value: "de", columns: ["preferredLanguage"] },
};

describe("trust 19: what a client may not set", () => {
  it("is tried at every call that takes a body and every action that takes an object", () => {
    const calls = Object.entries(contract).filter(([, each]) => "body" in each);
    // Those of the office refuse everybody else before they read what is sent.
    const actions = builtActions()
      .filter(({ file }) => !file.startsWith("lib/actions/office"))
      .map(({ name }) => name);
    const apart = ["register", "chooseLanguageAction"];
    const wanted = [...calls.map(([name]) => name), ...actions].filter((name) => !apart.includes(name));
    expect(CASES.map(([name]) => name).toSorted()).toEqual(wanted.toSorted());
  });

  it.each(CASES)("%s changes none of it", async (_, { about, known, run }) => {
    const people = await pair(site);
    await addBoosts(site.db, people.owner, "normal", 5);
    const owner = await signedIn(site, people.owner);
    const ended = await run(people, owner, {});
    const made = await latest(about, people.owner);
    const [person, other] = [await personRow(people.owner), await personRow(people.other)];
    const forPerson = everyColumn(users, person, known);
    const sent = { ...forPerson, ...everyColumn(about, made, known) };
    expect(await run(people, owner, sent)).toBe(ended);
    if (about !== users) expect((await latest(about, people.owner)).id).not.toBe(made.id);
    expectUntouched(await latest(about, people.owner), sent);
    expectUntouched(await personRow(people.owner), forPerson);
    expect(await personRow(people.other)).toEqual(other);
  });

  it("PATCH of a person's every single column changes only what is a setting", async () => {
    const { owner } = await pair(site);
    const client = await signedIn(site, owner);
    const settings = Object.keys(updateUserSchema.shape);
    const before = await rowsOf(site.db, owner);
    const others = Object.keys(getTableColumns(users)).filter((name) => !settings.includes(name));
    for (const name of others) {
      const alone = Object.keys(getTableColumns(users)).filter((each) => each !== name);
      const body = everyColumn(users, await personRow(owner), alone);
      const { status } = await client.call(contract.updateUser, { body });
      expect([name, status]).toEqual([name, 200]);
    }
    expect(await rowsOf(site.db, owner)).toEqual(before);
  });

  it.each(Object.entries(SETTINGS))(
    "the setting %s changes nothing but what belongs to it",
    async (name, setting) => {
      const { owner } = await pair(site);
      const client = await signedIn(site, owner);
      const before = await personRow(owner);
      const { status } = await client.call(contract.updateUser, { body: { [name]: setting.value } });
      expect(status).toBe(200);
      const after = await personRow(owner);
      const changed = Object.keys(after).filter((column) => plain(after[column]) !== plain(before[column]));
      expect(changed.toSorted()).toEqual([...setting.columns, "updatedAt"].toSorted());
    },
  );

  it("has every setting", () => {
    expect(Object.keys(SETTINGS).toSorted()).toEqual(Object.keys(updateUserSchema.shape).toSorted());
  });

  it("register makes a person like any other, whatever is sent beside", async () => {
    const register = async (more: Fields) => {
      const username = `u${randomUUID().slice(0, 12)}`;
      const password = `steun-${randomUUID()}`;
      const body = { ...more, username, password, name: "Noor", email: `${username}@example.org` };
      const { status, body: answer } = await new Client(site.base).call(contract.register, { body });
      expect(status).toBe(201);
      return personRow((answer as { user: { id: string } }).user);
    };
    const usual = await register({});
    const sent = everyColumn(users, usual, keysOf(contract.register));
    const person = await register(sent);
    expectUntouched(person, sent);
    const own = ["id", "username", "email", "password", "createdAt", "updatedAt"];
    for (const [name, value] of Object.entries(person)) {
      if (!own.includes(name)) expect([name, value]).toEqual([name, usual[name]]);
    }
  });
});
