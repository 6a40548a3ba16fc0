import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { verify } from "../faults/machine";
import { Random } from "../faults/random";
import { World } from "../faults/world";
import {
  compareAcknowledged,
  firstAfter,
  inSeconds,
  lostRows,
  type Row,
  settledAt,
  target,
  until,
} from "./failover";
import { Load } from "./load";
import { Patroni, type Server } from "./patroni";
import { type Options, startSystem, stopped, within } from "./run";

/** In seconds: `ttl` of patroni.yml. */
const TTL = 20;
/** By then all that was acknowledged is on the standby, and nobody is promoted yet. */
const COMPARED_AFTER_MS = 5_000;
const WRITES_BACK_WITHIN_MS = 120_000;

type Trouble = { name: string; begin: (primary: Server) => unknown; end: (old: Server) => unknown };
type Measured = Pick<Options, "seconds" | "log"> & { cluster: Patroni; world: World; load: Load };

/**
 * Lets Patroni fail over while people donate: the primary's machine is gone, then the primary is cut off from the
 * other machines. Nothing acknowledged is lost, and never do two servers accept writes.
 * @throws Stopped after the signal; Error with the last steps when the books are wrong
 */
export async function runPatroni({ signal, seed, seconds, log }: Options): Promise<Row[]> {
  const cluster = await Patroni.start();
  const system = await startSystem(cluster);
  log("everything runs");
  const world = new World(new Random(seed), system);
  const troubles: Trouble[] = [
    { name: "machine gone", begin: () => cluster.kill(), end: () => cluster.revive() },
    { name: "cut off", begin: (old) => cluster.cut(old, "in"), end: (old) => cluster.mend(old, "in") },
  ];
  const measure = async () => {
    const load = await Load.start(world);
    const rows: Row[] = [];
    for (const each of troubles) rows.push(...(await failOver(each, { cluster, world, load, seconds, log })));
    await load.stop();
    await verify(world);
    const measured = `all ${world.started.length}`;
    return [...rows, { what: "donations that agree with the provider's record to the cent", measured }];
  };
  try {
    return await Promise.race([within(world, measure), stopped(signal)]);
  } finally {
    await system.stop();
  }
}

async function failOver({ name, begin, end }: Trouble, { cluster, world, load, seconds, log }: Measured) {
  const old = await cluster.serverThatIs("primary");
  const other = await cluster.serverThatIs("synchronous");
  await cluster.ask(
    old,
    (sql) => sql`create table if not exists accepted (at timestamptz default clock_timestamp())`,
  );
  const writers = { old: new Writer(cluster.urlOf(old)), other: new Writer(cluster.urlOf(other)) };
  await sleep(seconds * 1_000);

  const begunAt = Date.now();
  await begin(old);
  log(`${name}: server ${old} was the primary`);
  await sleep(COMPARED_AFTER_MS);
  // Before anybody can repeat what is missing.
  const found = await compareAcknowledged(
    world,
    { askPrimary: (...args) => cluster.ask(other, ...args) },
    load,
  );
  const comparedAt = Date.now();
  await cluster.becomes(other, "primary");
  log(`server ${other} is the primary`);
  const begun = () => load.writes.filter(({ ok, at }) => ok && at > comparedAt).map(({ at }) => at);
  await until(() => begun().length > 0, WRITES_BACK_WITHIN_MS);
  await sleep(seconds * 1_000);

  const endedAt = Date.now();
  await end(old);
  await cluster.becomes(old, "synchronous");
  const returnedAt = Date.now();
  log(`server ${old} is the synchronous standby`);
  await sleep(seconds * 1_000);
  for (const writer of Object.values(writers)) await writer.stop();

  const backAt = Math.max(Math.min(...begun()), firstAfter(await settledAt(world), comparedAt));
  const last = Math.max(...writers.old.accepted.map(({ to }) => to));
  const first = Math.min(...writers.other.accepted.map(({ from }) => from));
  const since = (at: number) => inSeconds(at - begunAt);
  const rows: Row[] = [
    ...lostRows(found),
    { what: "the first donation is begun and settled again after", measured: since(backAt) },
    {
      what: "the old primary accepts its last write after",
      measured: since(last),
      ...target(`≤ ${TTL} s`, last - begunAt <= TTL * 1_000),
    },
    { what: "the new one accepts its first after", measured: since(first), ...target("later", first > last) },
    {
      what: "the old one, back, is the synchronous standby after",
      measured: inSeconds(returnedAt - endedAt),
    },
  ];
  return rows.map((row) => ({ ...row, what: `${name}: ${row.what}` }));
}

/** Writes to one server, again and again. It waits for no standby, so only the server itself can refuse. */
class Writer {
  /** In milliseconds: the server's clock while it wrote, and when the answer came. */
  readonly accepted: { from: number; to: number }[] = [];
  private isOn = true;
  private readonly sql: postgres.Sql;
  private readonly ended: Promise<void>;

  constructor(url: string) {
    const connection = { synchronous_commit: "local" };
    this.sql = postgres(url, {
      max: 1,
      connect_timeout: 1,
      backoff: () => 0.05,
      connection,
      onnotice: () => undefined,
    });
    this.ended = this.write();
  }

  async stop(): Promise<void> {
    this.isOn = false;
    // A machine that went away never answers.
    await Promise.all([this.sql.end({ timeout: 0 }), this.ended]);
  }

  private async write(): Promise<void> {
    for (; this.isOn; await sleep(20)) {
      const rows = await this.sql<{ at: Date }[]>`
        insert into accepted default values returning at`.catch(() => []);
      for (const { at } of rows) this.accepted.push({ from: at.getTime(), to: Date.now() });
    }
  }
}
