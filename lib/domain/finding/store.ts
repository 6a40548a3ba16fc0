import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import {
  follows,
  openRequests,
  requests,
  requestWords,
  savedRequests,
  searchWords,
  users,
} from "@/db/schema";
import { timestamptz } from "@/db/statement";
import { canBePaid } from "@/lib/domain/holds/guards";
import { takesDonations } from "@/lib/domain/requests/guards";
import { counterpartsOf } from "@/lib/domain/users/guards";
import type { Category } from "@/lib/ground/vocabulary";
import { type Band, type Filter, LITTLE_STEP, NEARLY_STEP, type Sort } from "./rules";

/** Where a page ended. `step` is that of the sort; 0 where there is none. */
export type FoundKey = { step: number; createdAt: Date; id: string };

/** A word of a search: the ids of the words that it may mean, and whether they are in many requests. */
export type Meaning = { ids: number[]; isCommon: boolean };

/** The longest that a statement of a search may take, in milliseconds. */
const TIMEOUT_MS = "1000";

/**
 * Until the transaction ends: a limit of a statement's time, and no compiling, which takes longer than a search.
 * `isMerged`: lists are read side by side in their order, because PostgreSQL would look up each of a long list in the
 * others.
 */
export async function plan(tx: Tx, { isMerged }: { isMerged: boolean }) {
  const joins = sql`${isMerged ? "off" : "on"}`;
  await tx.execute(sql`
    select set_config('statement_timeout', ${TIMEOUT_MS}, true), set_config('jit', 'off', true),
      set_config('enable_nestloop', ${joins}, true), set_config('enable_hashjoin', ${joins}, true)`);
}

/** The words of a text as they are compared. */
export async function selectWords(db: Db, text: string): Promise<string[]> {
  const [row] = await db.execute<{ words: string[] }>(sql`select words_of(${text}) as words`);
  return row?.words ?? [];
}

/** How many words that begin so are read, and how many of them count, the shortest first. */
const BEGINNING_READ = 500;
const BEGINNING = 8;

/** From how many letters on a typing mistake is forgiven, and how many words are tried then. */
const FORGIVEN_LETTERS = 4;
const FORGIVEN = 5;

/** In so many requests a word is common. */
const COMMON = 500;

/**
 * What each word of a search may mean: itself and the words that begin with it, or, if there are none, words that are
 * one typing mistake away. `isJoined`: with each other or with something else, for which their requests are counted.
 */
export async function selectMeanings(
  db: Db,
  words: readonly string[],
  { isJoined }: { isJoined: boolean },
): Promise<Meaning[]> {
  const rows = await db.execute<{ ids: number[] | null; count: number }>(sql`
    select coalesce(begins.ids, near.ids) as ids, counted.count
    from unnest(${`{${words.map((word) => JSON.stringify(word)).join()}}`}::text[]) with ordinality as asked (word, place)
    cross join lateral (
      select array_agg(found.id) as ids from (
        select id from (
          select id, word from ${searchWords}
          where word >= asked.word collate "C" and word < (asked.word || chr(1114111)) collate "C"
          order by word limit ${BEGINNING_READ}) beginning
        order by char_length(word), word limit ${BEGINNING}) found) begins
    cross join lateral (
      select array_agg(found.id) as ids from (
        select id from ${searchWords}
        where begins.ids is null and char_length(asked.word) >= ${FORGIVEN_LETTERS}
          and near && letters_left_out(asked.word)
        order by abs(char_length(word) - char_length(asked.word)), word limit ${FORGIVEN}) found) near
    cross join lateral (
      select count(*)::int as count from (
        select from ${requestWords} where word_id = any(coalesce(begins.ids, near.ids))
        limit ${isJoined ? COMMON : 0}) p) counted
    order by asked.place`);
  return rows.map(({ ids, count }) => ({ ids: ids ?? [], isCommon: count === COMMON }));
}

/** What a search finds, and how. */
type Search = {
  /** The words that must all occur, that by which most is left out first; none for a search without a text. */
  meanings: readonly Meaning[];
  category: Category | null;
  /** Bands around a town, the nearest first; null where none is asked for. */
  bands: readonly { band: Band; placeIds: readonly number[] }[] | null;
  filters: readonly Filter[];
  newSince: Date;
  /** Who searches: for what they saved and whom they follow. */
  viewerId: string | null;
  walletPays: boolean;
  /** People whose requests are left out. */
  without: readonly string[];
  sort: Sort;
  after: FoundKey | null;
  limit: number;
};

