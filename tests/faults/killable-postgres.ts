import { randomUUID } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { chmod, mkdtemp } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Embedded, startEmbedded } from "@/tools/postgres/embedded";
import { roomyFolder } from "../support/postgres";

/** A PostgreSQL of one's own that can be killed, and comes back where it was. */
export class KillablePostgres {
  private constructor(
    private running: Embedded,
    private readonly dataDir: string,
    private readonly password: string,
  ) {}

  static async start(): Promise<KillablePostgres> {
    const dataDir = await mkdtemp(join(roomyFolder(), "steuntje-faults-"));
    await chmod(dataDir, 0o711);
    const password = randomUUID();
    return new KillablePostgres(await startEmbedded({ dataDir, password }), dataDir, password);
  }

  get url(): string {
    return this.running.url;
  }

  /** Ends it with SIGKILL. */
  kill(): Promise<void> {
    return killPostgres(this.running);
  }

  /** It is started again on what it had written. */
  async revive(): Promise<void> {
    const { url } = this;
    const wantedPort = Number(new URL(url).port);
    this.running = await startEmbedded({ dataDir: this.dataDir, password: this.password, wantedPort });
    if (this.url !== url) throw new Error("PostgreSQL came back at another address");
  }

  async stop(): Promise<void> {
    const { child, home } = this.running;
    await child.stop();
    if (!home.startsWith(this.dataDir)) rmSync(dirname(home), { recursive: true, force: true });
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** Ends an embedded PostgreSQL with SIGKILL. */
export async function killPostgres({ child, home }: Pick<Embedded, "child" | "home">): Promise<void> {
  const postmaster = Number(readFileSync(join(home, "data", "postmaster.pid"), "utf8").split("\n")[0]);
  process.kill(postmaster, "SIGKILL");
  await child.ended;
}
