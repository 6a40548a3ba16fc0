import { Stopped } from "@/tools/launcher/supervisor";
import { foundBy, takeSteps, verify } from "../faults/machine";
import { Random } from "../faults/random";
import { type Postgres, System } from "../faults/system";
import { World } from "../faults/world";
import { runScript } from "../support/run-script";
import { startCaddy } from "./caddy";
import { failOver, type Row } from "./failover";
import { Pair } from "./pair";

export type Options = {
  seed: number;
  /** Steps of the fault machine, half of them before the failover. */
  steps: number;
  /** How long each part of the load around the failover lasts. */
  seconds: number;
  log: (line: string) => void;
  /** Ends the run early. */
  signal: AbortSignal;
};

/**
 * Builds the product with a standby, a pooler and two servers behind Caddy, runs the fault machine against it, kills
 * the primary while people donate, promotes the standby, and compares everything with the provider's record (P13).
 * Whatever happens, all that it started is stopped.
 * @throws Stopped after the signal; Error with the seed and the last steps when the books are wrong
 */
export async function runCluster({ signal, ...options }: Options): Promise<Row[]> {
  const { log } = options;
  const pair = await Pair.start();
  const system = await startSystem(pair);
  log("everything runs");
  try {
    return await Promise.race([measure({ pair, system, ...options }), stopped(signal)]);
  } finally {
    await system.stop();
  }
}

/** Two servers behind Caddy, which read what may be seconds old from the standby. */
export function startSystem(postgres: Postgres & Pick<Pair, "readUrlOf">): Promise<System> {
  const env = async (_: string, { DATABASE_URL = "" }) => ({
    DATABASE_READ_URL: postgres.readUrlOf(DATABASE_URL),
  });
  return System.start({ postgres, count: 2, front: startCaddy, env });
}

type Measured = Omit<Options, "signal"> & { pair: Pair; system: System };

async function measure({ pair, system, seed, steps, seconds, log }: Measured): Promise<Row[]> {
  const machine = new World(new Random(seed), system);
  const people = new World(new Random(seed + 1), system);
  const stretch = async () => {
    await takeSteps(machine, Math.ceil(steps / 2));
    await verify(machine);
    log(`${machine.steps} steps of the fault machine: the books agree`);
  };
  await within(machine, stretch);
  const rows = await within(people, () => failOver(people, pair, { seconds, log }));
  await within(machine, stretch);
  const doctor = await runScript("doctor", [], { env: system.stack.scripts });
  const payments = machine.started.length + people.started.length;
  return [
    ...rows,
    { what: "donations that agree with the provider's record to the cent", measured: `all ${payments}` },
    {
      what: "doctor, through PgBouncer",
      measured: (doctor.out + doctor.err).trim().split("\n")[0] ?? "",
      target: "the books agree",
      met: doctor.code === 0,
    },
  ];
}

export function stopped(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(new Stopped());
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop);
  });
}

export async function within<T>(world: World, run: () => Promise<T>): Promise<T> {
  return run().catch((error: unknown) => {
    throw foundBy(world, error);
  });
}
