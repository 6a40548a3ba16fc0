import { parseArgs } from "node:util";
import { buildIfChanged } from "../tools/launcher/build";
import { runSteps } from "./steps";

/**
 * `npm run faults -- --steps 10000 --seed 7`: a long run of random steps with faults, or the replay of a seed that
 * found something. `npm run servers`: shows that two servers behind a proxy, on one PostgreSQL, behave as one (trust.md
 * 33), and that stopping one loses nothing.
 */
const [, , suite = "", ...args] = process.argv;
const { values } = parseArgs({
  args: suite === "faults" ? args : [],
  options: {
    steps: { type: "string", default: "10000" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1e9)) },
  },
});
await buildIfChanged();
const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", suite];
const faults = { TEST_LONG: "1", FAULTS_STEPS: values.steps, FAULTS_SEED: values.seed };
await runSteps([
  suite === "faults"
    ? { name: suite, args: vitest, env: faults }
    : { name: suite, args: [...vitest, "--reporter=verbose"] },
]);
