import { randomBytes, randomUUID } from "node:crypto";
import { eq, is, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { connect, type Db } from "@/db/client";
import * as schema from "@/db/schema";
import {
  appeals,
  approvals,
  decisions,
  donations,
  newId,
  notifications,
  passkeys,
  photos,
  posts,
  reports,
  sessions,
  users,
} from "@/db/schema";
import { statement } from "@/db/statement";
import { openSession } from "@/lib/domain/sessions/open-session";
import { sidOf } from "@/lib/domain/sessions/token";
import { addOperator } from "./deciding";
import { Client, ownStack } from "./http";
import { addBoosts, addPerson, addRequest } from "./people";
import { type Stack, startStack, WHOLE_SITE } from "./stack";

/** Where an application is, and the books behind it. */
export type Site = { db: Db; base: string; cookieName: string };

type Opened = Site & { close: () => Promise<void> };

function lookInto({ appUrl, databaseUrl }: Pick<Stack, "appUrl" | "databaseUrl">): Opened {
  const { db, close } = connect(databaseUrl, { max: 4 });
  return { db, base: appUrl, cookieName: "steuntje.session", close };
}

/** The application of this worker, in which everything can be asked for. Other files leave their people in it. */
export const openSite = (): Opened => lookInto(ownStack());

/** An application of one's own, for who looks at lists that have everybody's. */
export async function startSite(): Promise<Opened> {
  const env = async () => WHOLE_SITE;
  const { stack, stop } = await startStack({ postgresUrl: ownStack().databaseUrl, env });
  const site = lookInto(stack);
  const close = async () => {
    await site.close();
    await stop();
  };
  return { ...site, close };
}

/** Somebody to whom things belong, somebody else, and who reported the things. */
export type Pair = { owner: { id: string }; other: { id: string }; reporter: { id: string } };

export async function pair({ db }: Site): Promise<Pair> {
  const [owner, other, reporter] = await Promise.all([addPerson(db), addPerson(db), addPerson(db)]);
  await addBoosts(db, owner, "normal", 1);
  return { owner, other, reporter };
}

/** Who asks. `expired` has the cookie of an ended session of the owner's. */
export type Asker = "nobody" | "expired" | "other" | "owner";

/** Who asks for something of the office too. `second` did not order what waits. */
export type OfficeAsker = Asker | "reporter" | "operator" | "second";

/** The browser of each of them, with a session of its own; an operator's was opened by a passkey. */
export async function browserOf(
  site: Site,
  { owner, other, reporter }: Pair,
  asker: OfficeAsker,
): Promise<Client> {
  if (asker === "nobody") return new Client(site.base);
  if (asker === "other") return signedIn(site, other);
  if (asker === "reporter") return signedIn(site, reporter);
  if (asker === "operator" || asker === "second") {
    return signedIn(site, await addOperator(site.db), { accessRound: 0 });
  }
  const client = await signedIn(site, owner);
  if (asker === "expired") {
    const [, token = ""] = client.cookie.split("=");
    const expire = new Date(Date.now() - 1_000);
    await site.db
      .update(sessions)
      .set({ expire })
      .where(eq(sessions.sid, sidOf(token)));
  }
  return client;
}

/** A browser in which a person is signed in; with the round of their sessions by a passkey. */
export async function signedIn(
  { db, base, cookieName }: Site,
  person: { id: string },
  by: { accessRound?: number } = {},
): Promise<Client> {
  const { token } = await openSession(db, person.id, { replaces: null, ...by });
  const client = new Client(base);
  client.cookie = `${cookieName}=${token}`;
  return client;
}

/** What belongs to somebody and can be asked for. */
export type Thing =
  | "person"
  | "username"
  | "request"
  | "post"
  | "donation"
  | "notification"
  | "upload"
  | "photo"
  | "avatar"
  | "session"
  | "passkey"
  | "report"
  | "decision"
  | "approval";

/** From somebody else to the owner; no money arrived. */
async function addFailedDonation({ db }: Site, { owner, other }: Pair) {
  const [donationId, { id: requestId }] = [newId(), await addRequest(db, owner)];
  const cents = { amount: 500, serviceFee: 10, currency: "eur" };
  const donation = { id: donationId, requestId, donorId: other.id, recipientId: owner.id, ...cents };
  await db.insert(donations).values({ ...donation, paymentStatus: "failed" });
  return { donationId, requestId };
}

/** Makes a thing of the owner's; answers what names it in an address. */
export const make: Record<Thing, (site: Site, pair: Pair) => Promise<string>> = {
  person: async (_, { owner }) => owner.id,
  username: async ({ db }, { owner }) => {
    const [row] = await db.select({ username: users.username }).from(users).where(eq(users.id, owner.id));
    return row?.username ?? "";
  },
  request: async ({ db }, { owner }) => (await addRequest(db, owner)).id,
  post: async (site, people) => {
    const id = newId();
    const requestId = await make.request(site, people);
    const post = { id, requestId, userId: people.owner.id, kind: "update", audience: "everyone" } as const;
    await site.db.insert(posts).values({ ...post, text: "It is on its way." });
    return id;
  },
  donation: async (site, people) => (await addFailedDonation(site, people)).donationId,
  notification: async (site, people) => {
    const { db } = site;
    const { owner, other } = people;
    const id = newId();
    const { donationId, requestId } = await addFailedDonation(site, people);
    const told = {
      id,
      userId: owner.id,
      type: "donation",
      requestId,
      donationId,
      donorId: other.id,
    } as const;
    await db.insert(notifications).values({ ...told, amount: 500, progress: 5 });
    return id;
  },
  upload: async ({ db }, { owner }) => {
    const uploadKey = `uploads/${owner.id}/${randomUUID()}`;
    await db.insert(photos).values({ userId: owner.id, uploadKey });
    return uploadKey;
  },
  photo: async ({ db }, { owner }) => {
    const id = newId();
    const size = { width: 400, height: 300 };
    await db.insert(photos).values({ id, userId: owner.id, uploadKey: `uploads/${id}`, ...size });
    return `${id}.webp`;
  },
  avatar: async ({ db }, { owner }) => {
    const avatar = `data:image/webp;base64,${Buffer.from(owner.id).toString("base64")}`;
    const [row] = await db.update(users).set({ avatar }).where(eq(users.id, owner.id)).returning();
    return `${row?.avatarHash}.webp`;
  },
  session: async ({ db }, { owner }) => {
    const { token } = await openSession(db, owner.id, { replaces: null });
    const [row] = await db
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.sid, sidOf(token)));
    return row?.id ?? "";
  },
  report: async (site, people) => {
    const [row] = await site.db
      .insert(reports)
      .values({
        subject: "request",
        subjectId: await make.request(site, people),
        personId: people.owner.id,
        reporterId: people.reporter.id,
        ground: "scam",
        text: "They never bought it.",
        locale: "en",
        dueAt: new Date(),
      })
      .returning({ reference: reports.reference });
    return row?.reference ?? "";
  },
  decision: async (site, people) => {
    const { id: decidedBy } = await addOperator(site.db);
    const [row] = await site.db
      .insert(decisions)
      .values({
        subject: "request",
        subjectId: await make.request(site, people),
        personId: people.owner.id,
        measure: "giving_off",
        ground: "rules:2.1",
        facts: "It looked like spam to us.",
        decidedBy,
      })
      .returning({ id: decisions.id });
    const decisionId = row?.id ?? "";
    await site.db.insert(appeals).values({ decisionId, decidedBy, text: "It is my own photo." });
    return decisionId;
  },
  approval: async ({ db }, { owner }) => {
    const { id: askedBy } = await addOperator(db);
    const waits = { deed: "lift_hold", input: { holdId: newId(), reason: "checked" }, reason: "checked" };
    const [row] = await db
      .insert(approvals)
      .values({ ...waits, personId: owner.id, amount: 30_000, askedBy })
      .returning({ id: approvals.id });
    return row?.id ?? "";
  },
  passkey: async ({ db }, { owner }) => {
    const passkey = { userId: owner.id, publicKey: "key", counter: 0, transports: [], backedUp: false };
    // Two, so that one can be removed.
    const made = await db
      .insert(passkeys)
      .values(["one", "two"].map((name) => ({ ...passkey, name, credentialId: randomUUID() })))
      .returning({ id: passkeys.id });
    return made[0]?.id ?? "";
  },
};

