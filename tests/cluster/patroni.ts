import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import { LaunchProblem } from "@/tools/launcher/problem";
import type { Postgres } from "../faults/system";
import { freePorts } from "../support/free-port";
import { env, poolerAccount, startProgram } from "./debian";
import { after, ask } from "./pair";
import { PgBouncer } from "./pgbouncer";

const SERVERS = [1, 2] as const;
export type Server = (typeof SERVERS)[number];
/** The third has a vote in etcd, and no database. */
const MACHINES = [1, 2, 3];

/** In the first network servers and etcd talk to each other; the second leads to this machine. */
const NETWORKS = { in: "10.0.0.", out: "10.213.0." };
type Network = keyof typeof NETWORKS;
const BOTH = ["in", "out"] as const;
const addressOf = (machine: number, network: Network) => `${NETWORKS[network]}2${machine}`;
const bridgeOf = (network: Network) => `steuntje-${network}`;
const namespaceOf = (machine: number) => `steuntje-${machine}`;
const portOf = (machine: number, network: Network) => `steuntje-${machine}-${network}`;

const BECOMES_WITHIN_MS = 90_000;
/** HAProxy takes every server for good until its first check. */
const FIRST_CHECK_MS = 3_000;

/**
 * Three machines, each a network namespace of this one: two with PostgreSQL under Patroni, all with etcd. PgBouncer
 * asks HAProxy, which asks the server that Patroni says is the primary. To kill it is to lose the primary's machine.
 */
export class Patroni implements Postgres {
  private dead: Server = 1;
  private front?: { stop: () => Promise<void> };
  private pooler?: PgBouncer;

  private constructor(
    private readonly directory: string,
    private readonly password: string,
  ) {}

  static async start(): Promise<Patroni> {
    const cluster = new Patroni(mkdtempSync(join(tmpdir(), "steuntje-patroni-")), randomUUID());
    await cluster.startAll().catch(after(() => cluster.stop()));
    return cluster;
  }

  private async startAll(): Promise<void> {
    removeNetwork();
    makeNetwork();
    giveAway(this.directory);
    for (const machine of MACHINES) this.startMachine(machine);
    await this.serverThatIs("primary");
    await this.serverThatIs("synchronous");
    const [port = 0, replica = 0] = await freePorts(2);
    const rules = documented("haproxy").replaceAll(NETWORKS.in, NETWORKS.out);
    const named = rules.replace(":5001", `:${port}`).replace(":5002", `:${replica}`);
    writeFileSync(join(this.directory, "haproxy.cfg"), named);
    const options = { directory: this.directory, port, account: poolerAccount() };
    this.front = await startProgram("haproxy", ["-db", "-f", "haproxy.cfg"], options);
    await sleep(FIRST_CHECK_MS);
    const at = (front: number) => this.urlAt(`127.0.0.1:${front}`);
    this.pooler = await PgBouncer.start({ primary: at(port), replica: at(replica) });
  }

  get url(): string {
    return this.pooler?.url ?? "";
  }

  /** The address at which a database is read from the standby. */
  readUrlOf(databaseUrl: string): string {
    return this.pooler?.readUrlOf(databaseUrl) ?? "";
  }

  /** The address of a server itself. */
  urlOf(server: Server): string {
    return this.urlAt(`${addressOf(server, "out")}:5432`);
  }

  private urlAt(host: string): string {
    return `postgres://postgres:${this.password}@${host}/postgres`;
  }

  /** Asks a server itself. */
  ask<T>(server: Server, run: (sql: Sql) => PromiseLike<T>, database?: string): Promise<T> {
    return ask({ url: this.urlOf(server) }, run, database);
  }

  serverThatIs(role: "primary" | "synchronous"): Promise<Server> {
    return Promise.any(SERVERS.map((server) => this.becomes(server, role)));
  }

  /** @throws LaunchProblem with the end of Patroni's log */
  async becomes(server: Server, role: "primary" | "synchronous"): Promise<Server> {
    for (const end = Date.now() + BECOMES_WITHIN_MS; Date.now() < end; await sleep(50)) {
      const signal = AbortSignal.timeout(1_000);
      const answer = await fetch(`http://${addressOf(server, "out")}:8008/${role}`, { signal }).catch(
        () => null,
      );
      if (answer?.ok) return server;
    }
    const log = readFileSync(join(this.directory, String(server), "patroni.log"), "utf8").slice(-2_000);
    throw new LaunchProblem(`server ${server} does not become ${role}: ${log}`);
  }

  async kill(): Promise<void> {
    this.dead = await this.serverThatIs("primary");
    for (const network of BOTH) this.cut(this.dead, network);
    killAllOf(this.dead);
  }

  async revive(): Promise<void> {
    for (const network of BOTH) this.mend(this.dead, network);
    this.startMachine(this.dead);
  }

