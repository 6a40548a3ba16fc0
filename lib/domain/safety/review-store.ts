import { and, eq, inArray, isNull, notInArray, sql } from "drizzle-orm";
import type { Db, Tx } from "@/db/client";
import {
  donations,
  dueChecks,
  holds,
  knownBrowsers,
  photos,
  reports,
  requestFlags,
  requests,
  requestTexts,
  users,
} from "@/db/schema";
import { pick, timestamptz } from "@/db/statement";
import {
  type Flag,
  LIKE_PHOTO_BITS,
  LIKE_TEXT_DAYS,
  type MadeFacts,
  type MoneyFacts,
  SMALL_DONATION,
} from "./review-rules";

/** How many like texts, donations or people a rule sees at most. */
const SEEN = 50;
const SEEN_DONATIONS = 500;

const integers = (values: readonly number[]) => sql`${sql.param(`{${values.join()}}`)}::integer[]`;

const again = sql`on conflict (request_id) do update set due_at = excluded.due_at`;

/** Makes a check of a request due. Waits for one that is under way, so that it or the next one sees the cause. */
export async function insertDueCheck(tx: Tx, requestId: string, at: Date): Promise<void> {
  await tx.execute(
    sql`insert into ${dueChecks} (request_id, due_at) values (${requestId}, ${timestamptz(at)}) ${again}`,
  );
}

/** The same for all requests of which a person is owed money: they are paid somewhere else now. */
export async function insertDueChecksOf(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.execute(sql`
    insert into ${dueChecks} (request_id, due_at)
    select distinct d.request_id, ${timestamptz(at)} from ${donations} d where d.recipient_id = ${userId} and d.is_owed
    order by d.request_id
    ${again}`);
}

/** Makes the next check compare the text and the photo of a request again. */
export async function deleteText(tx: Tx, requestId: string): Promise<void> {
  await tx.delete(requestTexts).where(eq(requestTexts.requestId, requestId));
}

/** How long a check may take before another server begins it again. */
const CLAIMED_MINUTES = 5;

/** Claims up to `limit` requests whose check is due. */
export async function claimDueChecks(db: Db, at: Date, limit: number): Promise<{ id: string }[]> {
  return db.execute<{ id: string }>(sql`
    update ${dueChecks} set due_at = ${timestamptz(at)} + ${CLAIMED_MINUTES}::integer * interval '1 minute'
    where request_id in (
      select request_id from ${dueChecks} where due_at <= ${timestamptz(at)} order by due_at limit ${limit}
      for update skip locked)
    returning request_id as id`);
}

/** The request of a donation, or those of a person, as far as their check is due. */
export async function selectDue(db: Db, of: { donationId: string } | { userId: string }): Promise<string[]> {
  const which =
    "userId" in of
      ? sql`c.request_id in (select r.id from ${requests} r where r.user_id = ${of.userId})`
      : sql`c.request_id = (select d.request_id from ${donations} d where d.id = ${of.donationId})`;
  const rows = await db.execute<{ id: string }>(
    sql`select c.request_id as id from ${dueChecks} c where ${which}`,
  );
  return rows.map(({ id }) => id);
}

/**
 * A request for the rules, locked: who credits a donation waits, or is waited for. `isNew`: its text was never
 * checked. Null once it is gone.
 */
export async function lockChecked(tx: Tx, id: string) {
  const [row] = await tx
    .select({
      ownerId: requests.userId,
      ...pick(requests, "createdAt", "goal", "raised", "item", "description"),
      isDeleted: sql<boolean>`${requests.deletedAt} is not null`,
      isNew: sql<boolean>`not exists (select from ${requestTexts} t where t.request_id = ${requests}.id)`,
    })
    .from(requests)
    .where(eq(requests.id, id))
    .for("no key update");
  return row ?? null;
}

/** False when its check is not due any more. */
export async function deleteDueCheck(tx: Tx, requestId: string): Promise<boolean> {
  const rows = await tx
    .delete(dueChecks)
    .where(eq(dueChecks.requestId, requestId))
    .returning({ id: dueChecks.requestId });
  return rows.length > 0;
}

