import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres, { type Sql } from "postgres";
import { postgresAccount } from "@/tools/postgres/account";
import { findBinaries } from "@/tools/postgres/binaries";
import { startEmbedded } from "@/tools/postgres/embedded";
import { startServer } from "@/tools/postgres/server";
import { killPostgres } from "../faults/killable-postgres";
import type { Postgres } from "../faults/system";
import { PgBouncer } from "./pgbouncer";
import { type Standby, startStandby } from "./standby";

/** How long a commit waits on a primary that came back alone, until we believe that nothing acknowledges it. */
const UNACKNOWLEDGED_MS = 3_000;

/**
 * A primary PostgreSQL and its standby, behind PgBouncer. A commit is acknowledged once the standby has it on disk. To
 * kill it is to kill the primary; to revive it is to promote the standby.
 */
export class Pair implements Postgres {
  private dead: Standby[] = [];
  private standbys = 0;
  private replica: Standby | null = null;
  /** The start of another server. */
  private starting: Promise<unknown> = Promise.resolve();

  private constructor(
    private primary: Standby,
    private readonly pooler: PgBouncer,
  ) {}

  static async start(): Promise<Pair> {
    const primary = await startPrimary();
    const pooler = await PgBouncer.start({ primary: primary.url, replica: primary.url }).catch(
      after(() => primary.stop()),
    );
    const pair = new Pair(primary, pooler);
    await pair.addStandby().catch(after(() => pair.stop()));
    return pair;
  }

  get url(): string {
    return this.pooler.url;
  }

  /** The address at which a database is read from the standby. */
  readUrlOf(databaseUrl: string): string {
    return this.pooler.readUrlOf(databaseUrl);
  }

  /** Ends the primary with SIGKILL. */
  async kill(): Promise<void> {
    await killPostgres(this.primary);
  }

  async revive(): Promise<void> {
    await this.promote();
    this.repoint();
    await this.addStandby();
  }

  /** Makes the standby the primary. It waits for no standby of its own: nothing would be acknowledged without one. */
  async promote(): Promise<void> {
    if (!this.replica) throw new Error("there is no standby");
    this.dead.push(this.primary);
    this.primary = this.replica;
    this.replica = null;
    await ask(this.primary, (sql) => sql`select pg_promote()`);
  }

  /** Lets PgBouncer ask the promoted server, for everything. */
  repoint(): void {
    this.pooler.point({ primary: this.primary.url, replica: this.primary.url });
  }

  /** Copies the primary to a new standby; from then on commits wait for it, and it is read. */
  addStandby(): Promise<void> {
    const added = this.copyPrimary();
    this.starting = added.catch(() => undefined);
    return added;
  }

  private async copyPrimary(): Promise<void> {
    this.standbys += 1;
    const name = `standby_${this.standbys}`;
    this.replica = await startStandby({ primary: this.primary, name });
    await ask(this.primary, async (sql) => {
      await sql.unsafe(`alter system set synchronous_standby_names = '${name}'`);
      await sql`select pg_reload_conf()`;
      for (;;) {
        const sync = await sql`select from pg_stat_replication where sync_state = 'sync'`;
        if (sync.length > 0) break;
        await sleep(50);
      }
    });
    this.pooler.point({ primary: this.primary.url, replica: this.replica.url });
  }

  /**
   * Starts the last primary that was killed once more, as a machine does that comes back by itself, and answers how
   * many of its commits were acknowledged.
   */
  startDeadPrimary(): Promise<number> {
    const returned = this.commitOnDeadPrimary();
    this.starting = returned.catch(() => undefined);
    return returned;
  }

  private async commitOnDeadPrimary(): Promise<number> {
    const home = this.dead.at(-1)?.home ?? "";
    const account = postgresAccount();
    const { password } = new URL(this.primary.url);
    const { child, port } = await startServer({
      binaries: findBinaries(account),
      account,
      cluster: join(home, "data"),
      password: decodeURIComponent(password),
      logFile: join(home, "returned.log"),
      durable: true,
      wantedPort: Number(new URL(this.primary.url).port) + 10,
    });
    const url = new URL(this.primary.url);
    url.port = String(port);
    const client = postgres(url.href, { max: 1, onnotice: () => undefined });
    const commit = client`create table returned ()`.then(
      () => 1,
      () => 0,
    );
    const acknowledged = await Promise.race([commit, sleep(UNACKNOWLEDGED_MS, 0)]);
    await killPostgres({ child, home });
    await client.end({ timeout: 1 });
    return acknowledged;
  }

  /** Asks the primary itself, not through PgBouncer. */
  askPrimary<T>(run: (sql: Sql) => PromiseLike<T>, database?: string): Promise<T> {
    return ask(this.primary, run, database);
  }

  /** Asks the standby itself. */
  askStandby<T>(run: (sql: Sql) => PromiseLike<T>, database?: string): Promise<T> {
    if (!this.replica) throw new Error("there is no standby");
    return ask(this.replica, run, database);
  }

  async stop(): Promise<void> {
    await this.pooler.stop();
    await this.starting;
    for (const server of [this.replica, this.primary, ...this.dead]) await server?.stop();
  }
}

/** Cleans up, then fails as before. */
export function after(cleanUp: () => Promise<void>): (error: unknown) => Promise<never> {
  return async (error) => {
    await cleanUp();
    throw error;
  };
}

/** A primary whose statements are counted, which the copies of it do too. */
async function startPrimary(): Promise<Standby> {
  const dataDir = await mkdtemp(join(tmpdir(), "steuntje-cluster-"));
  await chmod(dataDir, 0o711);
  const options = { dataDir, password: randomUUID() };
  const first = await startEmbedded(options);
  await ask(first, async (sql) => {
    await sql.unsafe("alter system set shared_preload_libraries = 'pg_stat_statements'");
    await sql`create extension pg_stat_statements`;
  });
  await first.child.stop();
  const { child, url, home } = await startEmbedded(options);
  const stop = async () => {
    await child.stop();
    for (const directory of [dataDir, ...(home.startsWith(dataDir) ? [] : [dirname(home)])])
      await rm(directory, { recursive: true, force: true });
  };
  return { child, url, home, stop };
}

export async function ask<T>(
  { url }: { url: string },
  run: (sql: Sql) => PromiseLike<T>,
  database?: string,
): Promise<T> {
  const address = new URL(url);
  if (database) address.pathname = `/${database}`;
  const sql = postgres(address.href, { max: 1, onnotice: () => undefined });
  try {
    return await run(sql);
  } finally {
    await sql.end();
  }
}