/** What would name such a thing, if there were one. */
export const unknown: Record<Thing, () => string> = {
  person: newId,
  username: () => `nobody-${randomBytes(4).toString("hex")}`,
  request: newId,
  post: newId,
  donation: newId,
  notification: newId,
  upload: () => `uploads/${newId()}/${randomUUID()}`,
  photo: () => `${newId()}.webp`,
  avatar: () => `${randomBytes(16).toString("hex")}.webp`,
  session: randomUUID,
  passkey: newId,
  report: () => "AAAA-BBBB-CCCC",
  decision: newId,
  approval: newId,
};

/** Every table of the schema by its name there. */
export const tables: [string, PgTable][] = Object.entries(schema).flatMap(([name, value]) =>
  is(value, PgTable) ? [[name, value] as [string, PgTable]] : [],
);

const OWNER_COLUMNS = ["user_id", "donor_id"];
/** Set by the server for any caller: when reconciliation reviews a row next. */
const BY_TIME = sql`array['check_at', 'checked_at', 'review_at']`;

/** Set by the server that sends a message. */
const BY_SENDING = sql`array['state', 'address', 'secret', 'due_at', 'claimed_at', 'attempts', 'reason', 'finished_at']`;

const selectRowsOf = statement<{ id: string }, { name: string; rows: unknown }>(({ id }) => {
  const parts = tables.flatMap(([, table]) => {
    const { name, columns } = getTableConfig(table);
    const names = columns.map((column) => toSnakeCase(column.name));
    const own = name === "users" ? "id" : OWNER_COLUMNS.find((each) => names.includes(each));
    if (!own) return [];
    return sql`select ${name}::text as name, to_jsonb(t) - ${name === "mails" ? BY_SENDING : BY_TIME} as row from ${sql.identifier(name)} t where ${sql.identifier(own)} = ${id}`;
  });
  return sql`
    select name, jsonb_agg(row order by row::text) as rows
    from (${sql.join(parts, sql` union all `)}) all_rows group by name`;
});

/** Everything that is a person's in the database, by table, to be compared with what it was. */
export async function rowsOf(db: Db, { id }: { id: string }): Promise<Record<string, unknown>> {
  const found = await selectRowsOf(db, { id });
  return Object.fromEntries(found.map(({ name, rows }) => [name, rows]));
}