export async function insertText(
  tx: Tx,
  requestId: string,
  marks: readonly number[],
  createdAt: Date,
): Promise<void> {
  await tx
    .insert(requestTexts)
    .values({ requestId, marks: [...marks], createdAt })
    .onConflictDoNothing();
}

export async function findOwnerSince(db: Db, userId: string): Promise<Date> {
  const [row] = await db.select({ createdAt: users.createdAt }).from(users).where(eq(users.id, userId));
  if (!row) throw new Error(`person ${userId} vanished`);
  return row.createdAt;
}

/** How many texts are read to find like ones. A phrase that many people use ("every little bit helps") is in more. */
const READ_TEXTS = 1_000;

/** Of the marks that no statistics know so many are looked for: the first are of two pairs of words, in few texts. */
const RARE_MARKS = 4;

/**
 * The marks of a text by which few others are found: the most telling of those that PostgreSQL's statistics of the
 * table do not list among the common ones, that of the whole text, and common ones as long as few texts have them.
 */
async function selectTelling(db: Db, marks: readonly number[]): Promise<number[]> {
  const rows = await db.execute<{ mark: number; texts: number | null }>(sql`
    with shares as (
      select unnest(s.most_common_elems::text::integer[]) as mark,
        unnest(s.most_common_elem_freqs[1:array_length(s.most_common_elems::text::integer[], 1)]) as share
      from pg_stats s where s.schemaname = current_schema() and s.tablename = 'request_texts' and s.attname = 'marks'
    )
    select m.mark, (s.share * t.reltuples)::float8 as texts
    from unnest(${integers(marks)}) with ordinality m (mark, place)
    join pg_class t on t.oid = 'request_texts'::regclass
    left join shares s using (mark)
    order by texts nulls first, m.place`);
  const whole = marks.at(-1);
  const rare = rows.flatMap(({ mark, texts }) => (texts === null && mark !== whole ? [mark] : []));
  let read = 0;
  const common = rows.flatMap(({ mark, texts }) => {
    read += Math.max(0, texts ?? 0);
    return texts !== null && read <= READ_TEXTS ? [mark] : [];
  });
  return [...(whole === undefined ? [] : [whole]), ...rare.slice(0, RARE_MARKS), ...common];
}

/** Other people's requests of the 90 days before that have most of the marks of a text. */
export async function selectLikeTexts(
  db: Db,
  { ownerId, createdAt, marks }: { ownerId: string; createdAt: Date; marks: readonly number[] },
): Promise<MadeFacts["texts"]> {
  const since = timestamptz(createdAt);
  const telling = integers(await selectTelling(db, marks));
  const read = db
    .select({ requestId: requestTexts.requestId, marks: requestTexts.marks })
    .from(requestTexts)
    .where(
      sql`${requestTexts.marks} && ${telling} and ${requestTexts.createdAt} < ${since}
        and ${requestTexts.createdAt} >= ${since} - ${LIKE_TEXT_DAYS}::integer * interval '1 day'`,
    )
    .limit(READ_TEXTS)
    .as("read");
  const found = db
    .select({
      requestId: read.requestId,
      common: sql`(select count(*) from unnest(${read.marks}) m where m = any(${integers(marks)}))`.as(
        "common",
      ),
    })
    .from(read)
    .orderBy(sql`common desc`)
    .limit(2 * SEEN)
    .as("found");
  return db
    .select({
      requestId: requests.id,
      ownerId: requests.userId,
      ...pick(requests, "createdAt", "item", "description"),
    })
    .from(found)
    .innerJoin(requests, eq(requests.id, found.requestId))
    .where(sql`${requests.userId} <> ${ownerId}`)
    .orderBy(sql`${found.common} desc`)
    .limit(SEEN);
}

/** Sixteen bits of which all or all but one are equal are in too many photos to find one by them: sky, or a wall. */
const PLAIN = new Set([
  0,
  0xffff,
  ...Array.from({ length: 16 }, (_, bit) => [1 << bit, 0xffff ^ (1 << bit)]).flat(),
]);

