/**
 * The entry of the npm scripts, which needs only Node and npm: checks Node's version, installs missing packages and
 * runs the command's script in this process. The condition `react-server` in package.json lets scripts import server
 * code.
 */
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const OLDEST = [20, 20];
/** These install packages themselves; the others ask for `npm ci`. */
const INSTALLS = new Set(["up", "dev", "test", "check"]);
/** These need the development packages. */
const DEVELOPS = new Set([
  "dev",
  "test",
  "check",
  "faults",
  "servers",
  "cluster",
  "screens",
  "mail-screens",
  "bench",
]);
/** These need the packages of sandbox/ and tools/, which an install for production lacks. */
const STARTS = new Set(["up", "build", "sandbox"]);
/** Where their scripts are, unless in `scripts/<command>.ts`. */
const ELSEWHERE = {
  up: "../tools/launcher/launch",
  dev: "../tools/launcher/launch",
  start: "../tools/launcher/launch",
  faults: "suite",
  servers: "suite",
  bench: "../bench/run",
  cluster: "../tests/cluster/main",
};
/** Without DATABASE_URL these use the database of a running `npm run up`. */
const JOINS = new Set(["admin", "db-migrate", "db-seed", "doctor", "reconcile"]);

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
const [command = "up"] = process.argv.slice(2);

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  stop(`Node ${OLDEST.join(".")} or later is needed; this is ${process.versions.node}.`);
}
const hasDevelopment = existsSync("node_modules/vitest");
const hasWorkspaces = existsSync("node_modules/@steuntje/tools");
const isComplete =
  isCurrent() &&
  (hasDevelopment || !DEVELOPS.has(command)) &&
  (hasWorkspaces || !(DEVELOPS.has(command) || STARTS.has(command)));
if (!isComplete) {
  if (!INSTALLS.has(command)) stop("Packages are missing or out of date: run npm ci first.");
  // Development packages that are installed stay: `npm run up` and `npm test` in turn install once.
  install({ development: DEVELOPS.has(command) || hasDevelopment });
}
for (const file of [".env.local", ".env"]) if (existsSync(file)) process.loadEnvFile(file);

const { register } = await import("tsx/esm/api");
register();
if (JOINS.has(command)) (await load("../tools/launcher/running")).joinRunning();
await load(ELSEWHERE[command] ?? command).catch(async (error) => {
  const { fail } = await load("../tools/launcher/problem");
  fail(error);
});

function load(script) {
  return import(pathToFileURL(`${root}/scripts/${script}.ts`).href);
}

/** Whether npm installed after the lockfile last changed. */
function isCurrent() {
  const record = "node_modules/.package-lock.json";
  return existsSync(record) && statSync(record).mtimeMs >= statSync("package-lock.json").mtimeMs;
}

function install({ development }) {
  console.log("Installing packages (npm ci)…");
  const npm = process.env.npm_execpath;
  const [program, ...first] = npm?.endsWith("js") ? [process.execPath, npm] : ["npm"];
  const dev = `--${development ? "include" : "omit"}=dev`;
  const args = [...first, "ci", dev, "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync(program, args, { stdio: "inherit", shell: program === "npm" });
  if (status !== 0) stop("npm ci failed.");
}

function stop(message) {
  console.error(message);
  process.exit(1);
}
