import { runSteps } from "./steps";

/** `npm run check`: what needs no database, server or browser. */
export const CHECKS = [
  { name: "format and lint", args: ["node_modules/@biomejs/biome/bin/biome", "ci", "--error-on-warnings"] },
  { name: "route types", args: ["node_modules/next/dist/bin/next", "typegen"] },
  { name: "types", args: ["node_modules/typescript/bin/tsc", "--noEmit", "--incremental", "false"] },
  {
    name: "imports",
    args: [
      "--import",
      "./scripts/older-typescript.mjs",
      "node_modules/dependency-cruiser/bin/dependency-cruise.mjs",
      ...[
        "app",
        "components",
        "db",
        "lib",
        "sandbox",
        "seed",
        "tools",
        "instrumentation.ts",
        "middleware.ts",
      ],
    ],
  },
  { name: "prose", args: ["--import", "tsx", "scripts/check-prose.ts"] },
  { name: "messages", args: ["--import", "tsx", "scripts/check-messages.ts"] },
  { name: "client texts", args: ["--import", "tsx", "scripts/check-client-texts.ts"] },
  { name: "typography", args: ["--import", "tsx", "scripts/check-typography.ts"] },
  { name: "specification", args: ["--import", "tsx", "scripts/check-spec.ts"] },
  { name: "trust", args: ["--import", "tsx", "scripts/check-trust.ts"] },
  { name: "dependencies", args: ["--import", "tsx", "scripts/check-dependencies.ts"] },
  { name: "dead code", args: ["node_modules/knip/bin/knip.js", "--treat-config-hints-as-errors"] },
] as const;

if (process.argv[2] === "check") await runSteps(CHECKS, 2);
