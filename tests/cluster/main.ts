import { parseArgs } from "node:util";
import { buildIfChanged } from "@/tools/launcher/build";
import { fail } from "@/tools/launcher/problem";
import { Supervisor } from "@/tools/launcher/supervisor";
import { assertInstalled } from "./debian";
import { runPatroni } from "./patroni-run";
import { runCluster } from "./run";

/**
 * `npm run cluster`: the product with a standby, PgBouncer and two servers behind Caddy, all on this machine. Kills the
 * primary under load and shows that nothing acknowledged is lost (P13). Exits with 1 when a target is missed.
 * A signal stops all that it started.
 * `-- --steps 1000 --seconds 60 --seed 7`: more steps of the fault machine, a longer load, a replay.
 * `-- patroni`: Patroni fails over instead, once when the primary's machine is gone and once when its network is.
 */
const { values, positionals } = parseArgs({
  args: process.argv.slice(3),
  allowPositionals: true,
  options: {
    steps: { type: "string", default: "200" },
    seconds: { type: "string", default: "15" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1e9)) },
  },
});

const supervisor = new Supervisor();
const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    if (!stopping.signal.aborted) console.log("\nStopping…");
    stopping.abort();
    void supervisor.stop();
  });
}

// The driver handles no rejection of its own first query, and PgBouncer rejects it while there is no primary.
process.on("unhandledRejection", (error) => console.error(error));

async function main(): Promise<boolean> {
  const isPatroni = positionals[0] === "patroni";
  assertInstalled(isPatroni ? undefined : ["pgbouncer", "caddy"]);
  await buildIfChanged(supervisor);
  const [steps, seconds, seed] = [Number(values.steps), Number(values.seconds), Number(values.seed)];
  console.log(`seed ${seed}`);
  const log = (line: string) => console.log(`▸ ${line}`);
  const options = { seed, steps, seconds, log, signal: stopping.signal };
  const rows = await (isPatroni ? runPatroni : runCluster)(options);
  const cells = rows.map(({ what, measured, target = "", met }) => [
    what,
    measured,
    target,
    met === undefined ? "" : met ? "yes" : "NO",
  ]);
  const table = [["what", "measured", "target", "met"], ...cells];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  for (const row of table)
    console.log(`| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`);
  return rows.every(({ met }) => met !== false);
}

const met = await main().catch((error: unknown) => !stopping.signal.aborted && fail(error));
// What was under way when it was stopped may still wait for something.
process.exit(met ? 0 : 1);
