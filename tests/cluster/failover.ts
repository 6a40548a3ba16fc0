import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import { donations } from "@/db/schema";
import { verify } from "../faults/machine";
import type { World } from "../faults/world";
import { Load } from "./load";
import type { Pair } from "./pair";

/** A line of the table; `met` is missing where there is no target. */
export type Row = { what: string; measured: string; target?: string; met?: boolean };

type Options = {
  /** How long people donate and read before the primary is killed, after the standby replaced it, and at the end. */
  seconds: number;
  log: (line: string) => void;
};

/** A person or a program has to notice that the primary is gone. How fast they are is not measured here. */
const NOTICED_AFTER_MS = 3_000;
/** The application leaves a replica alone for a while after it did not answer. */
const READ_AGAIN_WITHIN_MS = 120_000;
const WRITES_BACK_WITHIN_MS = 60_000;

/** What reads the feed and the leaderboards, in the text of the statement. */
const READS = ['%order by "requests"."feed_rank" desc%', "%over (order by public_amount desc) as rank%"];

/** Kills the primary while people donate, promotes the standby, and adds another (P13). */
export async function failOver(world: World, pair: Pair, { seconds, log }: Options): Promise<Row[]> {
  const load = await Load.start(world);
  const pause = () => sleep(seconds * 1_000);
  const before = await countReads(pair, pause);

  log("the primary is killed");
  const killedAt = Date.now();
  await pair.kill();
  await sleep(NOTICED_AFTER_MS);
  const decidedAt = Date.now();
  await pair.promote();
  const promotedAt = Date.now();
  const found = await compareAcknowledged(world, pair, load);
  for (const { payment, status } of found.lost) log(`lost: ${payment} is ${status ?? "unknown"} there`);
  pair.repoint();
  log("the standby is promoted, and PgBouncer asks it");
  await until(() => load.writes.some(isOkAfter(promotedAt)), WRITES_BACK_WITHIN_MS);
  await pause();

  const acknowledgedAlone = await pair.startDeadPrimary();
  const copyingAt = Date.now();
  await pair.addStandby();
  const copiedAt = Date.now();
  log("another standby follows");
  await until(async () => (await readsOf(pair)).standby > 0, READ_AGAIN_WITHIN_MS);
  const readAt = Date.now();
  const after = await countReads(pair, pause);
  await load.stop();
  const stoppedAt = Date.now();
  await verify(world);

  const settled = await settledAt(world);
  const begun = load.writes.filter(({ ok }) => ok).map(({ at }) => at);
  const settlingAt = firstAfter(settled, promotedAt);
  const backAt = Math.max(settlingAt, firstAfter(begun, promotedAt));
  const duringOutage = load.reads.filter(({ at }) => at > killedAt && at <= backAt);
  const onStandby = before.standby + after.standby;
  const share = onStandby / (onStandby + before.primary + after.primary);
  const rate = (from: number, to: number) =>
    (settled.filter((at) => at > from && at <= to).length / (to - from)) * 1_000;
  return [
    ...lostRows(found),
    {
      what: "from the end of the promotion to the first donation begun and the first one settled",
      measured: inSeconds(backAt - promotedAt),
      ...target("≤ 10 s", backAt - promotedAt <= 10_000),
    },
    {
      what: `no write was answered for (${inSeconds(NOTICED_AFTER_MS)} of it until it is noticed)`,
      measured: inSeconds(firstAfter(begun, promotedAt) - lastBefore(begun, promotedAt)),
    },
    { what: "the promotion took", measured: inSeconds(promotedAt - decidedAt) },
    {
      what: "commits acknowledged by the dead primary, started again",
      measured: String(acknowledgedAlone),
      ...target("0", acknowledgedAlone === 0),
    },
    {
      what: `reads of the feed and leaderboards on the replica, of ${onStandby + before.primary + after.primary}`,
      measured: share.toFixed(3),
      ...target("≥ 0.9", share >= 0.9),
    },
    {
      what: "pages and lists answered during the outage",
      measured: `${duringOutage.filter(({ ok }) => ok).length} of ${duringOutage.length}`,
    },
    {
      what: "settlements a second before, and once another standby followed",
      measured: `${rate(killedAt - seconds * 1_000, killedAt).toFixed(1)}, ${rate(readAt, stoppedAt).toFixed(1)}`,
    },
    { what: "another standby was copied and followed after", measured: inSeconds(copiedAt - copyingAt) },
    { what: "the application read it after another", measured: inSeconds(readAt - copiedAt) },
  ];
}

