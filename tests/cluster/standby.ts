import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import type { Child } from "@/tools/launcher/child";
import { postgresAccount } from "@/tools/postgres/account";
import { findBinaries } from "@/tools/postgres/binaries";
import { type Embedded, startEmbedded } from "@/tools/postgres/embedded";
import { databaseHome } from "@/tools/postgres/home";
import { startServer } from "@/tools/postgres/server";

/** What belongs to the running primary. The write-ahead log comes over the network. */
const NOT_KEPT = ["postmaster.pid", "postmaster.opts"];
const EMPTIED = ["pg_wal", "pg_replslot"];

export type Standby = { child: Child; url: string; home: string; stop: () => Promise<void> };

/** An embedded PostgreSQL with a streaming standby. */
export async function startReplicated(): Promise<{
  primary: Embedded;
  standby: Standby;
  stop: () => Promise<void>;
}> {
  const dataDir = mkdtempSync(join(tmpdir(), "steuntje-primary-"));
  chmodSync(dataDir, 0o711);
  const primary = await startEmbedded({ dataDir, password: randomUUID() });
  const standby = await startStandby({ primary, name: "standby" });
  const stop = async () => {
    await standby.stop();
    await primary.child.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { primary, standby, stop };
}

type Options = {
  /** An embedded PostgreSQL that was started `durable`: the others write too little to their log. */
  primary: Pick<Embedded, "url" | "home">;
  /** Its slot on the primary, and its name in `synchronous_standby_names`. */
  name: string;
};

/**
 * A streaming standby of an embedded PostgreSQL, on a port and with files of its own. The embedded PostgreSQL brings no
 * pg_basebackup, so the files are copied between the start and the end of a backup. `pg_promote()` makes it a primary.
 */
export async function startStandby({ primary, name }: Options): Promise<Standby> {
  const account = postgresAccount();
  const binaries = findBinaries(account);
  const dataDir = mkdtempSync(join(tmpdir(), "steuntje-standby-"));
  chmodSync(dataDir, 0o711);
  const home = databaseHome(dataDir, account);
  const cluster = join(home, "data");
  const { port, username, password, pathname } = new URL(primary.url);
  const secret = decodeURIComponent(password);

  const admin = postgres(primary.url, { max: 1, onnotice: () => undefined });
  try {
    await admin`select pg_create_physical_replication_slot(${name}, true)`;
    await admin`select pg_backup_start(${name}, true)`;
    const { status, stderr } = spawnSync("cp", ["-R", "-p", join(primary.home, "data"), cluster], {
      ...account,
      cwd: home,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`the primary's files could not be copied: ${stderr}`);
    const [backup] = await admin<{ label: string }[]>`select labelfile as label from pg_backup_stop(false)`;
    for (const file of NOT_KEPT) rmSync(join(cluster, file), { force: true });
    for (const folder of EMPTIED) {
      for (const file of readdirSync(join(cluster, folder)))
        rmSync(join(cluster, folder, file), { recursive: true });
    }
    const own = { backup_label: backup?.label ?? "", "standby.signal": "" };
    for (const [file, content] of Object.entries(own)) {
      writeFileSync(join(cluster, file), content, { mode: 0o600 });
      if (account) chownSync(join(cluster, file), account.uid, account.gid);
    }
    const source = `host=127.0.0.1 port=${port} user=${username} password=''${secret}'' application_name=${name}`;
    appendFileSync(
      join(cluster, "postgresql.auto.conf"),
      `primary_conninfo = '${source}'\nprimary_slot_name = '${name}'\n`,
    );
  } finally {
    await admin.end();
  }

  const { child, port: own } = await startServer({
    binaries,
    account,
    cluster,
    password: secret,
    logFile: join(dataDir, "postgres.log"),
    durable: true,
    wantedPort: Number(port) + 1,
  });
  return {
    child,
    url: `postgres://${username}:${password}@127.0.0.1:${own}${pathname}`,
    home,
    stop: async () => {
      await child.stop();
      rmSync(dataDir, { recursive: true, force: true });
      if (!home.startsWith(dataDir)) rmSync(home, { recursive: true, force: true });
    },
  };
}
