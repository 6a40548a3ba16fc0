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
import type { Category } from "@/lib/ground/vocabulary";
import { type Filter, LITTLE_STEP, NEARLY_STEP, type Sort } from "./rules";

/** Where a page ended. `step` is that of the sort; 0 where there is none. */
export type FoundKey = { step: number; createdAt: Date; id: string };

/** A word of a search: the ids of the words that it may mean, and whether they are in many requests. */
export type Meaning = { ids: number[]; isCommon: boolean };

/** Until the transaction ends: a limit of a statement's time, and no compiling, which takes longer than a search. */
export async function boundTime(tx: Tx, milliseconds: number): Promise<void> {
  await tx.execute(
    sql`select set_config('statement_timeout', ${String(milliseconds)}, true), set_config('jit', 'off', true)`,
  );
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
 * one typing mistake away.
 */
export async function selectMeanings(db: Db, words: readonly string[]): Promise<Meaning[]> {
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
        select from ${requestWords} where word_id = any(coalesce(begins.ids, near.ids)) limit ${COMMON}) p) counted
    order by asked.place`);
  return rows.map(({ ids, count }) => ({ ids: ids ?? [], isCommon: count === COMMON }));
}

/** What a search finds, and how. `at` is now. */
type Search = {
  /** The words that must all occur, that by which most is left out first; none for a search without a text. */
  meanings: readonly Meaning[];
  category: Category | null;
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

/** The newest with a common word that are sorted in another order: a longer text finds the others (D43). */
const SORTED = 200;

const STEP: Record<Sort, SQL> = {
  newest: sql`0`,
  nearly: sql`o.reached_step`,
  least_left: sql`o.left_step`,
};

/** The keys of the open requests that a search finds, in its order. */
export async function selectFound(db: Db, search: Search): Promise<FoundKey[]> {
  const { meanings, sort, after, limit } = search;
  const [first, ...others] = meanings;
  const step = STEP[sort];
  const conditions = and(...conditionsOf(search));
  const found =
    first &&
    withWords(first, others, {
      conditions,
      after: sort === "newest" ? after : null,
      limit: sort === "newest" ? limit : SORTED,
    });
  const newest = sql`o.created_at desc nulls last, o.request_id desc nulls last`;
  const rows = await db.execute<{ step: number; created_at: Date; id: string }>(
    found && sort === "newest"
      ? found
      : sql`
        select ${step} as step, o.created_at, o.request_id as id
        from ${openRequests} o ${found ? sql`join (${found}) found on found.id = o.request_id` : sql``}
        where ${and(found ? undefined : conditions, after ? beyond(sort, after) : undefined) ?? sql`true`}
        order by ${sort === "newest" ? newest : sql`${step} desc nulls last, ${newest}`} limit ${limit}`,
  );
  return rows.map((row) => ({ step: row.step, createdAt: new Date(row.created_at), id: row.id }));
}

function beyond(sort: Sort, { step, createdAt, id }: FoundKey): SQL {
  const [at, own] = [timestamptz(createdAt), sql`${id}::uuid`];
  return sort === "newest"
    ? sql`(o.created_at, o.request_id) < (${at}, ${own})`
    : sql`(${STEP[sort]}, o.created_at, o.request_id) < (${step}::smallint, ${at}, ${own})`;
}

type WithWords = { conditions: SQL | undefined; after: FoundKey | null; limit: number };

/** The newest open requests with all words: those of the first in the order of its index, the others looked up. */
function withWords(first: Meaning, others: readonly Meaning[], { conditions, after, limit }: WithWords): SQL {
  const ofWord = (id: number) => sql`
    select created_at, request_id from ${requestWords} where word_id = ${id}
      ${after ? sql`and (created_at, request_id) < (${timestamptz(after.createdAt)}, ${after.id}::uuid)` : sql``}`;
  const all = sql.join(first.ids.map(ofWord), sql` union all `);
  const posted =
    first.ids.length === 1
      ? all
      : sql`select distinct created_at, request_id from (${all}) each order by created_at desc, request_id desc`;
  const hasOther = others.map(
    ({ ids }) => sql`exists (
      select from ${requestWords} p
      where p.word_id = any(${`{${ids.join()}}`}::integer[]) and p.created_at = w.created_at and p.request_id = w.request_id)`,
  );
  return sql`
    select 0 as step, w.created_at, w.request_id as id from (${posted}) w
    ${conditions ? sql`join ${openRequests} o on o.request_id = w.request_id` : sql``}
    where ${and(conditions, ...hasOther) ?? sql`true`}
    order by w.created_at desc, w.request_id desc limit ${limit}`;
}

function conditionsOf({ category, filters, newSince, viewerId, walletPays, without }: Search): SQL[] {
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