/** What was acknowledged, and how much of it the promoted server lacks, before anybody can repeat it. */
export async function compareAcknowledged(world: World, pair: Pick<Pair, "askPrimary">, load: Load) {
  const database = new URL(world.system.stack.databaseUrl).pathname.slice(1);
  const rows = await pair.askPrimary(
    (sql) => sql<{ payment: string; status: string }[]>`
      select stripe_payment_intent_id as payment, payment_status as status from donations
      where stripe_payment_intent_id is not null`,
    database,
  );
  const status = new Map(rows.map((row) => [row.payment, row.status]));
  const begun = [...load.begun];
  const { events, payment_intents } = await world.system.provider();
  // Others are of plans.
  const donations = new Set(
    payment_intents.filter(({ metadata }) => metadata.donationId).map(({ id }) => id),
  );
  const settlements = events.filter(
    ({ type, state, payment }) =>
      type === "payment_intent.succeeded" && state === "delivered" && donations.has(payment),
  );
  const isSettled = (payment: string) => /^(completed|refunded)$/.test(status.get(payment) ?? "");
  const lost = settlements.filter(({ payment }) => !isSettled(payment));
  return {
    begun: begun.length,
    begunLost: begun.filter((payment) => !status.has(payment)).length,
    settlements: settlements.length,
    settlementsLost: lost.length,
    lost: lost.map(({ payment }) => ({ payment, status: status.get(payment) })),
  };
}

/** What a promoted server lacks, of `compareAcknowledged`. */
export function lostRows(found: Awaited<ReturnType<typeof compareAcknowledged>>): Row[] {
  return [
    {
      what: `acknowledged settlements that the promoted server lacks, of ${found.settlements}`,
      measured: String(found.settlementsLost),
      ...target("0", found.settlementsLost === 0),
    },
    {
      what: `acknowledged beginnings of a donation that it lacks, of ${found.begun}`,
      measured: String(found.begunLost),
      ...target("0", found.begunLost === 0),
    },
  ];
}

/** How many reads of the feed and the leaderboards each server answers while something runs. */
async function countReads(pair: Pair, run: () => Promise<void>) {
  const begin = await readsOf(pair);
  await run();
  const end = await readsOf(pair);
  return { primary: end.primary - begin.primary, standby: end.standby - begin.standby };
}

/** How many there were since each server started. */
async function readsOf(pair: Pair): Promise<{ primary: number; standby: number }> {
  const count = async (sql: Sql) => {
    const [row] = await sql<{ calls: number }[]>`
      select coalesce(sum(calls), 0)::int as calls from pg_stat_statements where query like any(${READS})`;
    return row?.calls ?? 0;
  };
  return { primary: await pair.askPrimary(count), standby: await pair.askStandby(count) };
}

/** When each donation was settled, in milliseconds. */
export async function settledAt({ system }: World): Promise<number[]> {
  return system.withBooks(async ({ db }) => {
    const rows = await db.select({ at: donations.settledAt }).from(donations);
    return rows.flatMap(({ at }) => (at ? [at.getTime()] : [])).sort((a, b) => a - b);
  });
}

export async function until(holds: () => boolean | Promise<boolean>, withinMs: number): Promise<void> {
  for (const end = Date.now() + withinMs; Date.now() < end; await sleep(50)) if (await holds()) return;
}

const isOkAfter =
  (moment: number) =>
  ({ at, ok }: { at: number; ok: boolean }) =>
    ok && at > moment;

export const firstAfter = (times: number[], moment: number) => Math.min(...times.filter((at) => at > moment));
const lastBefore = (times: number[], moment: number) => Math.max(...times.filter((at) => at <= moment));
export const inSeconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;
export const target = (text: string, met: boolean) => ({ target: text, met });
