import { execFile } from "node:child_process";
import { promisify } from "node:util";
import postgres from "postgres";
import { connect } from "@/db/client";
import { atMost, timed } from "@/tests/support/load";
import { onDatabases } from "./database";
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

/** As many connections as the application has. */
const CONNECTIONS = 8;
/** How many donations each side settles in a round beside pgbench. */
const COUNT = 2_000;
/** How many it settles to one request, and how many before that to warm up. */
const [MANY, WARM_UP] = [10_000, 1_000];

type Books = {
  url: string;
  /** Adds pending donations to so many requests and answers the number of the first. */
  pending: (count: number, spread?: number) => Promise<number>;
  settleAll: (first: number, count: number, spread?: number) => Promise<void>;
};

/** Books whose donations are settled without HTTP. */
function withBooks(use: (books: Books) => Promise<Figure>): Promise<Figure[]> {
  return onDatabases(async (database) => {
    const url = await database();
    const sql = await openBooks(url);
    const { db, close } = connect(url, { max: CONNECTIONS });
    let next = 0;
    const figure = await use({
      url,
      pending: async (count, spread) => {
        const first = next;
        next += count;
        await addPending(sql, { first, count, ...(spread && { spread }) });
        return first;
      },
      settleAll: (first, count, spread) => atMost(CONNECTIONS, count, (n) => settle(db, first + n, spread)),
    });
    await assertCredited(sql);
    await close();
    await sql.end();
    return [figure];
  });
}

/** Settling donations, beside pgbench with the same statements (P2). */
export function settlement(): Promise<Figure[]> {
  return withBooks(async ({ url, pending, settleAll }) => {
    const script = await scriptOf(url, await pending(1));
    const rounds = await interleave({
      ours: async () => {
        const first = await pending(COUNT);
        return perSecond(COUNT, () => settleAll(first, COUNT));
      },
      other: async () => pgbench(url, script, await pending(COUNT)),
    });
    return compared("settlements, to pgbench", { unit: "/s", target: { atLeast: 0.7 }, rounds });
  });
}

/** Settling 10,000 donations to one request, beside as many to 10,000 requests (P3). */
export function hotRequest(): Promise<Figure[]> {
  return withBooks(async ({ pending, settleAll }) => {
    const seconds = async (spread: number, count = MANY) => {
      const first = await pending(count, spread);
      return (await timed(() => settleAll(first, count, spread))) / 1_000;
    };
    for (const spread of [1, PEOPLE]) await seconds(spread, WARM_UP);
    const sides = { ours: () => seconds(1), other: () => seconds(PEOPLE) };
    const rounds = await interleave(sides, { warmedUp: true });
    return compared("10,000 to one request, to 10,000", { unit: "s", target: { atMost: 1.5 }, rounds });
  });
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
