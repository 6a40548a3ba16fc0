import { execFile } from "node:child_process";
import { promisify } from "node:util";
import postgres from "postgres";
import { atMost, timed } from "@/tests/support/load";
import { compared, type Figure, interleave, perSecond } from "./figure";
import { statementsOf } from "./pages-touched";
import {
  addPending,
  assertCredited,
  numbered,
  openBooks,
  PEOPLE,
  partiesOf,
  paymentOf,
  settle,
} from "./pending-donations";
import { newDatabase, openDb } from "./running";

/** As many connections as the application has. */
const CONNECTIONS = 8;
/** How many donations each side settles in a round beside pgbench. */
const COUNT = 2_000;
/** How many it settles to one request, and how many before that to warm up. */
const [MANY, WARM_UP] = [10_000, 1_000];

/** Books whose donations are settled without HTTP. */
async function makeBooks() {
  const url = await newDatabase();
  const sql = await openBooks(url);
  const db = openDb(url, { max: CONNECTIONS });
  let next = 0;
  return {
    url,
    sql,
    /** Adds pending donations to so many requests and answers the number of the first. */
    pending: async (count: number, spread?: number) => {
      const first = next;
      next += count;
      await addPending(sql, { first, count, ...(spread && { spread }) });
      return first;
    },
    settleAll: (first: number, count: number, spread?: number) =>
      atMost(CONNECTIONS, count, (n) => settle(db, first + n, spread)),
  };
}

/** Settling donations, beside pgbench with the same statements (P2). */
export async function settlement(): Promise<Figure[]> {
  const { url, sql, pending, settleAll } = await makeBooks();
  const script = await scriptOf(url, await pending(1));
  const rounds = await interleave({
    ours: async () => {
      const first = await pending(COUNT);
      return perSecond(COUNT, () => settleAll(first, COUNT));
    },
    other: async () => pgbench(url, script, await pending(COUNT)),
  });
  await assertCredited(sql);
  return [compared("settlements, to pgbench", "/s", rounds, { atLeast: 0.7 })];
}

/** Settling 10,000 donations to one request, beside as many to 10,000 requests (P3). */
export async function hotRequest(): Promise<Figure[]> {
  const { sql, pending, settleAll } = await makeBooks();
  const seconds = async (spread: number, count = MANY) => {
    const first = await pending(count, spread);
    return (await timed(() => settleAll(first, count, spread))) / 1_000;
  };
  for (const spread of [1, PEOPLE]) await seconds(spread, WARM_UP);
  const sides = { ours: () => seconds(1), other: () => seconds(PEOPLE) };
  const rounds = await interleave(sides, { warmedUp: true });
  await assertCredited(sql);
  return [compared("10,000 to one request, to 10,000", "s", rounds, { atMost: 1.5 })];
}

/** The statements that settling a donation sends, as a script of pgbench in which `:d` is the donation. */
async function scriptOf(url: string, n: number): Promise<string> {
  const client = postgres(url, { max: 1, onnotice: () => undefined });
  const sent = await statementsOf(client, (db) => settle(db, n));
  await client.end();
  const ids = partiesOf(n);
  const named = new Map<unknown, string>([
    [numbered(n), "numbered(:d)"],
    [ids.requestId, `numbered(1 + :d % ${PEOPLE})`],
    [ids.recipientId, `numbered(${PEOPLE} + 1 + :d % ${PEOPLE})`],
    [ids.donorId, `numbered(1 + :d % ${PEOPLE})`],
    [paymentOf(n), "('pi_' || :d::text)"],
    [`evt_${n}`, "('evt_' || :d::text)"],
  ]);
  const literal = (value: unknown) =>
    named.get(value) ??
    (isNewId(value) ? "gen_random_uuid()" : value === null ? "null" : `'${String(value)}'`);
  const statements = sent.map(({ query, params }) =>
    query.replaceAll(/\s+/g, " ").replaceAll(/\$(\d+)/g, (_, k) => literal(params[Number(k) - 1])),
  );
  return [
    "\\set i :i + 1",
    `\\set d :first + :client_id * ${COUNT / CONNECTIONS} + :i - 1`,
    ...statements.map((statement) => `${statement};`),
  ].join("\n");
}

const isNewId = (value: unknown) =>
  typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

/** Transactions a second. Debian has pgbench in its package postgresql-contrib. */
async function pgbench(url: string, script: string, first: number): Promise<number> {
  const running = promisify(execFile)("pgbench", [
    "--no-vacuum",
    "--protocol=prepared",
    `--client=${CONNECTIONS}`,
    `--transactions=${COUNT / CONNECTIONS}`,
    "--define=i=0",
    `--define=first=${first}`,
    "--file=-",
    url,
  ]);
  running.child.stdin?.end(script);
  const { stdout } = await running;
  const rate = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (!rate || !/number of failed transactions: 0/.test(stdout)) throw new Error(stdout);
  return Number(rate);
}