/** The newest with a word that are sorted in another order: a longer text finds the others (D43). */
const SORTED = 200;

const STEP: Record<Sort, SQL> = {
  newest: sql`0::smallint`,
  nearly: sql`o.reached_step`,
  least_left: sql`o.left_step`,
};

/** The keys of the open requests that a search finds, in its order; near a town, one band after the other. */
export async function selectFound(db: Db, { bands, ...search }: Search): Promise<FoundKey[]> {
  if (bands === null) return selectKeys(db, { ...search, near: null });
  const { after, limit } = search;
  const found: FoundKey[] = [];
  for (const { band, placeIds } of bands) {
    const step = nearness(band);
    if (found.length === limit || (after && after.step < step)) continue;
    const rest = { after: after?.step === step ? after : null, limit: limit - found.length };
    found.push(...(await selectKeys(db, { ...search, ...rest, near: { step, placeIds } })));
  }
  return found;
}

/** The nearer, the higher. */
const nearness = (band: Band) => 100 - band;

type InOnePlace = Omit<Search, "bands"> & { near: { step: number; placeIds: readonly number[] } | null };

async function selectKeys(db: Db, search: InOnePlace): Promise<FoundKey[]> {
  const { meanings, sort, near, after, limit } = search;
  const conditions = conditionsOf(search);
  const isByTime = sort === "newest" || near !== null;
  const step = near === null ? STEP[sort] : sql`${near.step}::smallint`;
  const columns = sql`${step} as step, o.created_at, o.request_id as id`;
  const key = after
    ? sql`(${after.step}::smallint, ${timestamptz(after.createdAt)}, ${after.id}::uuid)`
    : undefined;
  const newest = sql`o.created_at desc, o.request_id desc`;
  const beyond = key && sql`(${step}, o.created_at, o.request_id) < ${key}`;
  const rows = await db.execute<{ step: number; created_at: Date; id: string }>(
    meanings.length === 0
      ? sql`
        select ${columns} from ${openRequests} o
        where ${and(...conditions, isByTime ? afterTime(after) : beyond) ?? sql`true`}
        order by ${isByTime ? newest : sql`${step} desc, ${newest}`} limit ${limit}`
      : isByTime
        ? sql`
        select ${columns} from ${withWords(meanings, { isRow: conditions.length > 0, after })}
        where ${and(...conditions) ?? sql`true`} order by ${newest} limit ${limit}`
        : sql`
        select * from (
          select ${columns} from ${withWords(meanings, { isRow: true, after: null })}
          where ${and(...conditions) ?? sql`true`} order by ${newest} limit ${SORTED}) sorted
        where ${key ? sql`(step, created_at, id) < ${key}` : sql`true`}
        order by step desc, created_at desc, id desc limit ${limit}`,
  );
  return rows.map((row) => ({ step: row.step, createdAt: new Date(row.created_at), id: row.id }));
}

function afterTime(after: FoundKey | null): SQL | undefined {
  return after
    ? sql`(created_at, request_id) < (${timestamptz(after.createdAt)}, ${after.id}::uuid)`
    : undefined;
}

/** Lists in the order of time, joined: of each word, and of the rows where something else is asked of them. */
function withWords(
  meanings: readonly Meaning[],
  { isRow, after }: { isRow: boolean; after: FoundKey | null },
): SQL {
  const ofWord = (id: number) =>
    sql`select created_at, request_id from ${requestWords} where ${and(sql`word_id = ${id}`, afterTime(after))}`;
  const lists = meanings.map(({ ids }) =>
    ids.length === 1
      ? ofWord(ids[0] ?? 0)
      : sql`select distinct created_at, request_id from (${sql.join(ids.map(ofWord), sql` union all `)}) each
          order by created_at desc, request_id desc`,
  );
  const [first, ...others] = isRow ? [sql`select * from ${openRequests}`, ...lists] : lists;
  return sql`(${first}) o ${sql.join(
    others.map((list, n) => {
      const w = sql.raw(`w${n}`);
      return sql`join (${list}) ${w} on ${w}.created_at = o.created_at and ${w}.request_id = o.request_id`;
    }),
    sql` `,
  )}`;
}