/**
 * Other people's requests whose photo differs from this request's in few bits. Of two hashes that differ in at most six
 * bits, one quarter is the same, or two differ in one bit each: the index finds these without reading their rows. Where
 * a quarter is left out because it is plain, those count that differ in at most one bit in any of the others.
 */
export async function selectLikePhotos(
  db: Db,
  { requestId, ownerId }: { requestId: string; ownerId: string },
): Promise<MadeFacts["photos"]> {
  const [own] = await db
    .select({ hash: photos.differenceHash })
    .from(photos)
    .where(eq(photos.requestId, requestId));
  const hash = own?.hash ?? null;
  if (hash === null) return [];
  const probes = [48n, 32n, 16n, 0n].flatMap((shift, quarter) => {
    const bits = Number(BigInt.asUintN(64, hash >> shift) & 0xffffn);
    if (PLAIN.has(bits)) return [];
    const near = [bits, ...Array.from({ length: 16 }, (_, bit) => bits ^ (1 << bit))];
    return [near.map((each) => each + (quarter << 16))];
  });
  if (probes.length === 0) return [];
  const has = (...among: (readonly number[])[]) => sql`${photos.hashQuarters} && ${integers(among.flat())}`;
  const [a, b, c, d] = probes;
  const isNear =
    a && b && c && d
      ? sql`(${has(probes.flatMap(([same = 0]) => same))} or ${has(a)} and ${has(b)} or ${has(c)} and ${has(d)}
          or ${has(a, b)} and ${has(c, d)})`
      : has(...probes);
  const bits = sql<number>`bit_count((${photos.differenceHash} # ${hash.toString()}::bigint)::bit(64))::integer`;
  return db
    .select({ requestId: requests.id, ownerId: requests.userId, createdAt: requests.createdAt, bits })
    .from(photos)
    .innerJoin(requests, eq(requests.id, photos.requestId))
    .where(
      sql`${photos.requestId} is not null and ${isNear}
        and ${bits} <= ${LIKE_PHOTO_BITS} and ${photos.userId} <> ${ownerId}`,
    )
    .orderBy(bits)
    .limit(SEEN);
}

/** What the rules about money know of a request. */
export async function readMoneyFacts(
  db: Db,
  { requestId, ownerId }: { requestId: string; ownerId: string },
): Promise<MoneyFacts> {
  const bank = await db.execute<{ id: string }>(sql`
    select distinct o.user_id as id from payee_accounts own
    join payee_accounts o on o.bank_hash = own.bank_hash and o.user_id <> own.user_id and o.closed_at is null
    where own.user_id = ${ownerId} and own.bank_hash is not null and own.closed_at is null
    order by id limit ${SEEN}`);
  // From the requester's few browsers: a request can have many donors.
  const browsers = await db.execute<{ id: string }>(sql`
    select distinct o.user_id as id from ${knownBrowsers} own
    join ${knownBrowsers} o on o.browser = own.browser and o.user_id <> own.user_id
    where own.user_id = ${ownerId} and exists (
      select from ${donations} d
      where d.donor_id = o.user_id and d.request_id = ${requestId} and d.credited_at is not null)
    order by id limit ${SEEN}`);
  const donorSince = sql`coalesce(${users.createdAt}, ${donations.createdAt})`;
  const given = await db
    .select({
      amount: donations.amount,
      settledAt: sql<Date>`${donations.settledAt}`.mapWith(donations.settledAt),
      // A guest is as new as their donation.
      donorSince: sql<Date>`${donorSince}`.mapWith(users.createdAt),
    })
    .from(donations)
    .leftJoin(users, eq(users.id, donations.donorId))
    .where(
      sql`${donations.requestId} = ${requestId} and ${donations.creditedAt} is not null
        and ${donations.amount} < ${SMALL_DONATION} and ${donorSince} > ${donations.settledAt} - interval '1 day'`,
    )
    .orderBy(sql`${donations.settledAt} desc`)
    .limit(SEEN_DONATIONS);
  const open = await db
    .select({
      by: sql<string>`coalesce(${reports.reporterId}::text, lower(${reports.email}))`,
      // Of visitors the browser counts from which somebody once signed in: anybody can send a cookie.
      browser: sql<string | null>`(
        select k.browser from ${knownBrowsers} k where k.browser = ${reports}.browser
          and (${reports}.reporter_id is null or k.user_id = ${reports}.reporter_id) limit 1)`,
    })
    .from(reports)
    .where(
      and(
        eq(reports.subject, "request"),
        eq(reports.subjectId, requestId),
        isNull(reports.decidedAt),
        sql`num_nonnulls(${reports.reporterId}, ${reports.email}) > 0`,
      ),
    )
    .limit(SEEN);
  return {
    sharesBankWith: bank.map(({ id }) => id),
    sharesBrowserWith: browsers.map(({ id }) => id),
    donations: given,
    reports: open,
  };
}

