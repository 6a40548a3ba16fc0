import {
  and,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { validate as isUuid } from "uuid";
import type { Db, Tx } from "@/db/client";
import { donations, liveStats, places, requests, users } from "@/db/schema";
import { pick, preparedQuery, statement, timestamptz } from "@/db/statement";
import { ways } from "@/lib/domain/holds/guards";
import { publicUserColumns } from "@/lib/domain/users/columns";
import { counterpartsOf } from "@/lib/domain/users/guards";
import { isKept, takesDonations } from "./guards";
import type { Place } from "./rules";

/** Everything of a request that is shown: all columns but those for the feed's order, deletion and faces. */
const {
  deletedAt: _deletedAt,
  isListed: _isListed,
  lastDonors: _lastDonors,
  listedUntil: _listedUntil,
  priorityLevel: _level,
  priorityUntil: _until,
  ...shownColumns
} = getTableColumns(requests);

/** What donors are just paying of it, by the database's clock: the feed's query is prepared without a time. */
const beingPaid = sql<number>`coalesce((
  select sum(d.amount) from ${donations} d
  where d.request_id = ${requests}.id and d.payment_status = 'pending' and d.reserved_until > now()), 0)`.mapWith(
  Number,
);

const columns = {
  ...shownColumns,
  beingPaid,
  owner: {
    ...publicUserColumns,
    ...ways,
    donationsPausedAt: users.donationsPausedAt,
  },
};

const select = (db: Db) => db.select(columns).from(requests).innerJoin(users, eq(users.id, requests.userId));

/** A request and what its card shows of its owner. */
export type RequestRow = NonNullable<Awaited<ReturnType<typeof selectOne>>>;

/** What donations change of a request. `raised` in cents. */
type RequestProgress = { id: string; raised: number; isCompleted: boolean; givers: number };

/** Where a page of the feed ended. */
type FeedKey = { feedRank: number; createdAt: Date; id: string };
/** Where a page of one person's requests ended. */
type OwnKey = { createdAt: Date; id: string };

const present = isNull(requests.deletedAt);

/** The condition of the partial index that serves the feed, without what its owner closed. */
const inFeed = and(requests.isActive, requests.isListed, isNull(requests.closedAt), present);

/**
 * Which of a person's requests: all, those in the feed, or those on the person's page: open ones, and completed ones
 * also when they left the feed (D20, D50).
 */
const OF_PERSON = {
  all: present,
  feed: inFeed,
  page: and(requests.isActive, or(requests.isCompleted, isNull(requests.closedAt)), present),
};

/** The indexes' order: what is newest first has its nulls last there, although there are none. */
const descending = (...columns: (typeof requests)["feedRank" | "createdAt" | "id"][]) =>
  columns.map((column) => sql`${column} desc nulls last`);

const feedOrder = descending(requests.feedRank, requests.createdAt, requests.id);

const notBlocked = (viewerId: SQLWrapper) => sql`${requests.userId} <> all(${counterpartsOf(viewerId)})`;

const firstOfFeed = preparedQuery((db) =>
  select(db)
    .where(and(inFeed, notBlocked(sql.placeholder("viewerId"))))
    .orderBy(...feedOrder)
    .limit(sql.placeholder("limit"))
    .prepare("first_of_feed"),
);

/**
 * Rows of the feed in its order (D20), without the requests of people whom the viewer blocked or who blocked them: the
 * first, or those that follow one.
 */
export async function selectFeed(
  db: Db,
  { after, viewerId, limit }: { after: FeedKey | null; viewerId: string | null; limit: number },
): Promise<RequestRow[]> {
  if (after === null) return firstOfFeed(db).execute({ viewerId, limit });
  const beyond = sql`(${requests.feedRank}, ${requests.createdAt}, ${requests.id}) < (${after.feedRank}::smallint, ${timestamptz(after.createdAt)}, ${after.id}::uuid)`;
  return select(db)
    .where(and(inFeed, beyond, notBlocked(sql`${viewerId}`)))
    .orderBy(...feedOrder)
    .limit(limit);
}

/** A person's requests, newest first. */
export async function selectOf(
  db: Db,
  {
    ownerId,
    which,
    limit,
    after,
  }: { ownerId: string; which: keyof typeof OF_PERSON; limit: number; after: OwnKey | null },
): Promise<RequestRow[]> {
  const beyond =
    after &&
    sql`(${requests.createdAt}, ${requests.id}) < (${timestamptz(after.createdAt)}, ${after.id}::uuid)`;
  return select(db)
    .where(and(eq(requests.userId, ownerId), OF_PERSON[which], beyond ?? undefined))
    .orderBy(...descending(requests.createdAt, requests.id))
    .limit(limit);
}

/** One request; null when there is none or it was deleted. */
export async function selectOne(db: Db, id: string) {
  if (!isUuid(id)) return null;
  const [row] = await select(db).where(and(eq(requests.id, id), present));
  return row ?? null;
}

/** These requests, in any order, without those that were deleted. */
export async function selectMany(db: Db, ids: readonly string[]): Promise<RequestRow[]> {
  return select(db).where(and(inArray(requests.id, [...ids]), present));
}

const progressOf = statement<{ ids: string }, RequestProgress>(
  () => sql`
    select ${requests.id} as id, ${requests.raised}::float8 as raised, ${requests.isCompleted} as "isCompleted",
      ${requests.donationCount} as givers
    from ${requests}
    where ${requests.id} = any(${sql.placeholder("ids")}::uuid[]) and ${requests.isActive} and ${present}`,
);

/** What donations change of these requests, of those that `findRequest` finds for anyone. Cents. */
export async function selectProgress(db: Db, ids: readonly string[]): Promise<RequestProgress[]> {
  return progressOf(db, { ids: `{${ids.join()}}` });
}

/** How many of a person's requests are active, not completed and not closed (D8). */
export async function countOpen(db: Db, userId: string): Promise<number> {
  return db.$count(
    requests,
    and(
      eq(requests.userId, userId),
      requests.isActive,
      eq(requests.isCompleted, false),
      isNull(requests.closedAt),
      isNull(requests.deletedAt),
    ),
  );
}

type NewRow = typeof requests.$inferInsert;

export async function insertRequest(db: Db, row: NewRow): Promise<void> {
  await db.insert(requests).values(row);
}

/** What decides which actions its owner may take. Locks the row against new donations and settlements. */
export async function lockRequest(tx: Tx, id: string) {
  const [row] = await tx
    .select(pick(requests, "userId", "isActive", "isCompleted", "appliedBoostType", "photoUrl", "closedAt"))
    .from(requests)
    .where(and(eq(requests.id, id), isNull(requests.deletedAt)))
    .for("update");
  return row ?? null;
}

/** The name of a town; null when there is none of this id. */
export async function selectPlaceName(db: Db, id: number): Promise<string | null> {
  const [row] = await db.select(pick(places, "name")).from(places).where(eq(places.id, id));
  return row?.name ?? null;
}

/** Whether a request is kept when it is deleted. */
export async function mustKeep(db: Db, id: string): Promise<boolean> {
  const [row] = await db.select({ isKept }).from(requests).where(eq(requests.id, id));
  return row?.isKept === true;
}

/** Whether anybody gave to a request, or is about to. The request is locked: nobody begins meanwhile. */
export async function hasBegunDonations(db: Db, id: string): Promise<boolean> {
  const begun = and(eq(donations.requestId, id), sql`${donations.paymentStatus} <> 'failed'`);
  const rows = await db.select({ id: donations.id }).from(donations).where(begun).limit(1);
  return rows.length > 0;
}

export async function updateRequest(db: Db, id: string, change: Partial<NewRow>): Promise<void> {
  if (Object.keys(change).length > 0) await db.update(requests).set(change).where(eq(requests.id, id));
}

export async function removeRequest(db: Db, id: string): Promise<void> {
  await db.delete(requests).where(eq(requests.id, id));
}

/** The conditions of the two partial indexes that know what runs out next. */
const hasPriorityEnd = isNotNull(requests.priorityUntil);
const hasListingEnd = and(requests.isListed, isNotNull(requests.listedUntil));

const ended = statement<{ moment: string }, { hasEnded: boolean | null }>(({ moment }) => {
  const next = (column: PgColumn, among: SQL | undefined) =>
    sql`(select min(${column}) from ${requests} where ${among})`;
  const end = sql`least(${next(requests.priorityUntil, hasPriorityEnd)}, ${next(requests.listedUntil, hasListingEnd)})`;
  return sql`select ${end} <= ${moment}::timestamptz as "hasEnded"`;
});

/**
 * Whether the stored place of a request has run out. Two index probes: asking for those in the past, PostgreSQL expects
 * very many and reads the whole table for the first.
 */
export async function hasEnded(db: Db, moment: Date): Promise<boolean> {
  const [row] = await ended(db, { moment: moment.toISOString() });
  return row?.hasEnded === true;
}

/**
 * Locks requests whose stored place has run out, the oldest first, skipping those that another server works on.
 */
export async function lockExpired(tx: Tx, moment: Date, limit: number) {
  const passed = (column: PgColumn, among: SQL | undefined) =>
    tx
      .select({ id: requests.id })
      .from(requests)
      .where(and(among, lte(column, moment)))
      .orderBy(column)
      .limit(limit);
  const due = sql`(${passed(requests.priorityUntil, hasPriorityEnd)}) union (${passed(requests.listedUntil, hasListingEnd)})`;
  return tx
    .select({
      ...pick(requests, "id", "completedAt", "appliedBoostType", "boostAppliedAt"),
      ownerTier: users.subscriptionTier,
      ownerTierExpiry: users.subscriptionExpiry,
    })
    .from(requests)
    .innerJoin(users, eq(users.id, requests.userId))
    .where(
      and(
        sql`${requests.id} in (${due})`,
        or(lte(requests.priorityUntil, moment), and(requests.isListed, lte(requests.listedUntil, moment))),
      ),
    )
    .limit(limit)
    .for("no key update", { of: requests, skipLocked: true });
}

type Placing = Place & { id: string };

/** The facts, beside their owner's tier, that decide the places of a person's requests in the feed. */
export async function selectPlacesOf(db: Db, userId: string) {
  return db
    .select(pick(requests, "id", "completedAt", "appliedBoostType", "boostAppliedAt"))
    .from(requests)
    .where(and(eq(requests.userId, userId), isNull(requests.deletedAt)));
}

/** Stores where requests belong in the feed; one text for any number of them, so that it is prepared once. */
export async function placeRequests(db: Db, placings: readonly Placing[]): Promise<void> {
  const rows = placings.map(({ id, priority: { level, until }, isListed: listed, listedUntil }) => ({
    id,
    level,
    until,
    listed,
    listed_until: listedUntil,
  }));
  await db.execute(sql`
    update ${requests} r
    set priority_level = v.level, priority_until = v.until, is_listed = v.listed, listed_until = v.listed_until
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      v (id uuid, level smallint, until timestamptz, listed boolean, listed_until timestamptz)
    where r.id = v.id`);
}

/** For the auth screen (specification 2): the open requests, and the total raised and not refunded, in cents. */
export async function selectStats(db: Db): Promise<{ activeRequests: number; totalRaised: number }> {
  const sum = (column: (typeof liveStats)["activeRequests" | "totalRaised"]) =>
    sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);
  const [row] = await db
    .select({ activeRequests: sum(liveStats.activeRequests), totalRaised: sum(liveStats.totalRaised) })
    .from(liveStats);
  return row ?? { activeRequests: 0, totalRaised: 0 };
}

/** How many of the feed's first requests the digest chooses from. */
const CONSIDERED = 500;

/**
 * Of the first requests of the feed, those of others that take donations and come closest to their goal; of none
 * between whom and the person is a block. Cents.
 */
export async function selectNearGoal(db: Db, { exceptOwner, limit }: { exceptOwner: string; limit: number }) {
  const first = db
    .select({
      id: requests.id,
      ownerId: requests.userId,
      title: requests.item,
      ...pick(requests, "raised", "goal"),
    })
    .from(requests)
    .where(and(inFeed, eq(requests.isCompleted, false), takesDonations(requests)))
    .orderBy(sql`${requests.feedRank} desc, ${requests.createdAt} desc, ${requests.id} desc`)
    .limit(CONSIDERED)
    .as("first");
  return db
    .select({ id: first.id, title: first.title, raised: first.raised, goal: first.goal })
    .from(first)
    .where(
      and(
        ne(first.ownerId, exceptOwner),
        sql`${first.ownerId} <> all(${counterpartsOf(sql`${exceptOwner}`)})`,
        gt(first.raised, 0),
      ),
    )
    .orderBy(sql`${first.raised}::float8 / ${first.goal} desc, ${first.id}`)
    .limit(limit);
}
