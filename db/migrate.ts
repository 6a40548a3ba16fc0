import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { connect, type Tx } from "./client";
import journal from "./migrations/meta/_journal.json";

const LOCK = 7_483_201;

const folder = (name: string) => fileURLToPath(new URL(`./${name}/`, import.meta.url));

/**
 * Brings a database to the current schema: the new migrations, then every function of `db/functions`, in one
 * transaction. Safe to run from several servers at once.
 *
 * A function that a running build calls keeps its arguments and its effect: a change of either is a new function under
 * another name, with an empty migration (`drizzle-kit generate --custom`) so that readiness waits for it. The old file
 * is deleted one release later, with a migration that drops the function.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const { db, close } = connect(url, { max: 1 });
  try {
    await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
      await refuseUnreleased(tx);
      await migrate(inTransaction(tx), { migrationsFolder: folder("migrations") });
      await replaceFunctions(tx);
      await fillPlaces(tx);
    });
  } finally {
    await close();
  }
}

/**
 * Databases from before the first release have migrations that no longer exist.
 * @throws Error that says so
 */
async function refuseUnreleased(tx: Tx): Promise<void> {
  const first = Math.min(...journal.entries.map(({ when }) => when));
  const [{ exists } = { exists: false }] = await tx.execute<{ exists: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  );
  if (!exists) return;
  const [row] = await tx.execute<{ oldest: string | null }>(
    sql`select min(created_at) as oldest from drizzle.__drizzle_migrations`,
  );
  if (row?.oldest == null || Number(row.oldest) >= first) return;
  throw new Error(
    "This database was made before the first release and cannot be migrated: delete it (npm run up: its DATA_DIR).",
  );
}

/** What Drizzle's migrator uses of a database. It begins a transaction of its own unless it is given one. */
function inTransaction(tx: Tx) {
  const run = tx.execute.bind(tx);
  const session = { execute: run, all: run, transaction: (steps: (tx: Tx) => Promise<void>) => steps(tx) };
  return { dialect: Reflect.get(tx, "dialect"), session } as unknown as Parameters<typeof migrate>[0];
}

/** The triggers that call some of them are part of the migrations. */
async function replaceFunctions(tx: Tx): Promise<void> {
  const files = (await readdir(folder("functions"))).filter((name) => name.endsWith(".sql")).sort();
  for (const file of files) {
    await tx.execute(sql.raw(await readFile(`${folder("functions")}${file}`, "utf8")));
  }
}

/** The towns of db/places.tsv, unless all are there already. One that is there no more stays: requests may be in it. */
async function fillPlaces(tx: Tx): Promise<void> {
  const rows = (await readFile(fileURLToPath(new URL("./places.tsv", import.meta.url)), "utf8"))
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));
  const [known] = await tx.execute<{ n: number }>(sql`select count(*)::int as n from places`);
  if (known && known.n >= rows.length) return;
  await tx.execute(sql`
    insert into places (id, country, name, latitude, longitude, inhabitants, words)
    select (t->>0)::integer, t->>1, t->>2, (t->>3)::real, (t->>4)::real, (t->>5)::integer, ' ' || array_to_string(
      words_of(t->>2 || ' ' || coalesce(t->>6, '')), ' ')
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) t
    on conflict (id) do update set country = excluded.country, name = excluded.name, latitude = excluded.latitude,
      longitude = excluded.longitude, inhabitants = excluded.inhabitants, words = excluded.words`);
}
