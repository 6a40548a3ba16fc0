import { spawnSync } from "node:child_process";
import { buildIfChanged } from "../tools/launcher/build";
import { fail } from "../tools/launcher/problem";
import { Supervisor } from "../tools/launcher/supervisor";

/**
 * `npm run servers`: shows that two servers behind a proxy, on one PostgreSQL, behave as one (trust.md 33), and that
 * stopping one loses nothing.
 */
await buildIfChanged(new Supervisor()).catch(fail);
const { status } = spawnSync(
  process.execPath,
  ["node_modules/vitest/vitest.mjs", "run", "--project", "servers", "--reporter=verbose"],
  { stdio: "inherit" },
);
process.exitCode = status ?? 1;