/** Stores what fired; what fired before stays as it was first seen, also once it was cleared. */
export async function insertFlags(
  tx: Tx,
  requestId: string,
  flags: readonly Flag[],
  createdAt: Date,
): Promise<void> {
  if (flags.length === 0) return;
  await tx
    .insert(requestFlags)
    .values(flags.map((flag) => ({ ...flag, requestId, createdAt })))
    .onConflictDoNothing();
}

/** Removes the flags of some rules that do not match any more, unless an operator cleared them. */
export async function deleteOtherFlags(
  tx: Tx,
  requestId: string,
  { among, except }: { among: readonly string[]; except: readonly string[] },
): Promise<void> {
  await tx
    .delete(requestFlags)
    .where(
      and(
        eq(requestFlags.requestId, requestId),
        inArray(requestFlags.rule, [...among]),
        notInArray(requestFlags.rule, ["", ...except]),
        isNull(requestFlags.clearedAt),
      ),
    );
}

/**
 * The flags of a request that count now: those that no operator cleared, and those since a hold of the rules was
 * lifted.
 */
export async function selectCounting(db: Db, requestId: string): Promise<{ rule: string; points: number }[]> {
  const wasLifted = sql`exists (
    select from ${holds} h where h.request_id = ${requestFlags}.request_id and h.cause = 'risk'
      and h.lifted_at >= ${requestFlags}.created_at)`;
  return db
    .select({ rule: requestFlags.rule, points: requestFlags.points })
    .from(requestFlags)
    .where(and(eq(requestFlags.requestId, requestId), isNull(requestFlags.clearedAt), sql`not ${wasLifted}`))
    .orderBy(requestFlags.createdAt, requestFlags.rule);
}

/** Whether the rules, or an operator, hold the money of a request for a risk, without an end. */
export async function isHeldForRisk(db: Db, requestId: string): Promise<boolean> {
  const open = and(
    eq(holds.requestId, requestId),
    eq(holds.cause, "risk"),
    isNull(holds.liftedAt),
    isNull(holds.endsAt),
  );
  return (await db.$count(holds, open)) > 0;
}

/** Whether rules hold money of a person that no operator has confirmed or cleared yet. */
export async function isInReview(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: holds.id })
    .from(holds)
    .innerJoin(requests, eq(requests.id, holds.requestId))
    .where(
      and(
        eq(requests.userId, userId),
        eq(holds.cause, "risk"),
        isNull(holds.placedBy),
        isNull(holds.decisionId),
        isNull(holds.liftedAt),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Remembers that somebody registered or signed in from a browser. */
export async function upsertBrowser(
  db: Db,
  row: { userId: string; browser: string; seenAt: Date },
): Promise<void> {
  await db
    .insert(knownBrowsers)
    .values(row)
    .onConflictDoUpdate({
      target: [knownBrowsers.userId, knownBrowsers.browser],
      set: { seenAt: row.seenAt },
    });
}

export async function deleteBrowsersBefore(db: Db, before: Date): Promise<void> {
  await db.delete(knownBrowsers).where(sql`${knownBrowsers.seenAt} < ${timestamptz(before)}`);
}
