import { spawnSync } from "node:child_process";
import { buildIfChanged } from "./launcher/build";
import { Crew } from "./launcher/crew";
import { fail } from "./launcher/problem";

/** `npm run servers`: shows that two servers behind a proxy, on one PostgreSQL, behave as one (trust.md 33), and that stopping one loses nothing. */
await buildIfChanged(new Crew()).catch(fail);
const { status } = spawnSync(
  process.execPath,
  ["node_modules/vitest/vitest.mjs", "run", "--project", "servers", "--reporter=verbose"],
  { stdio: "inherit" },
);
process.exitCode = status ?? 1;