  /** Takes a server off a network. Nobody is told: what is sent is lost. */
  cut(server: Server, network: Network): void {
    ip([`link set ${portOf(server, network)} nomaster`]);
  }

  mend(server: Server, network: Network): void {
    ip([`link set ${portOf(server, network)} master ${bridgeOf(network)}`]);
  }

  async stop(): Promise<void> {
    await this.pooler?.stop();
    await this.front?.stop();
    removeNetwork();
    rmSync(this.directory, { recursive: true, force: true });
  }

  private startMachine(machine: number): void {
    const directory = join(this.directory, String(machine));
    giveAway(directory);
    const at = (each: number, port: number) => `http://${addressOf(each, "in")}:${port}`;
    const [peers, clients] = [at(machine, 2380), at(machine, 2379)];
    run(machine, directory, [
      ...["etcd", "--enable-v2", `--name=${machine}`, `--data-dir=${directory}/etcd`],
      `--initial-cluster=${MACHINES.map((each) => `${each}=${at(each, 2380)}`)}`,
      ...[`--listen-peer-urls=${peers}`, `--initial-advertise-peer-urls=${peers}`],
      ...[`--listen-client-urls=${clients}`, `--advertise-client-urls=${clients}`],
    ]);
    if (!SERVERS.some((server) => server === machine)) return;
    const settings = documented("yaml")
      .replace("server-1", `server-${machine}`)
      .replaceAll(/(connect_address: )10.0.0.21/g, `$1${addressOf(machine, "in")}`)
      .replaceAll("…", this.password)
      .replace(/data_dir: .*/, `data_dir: ${directory}/data\n  parameters: { unix_socket_directories: "" }`);
    writeFileSync(join(directory, "patroni.yml"), settings);
    run(machine, directory, ["patroni", "patroni.yml"]);
  }
}

/** What scaling.md tells an operator to write. */
function documented(language: "yaml" | "haproxy"): string {
  const [, block] = readFileSync("docs/scaling.md", "utf8").split(`\`\`\`${language}\n`);
  return block?.split("```")[0] ?? "";
}

/** Runs a program on a machine, as the account without rights. A signal for the terminal does not reach it. */
function run(machine: number, directory: string, program: readonly string[]): void {
  const { uid, gid } = poolerAccount() ?? {};
  const log = openSync(join(directory, `${program[0]}.log`), "a");
  const as = ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"];
  spawn("ip", ["netns", "exec", namespaceOf(machine), ...as, ...program], {
    ...{ cwd: directory, env: env(directory), detached: true },
    stdio: ["ignore", log, log],
  }).unref();
  closeSync(log);
}

/** @throws LaunchProblem when it is not allowed */
function makeNetwork(): void {
  ip(BOTH.map((network) => `link add ${bridgeOf(network)} up type bridge`));
  ip([`addr add ${NETWORKS.out}1/24 dev ${bridgeOf("out")}`]);
  for (const machine of MACHINES) {
    ip([`netns add ${namespaceOf(machine)}`]);
    const peer = (network: Network) => `type veth peer name ${network} netns ${namespaceOf(machine)}`;
    ip(BOTH.map((each) => `link add ${portOf(machine, each)} master ${bridgeOf(each)} up ${peer(each)}`));
    const own = (network: Network) => [
      `addr add ${addressOf(machine, network)}/24 dev ${network}`,
      `link set ${network} up`,
    ];
    ip(["link set lo up", ...BOTH.flatMap(own)], ["-n", namespaceOf(machine)]);
  }
}

/** Also what a run left behind that was killed. */
function removeNetwork(): void {
  for (const machine of MACHINES) killAllOf(machine);
  const links = BOTH.flatMap((each) => [bridgeOf(each), ...MACHINES.map((machine) => portOf(machine, each))]);
  const spaces = MACHINES.map((machine) => `netns delete ${namespaceOf(machine)}`);
  ip([...links.map((link) => `link delete ${link}`), ...spaces], ["-force"]);
}

/** Ends all that runs on a machine with SIGKILL, also what is started meanwhile. */
function killAllOf(machine: number): void {
  for (;;) {
    const { stdout } = spawnSync("ip", ["netns", "pids", namespaceOf(machine)], {
      env: env("/"),
      encoding: "utf8",
    });
    if (!stdout) return;
    spawnSync("kill", ["-KILL", ...stdout.trim().split("\n")]);
  }
}

function ip(commands: readonly string[], options: readonly string[] = []): void {
  const input = `${commands.join("\n")}\n`;
  const { status, stderr } = spawnSync("ip", [...options, "-batch", "-"], {
    input,
    encoding: "utf8",
    env: env("/"),
  });
  if (status !== 0 && options[0] !== "-force")
    throw new LaunchProblem(`only root can make networks: ${stderr}`);
}

/** A directory of the account without rights. */
function giveAway(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const account = poolerAccount();
  if (account) chownSync(directory, account.uid, account.gid);
}