function conditionsOf(search: InOnePlace): SQL[] {
  const { category, near, filters, newSince, viewerId, walletPays, without } = search;
  const of: Record<Filter, () => SQL> = {
    nearly: () => sql`o.reached_step >= ${NEARLY_STEP}`,
    little: () => sql`o.left_step >= ${LITTLE_STEP}`,
    new: () => sql`o.created_at > ${timestamptz(newSince)}`,
    payable: () =>
      sql`exists (select from ${users} where ${users}.id = o.user_id and ${canBePaid(walletPays)})`,
    saved: () => sql`exists (
      select from ${savedRequests} s where s.user_id = ${viewerId} and s.request_id = o.request_id)`,
    followed: () => sql`exists (
      select from ${follows} f join ${users} on ${users}.id = f.followed_id and not ${users}.anonymous_profile
      where f.follower_id = ${viewerId} and f.followed_id = o.user_id)`,
  };
  return [
    ...(category ? [sql`o.category = ${category}`] : []),
    ...(near ? [sql`o.place_id = any(${`{${near.placeIds.join()}}`}::integer[])`] : []),
    ...filters.map((filter) => of[filter]()),
    ...(without.length > 0 ? [sql`o.user_id <> all(${`{${without.join()}}`}::uuid[])`] : []),
  ];
}

type Saved = Pick<typeof savedRequests.$inferInsert, "userId" | "requestId">;

/** Does nothing where the request is gone meanwhile. */
export async function insertSaved(
  tx: Tx,
  { userId, requestId, createdAt }: Saved & { createdAt: Date },
): Promise<void> {
  await tx.execute(sql`
    insert into ${savedRequests} (user_id, request_id, created_at)
    select ${userId}::uuid, r.id, ${timestamptz(createdAt)} from ${requests} r
    where r.id = ${requestId}::uuid and r.deleted_at is null for key share
    on conflict do nothing`);
}

const isSaved = ({ userId, requestId }: Saved) =>
  and(eq(savedRequests.userId, userId), eq(savedRequests.requestId, requestId));

export async function deleteSaved(db: Db, saved: Saved): Promise<void> {
  await db.delete(savedRequests).where(isSaved(saved));
}

/** Whether somebody saved a request. */
export async function hasSaved(db: Db, saved: Saved): Promise<boolean> {
  return (await db.$count(savedRequests, isSaved(saved))) > 0;
}

/**
 * Deletes those of the next `limit` words that no request has. One that is just being used is left: its key is locked.
 * Returns the last word's id, or 0 at the end.
 */
export async function deleteUnusedWords(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<number> {
  const [row] = await db.execute<{ last: number; seen: number }>(sql`
    with batch as (
      select id from ${searchWords} where id > ${after} order by id limit ${limit}),
    gone as (
      delete from ${searchWords} where id in (
        select id from ${searchWords} w
        where id in (select id from batch) and not exists (select from ${requestWords} p where p.word_id = w.id)
        for update skip locked))
    select coalesce(max(id), 0) as last, count(*)::int as seen from batch`);
  return row && row.seen === limit ? row.last : 0;
}

const kept = sql`select r.id, r.item as title, r.raised::float8 as raised, r.goal
  from ${openRequests} o join ${requests} r on r.id = o.request_id`;
type Kept = { id: string; title: string; raised: number; goal: number };

/** Requests that somebody saved and that take donations, the nearest to their goal first. Cents. */
export async function selectSaved(db: Db, personId: string, limit: number): Promise<Kept[]> {
  const rows = await db.execute<Kept>(sql`
    ${kept} join ${savedRequests} s on s.request_id = r.id and s.user_id = ${personId}::uuid
    where o.user_id <> all(${counterpartsOf(sql`${personId}`)}) and ${takesDonations(sql`r`)} order by r.raised::float8 / r.goal desc, r.id limit ${limit}`);
  return [...rows];
}

/** Requests that take donations of people whom somebody follows, made within a time, the newest first. Cents. */
export async function selectFollowed(
  db: Db,
  personId: string,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<Kept[]> {
  const rows = await db.execute<Kept>(sql`
    ${kept} where o.user_id in (
        select f.followed_id from ${follows} f join ${users} u on u.id = f.followed_id and not u.anonymous_profile
        where f.follower_id = ${personId}::uuid)
      and o.created_at >= ${timestamptz(from)} and o.created_at < ${timestamptz(to)}
      and ${takesDonations(sql`r`)}
    order by o.created_at desc, o.request_id desc limit ${limit}`);
  return [...rows];
}
