import { parseArgs } from "node:util";
import { assertInstalled } from "../tests/cluster/debian";
import { runCluster } from "../tests/cluster/run";
import { buildIfChanged } from "../tools/launcher/build";
import { fail } from "../tools/launcher/problem";
import { Supervisor } from "../tools/launcher/supervisor";

/**
 * `npm run cluster`: the product with a standby, PgBouncer and two servers behind Caddy, all on this machine. Kills the
 * primary under load and shows that nothing acknowledged is lost (P13). Exits with 1 when a target is missed.
 * `-- --steps 1000 --seconds 60 --seed 7`: more steps of the fault machine, a longer load, a replay.
 */
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    steps: { type: "string", default: "200" },
    seconds: { type: "string", default: "15" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1e9)) },
  },
});

async function main(): Promise<boolean> {
  assertInstalled();
  await buildIfChanged(new Supervisor());
  const [steps, seconds, seed] = [Number(values.steps), Number(values.seconds), Number(values.seed)];
  console.log(`seed ${seed}`);
  const rows = await runCluster({ seed, steps, seconds, log: (line) => console.log(`▸ ${line}`) });
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

process.exitCode = (await main().catch(fail)) ? 0 : 1;
