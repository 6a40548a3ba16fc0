import { runSteps, type Step } from "./steps";

/** What dependency-cruiser reads. */
const IMPORTING = [
  "app",
  "components",
  "db",
  "lib",
  "sandbox",
  "seed",
  "tools",
  "instrumentation.ts",
  "middleware.ts",
];

const own = (name: string): Step => ({
  name: name.replace("-", " "),
  args: ["--import", "tsx", `scripts/check-${name}.ts`],
});

/** `npm run check`: what needs no database, server or browser. */
export const CHECKS: readonly Step[] = [
  { name: "format and lint", args: ["node_modules/@biomejs/biome/bin/biome", "ci", "--error-on-warnings"] },
  { name: "route types", args: ["node_modules/next/dist/bin/next", "typegen"] },
  {
    name: "types",
    // Each of its four checkers would work out the shared types again, which takes twice the processor time; to collect
    // garbage takes a quarter, for 0.4 of 2 GB.
    args: ["node_modules/typescript/bin/tsc", "--noEmit", "--incremental", "false", "--checkers", "1"],
    env: { GOGC: "off", GOMEMLIMIT: "3GiB" },
  },
  {
    name: "imports",
    args: [
      "--import",
      "./scripts/older-typescript.mjs",
      "node_modules/dependency-cruiser/bin/dependency-cruise.mjs",
      ...IMPORTING,
    ],
  },
  ...["documents", "messages", "client-texts", "typography", "dependencies"].map(own),
  { name: "dead code", args: ["node_modules/knip/bin/knip.js", "--treat-config-hints-as-errors"] },
];

if (process.argv[2] === "check") await runSteps(CHECKS, 2);
