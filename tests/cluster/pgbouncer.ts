import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/free-port";
import { poolerAccount, startProgram } from "./debian";

/** Where statements go: addresses of PostgreSQL servers. */
export type Targets = { primary: string; replica: string };

/** The name under which the database of the application is read from the replica. */
const READS = "reads";

/** Seconds until a server that was away is tried again. */
const RETRY_SECONDS = 1;
/** Seconds that a statement waits for such a server. */
const PATIENCE_SECONDS = 5;

/** A PgBouncer that pools by transaction, and can be pointed at other servers while it runs. */
export class PgBouncer {
  /** Of no use before the application has a database. */
  private readDatabase = "postgres";

  private constructor(
    private readonly directory: string,
    private readonly port: number,
    private targets: Targets,
    private program: Awaited<ReturnType<typeof startProgram>> | null = null,
  ) {}

  static async start(targets: Targets): Promise<PgBouncer> {
    const directory = mkdtempSync(join(tmpdir(), "steuntje-pgbouncer-"));
    const account = poolerAccount();
    if (account) chownSync(directory, account.uid, account.gid);
    const port = await freePort();
    const pooler = new PgBouncer(directory, port, targets);
    const { username, password } = new URL(targets.primary);
    pooler.write("users", `"${username}" "${decodeURIComponent(password)}"\n`);
    pooler.configure();
    pooler.program = await startProgram("pgbouncer", ["pgbouncer.ini"], { directory, port, account });
    return pooler;
  }

  /** The address of a database of the primary. Version 1.18 has no prepared statements by transaction. */
  get url(): string {
    const { username, password, pathname } = new URL(this.targets.primary);
    return `postgres://${username}:${password}@127.0.0.1:${this.port}${pathname}?prepare=false`;
  }

  /** The address at which a database is read from the replica. */
  readUrlOf(databaseUrl: string): string {
    const url = new URL(databaseUrl);
    this.readDatabase = url.pathname.slice(1);
    this.point(this.targets);
    url.pathname = `/${READS}`;
    return url.href;
  }

  /** From now on, statements go to these servers; those that wait for one too. */
  point(targets: Targets): void {
    this.targets = targets;
    this.configure();
    this.program?.signal("SIGHUP");
  }

  async stop(): Promise<void> {
    await this.program?.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }

  private configure(): void {
    const to = (server: string) => `host=127.0.0.1 port=${new URL(server).port}`;
    this.write(
      "pgbouncer.ini",
      `[databases]
${READS} = ${to(this.targets.replica)} dbname=${this.readDatabase}
* = ${to(this.targets.primary)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${this.port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = users
pool_mode = transaction
default_pool_size = 20
max_client_conn = 400
server_login_retry = ${RETRY_SECONDS}
query_wait_timeout = ${PATIENCE_SECONDS}
log_connections = 0
log_disconnections = 0
`,
    );
  }

  private write(name: string, content: string): void {
    const file = join(this.directory, name);
    writeFileSync(file, content, { mode: 0o600 });
    const account = poolerAccount();
    if (account) chownSync(file, account.uid, account.gid);
    chmodSync(file, 0o600);
  }
}
