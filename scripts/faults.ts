import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { buildIfChanged } from "../tools/launcher/build";
import { fail } from "../tools/launcher/problem";
import { Supervisor } from "../tools/launcher/supervisor";

/**
 * `npm run faults -- --steps 10000 --seed 7`: a long run of random steps with faults, or the replay of a seed that
 * found something.
 */
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { steps: { type: "string", default: "10000" }, seed: { type: "string" } },
});
await buildIfChanged(new Supervisor()).catch(fail);
const { status } = spawnSync(
  process.execPath,
  ["node_modules/vitest/vitest.mjs", "run", "--project", "faults"],
  {
    stdio: "inherit",
    env: {
      ...process.env,
      TEST_LONG: "1",
      FAULTS_STEPS: values.steps,
      FAULTS_SEED: values.seed ?? String(Math.floor(Math.random() * 1e9)),
    },
  },
);
process.exitCode = status ?? 1;
