import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { connect } from "@/db/client";
import * as schema from "@/db/schema";
import { onDatabases } from "./database";
import { type Benchmark, compared, concurrently, type Figure, interleave, perSecond } from "./figure";
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

/** How many donations each side settles in a round, and over how many connections. */
const COUNT = 2_000;
const CONNECTIONS = 8;

export const settlement: Benchmark = {
  id: "P2",
  name: "settlement",
  title: "settling a donation without HTTP, beside pgbench with the same statements",
  run,
};

function run(): Promise<Figure[]> {
  return onDatabases(async (database) => {
    const url = await database("settlement");
    process.env.DATABASE_URL = url;
    process.env.AUTH_SECRET ||= "a secret for the benchmark";
    const sql = await openBooks(url);
    const { db, close } = connect(url, { max: CONNECTIONS });
    let next = 0;
    const pending = async (count: number) => {
      const first = next;
      next += count;
      await addPending(sql, { first, count, spread: PEOPLE });
      return first;
    };
    const script = await scriptOf(url, await pending(1));
    const rounds = await interleave({
      ours: async () => {
        const first = await pending(COUNT);
        return perSecond(COUNT, () => concurrently(COUNT, CONNECTIONS, (n) => settle(db, first + n, PEOPLE)));
      },
      other: async () => pgbench(url, script, await pending(COUNT)),
    });
    await assertCredited(sql);
    await close();
    await sql.end();
    return [compared("settlements, to pgbench", { unit: "/s", target: { atLeast: 0.7 }, rounds })];
  });
}

/** The statements that settling a donation sends, as a script of pgbench in which `:d` is the donation. */
async function scriptOf(url: string, n: number): Promise<string> {
  const client = postgres(url, { max: 1, onnotice: () => undefined });
  const sent: { query: string; params: unknown[] }[] = [];
  const logger = { logQuery: (query: string, params: unknown[]) => void sent.push({ query, params }) };
  await settle(drizzle(client, { schema, casing: "snake_case", logger }), n, PEOPLE);
  await client.end();
  const ids = partiesOf(n, PEOPLE);
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

const execute = promisify(execFile);

async function pgbench(url: string, script: string, first: number): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), "steuntje-pgbench-"));
  const file = join(directory, "settle.sql");
  writeFileSync(file, script);
  try {
    const { stdout } = await execute(findPgbench(), [
      "--no-vacuum",
      "--protocol=prepared",
      `--client=${CONNECTIONS}`,
      `--transactions=${COUNT / CONNECTIONS}`,
      "--define=i=0",
      `--define=first=${first}`,
      `--file=${file}`,
      url,
    ]);
    const rate = /tps = ([\d.]+)/.exec(stdout)?.[1];
    if (!rate || !/number of failed transactions: 0/.test(stdout)) throw new Error(stdout);
    return Number(rate);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** On the path, or in Debian's folder for it. */
function findPgbench(): string {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const found = [
    ...(process.env.PATH ?? "").split(":"),
    ...versions.map((version) => `${debian}/${version}/bin`),
  ]
    .map((path) => join(path, "pgbench"))
    .find((path) => existsSync(path));
  if (!found) throw new Error("pgbench is needed: on Debian it comes with the package postgresql-contrib.");
  return found;
}
