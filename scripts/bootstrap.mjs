/**
 * The entry of the npm scripts, from nothing but Node and npm: checks the Node version, installs what is missing and
 * runs `scripts/<command>.ts` in this process. Package.json gives it `--conditions=react-server`, so that scripts may
 * import server code.
 */
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const OLDEST = [20, 20];
/** They bring up everything themselves, so that they may install too. */
const INSTALLS = new Set(["up", "dev", "test", "check"]);
/** They work on the database of a running `npm run up` when none is configured. */
const JOINS = new Set(["admin", "db-migrate", "db-seed", "doctor", "reconcile"]);

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
const [command = "up"] = process.argv.slice(2);

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  stop(`Node ${OLDEST.join(".")} or later is needed; this is ${process.versions.node}.`);
}
if (!installed()) {
  if (!INSTALLS.has(command)) stop("Packages are missing or out of date: run npm ci first.");
  install();
}
for (const file of [".env.local", ".env"]) if (existsSync(file)) process.loadEnvFile(file);

const { register } = await import("tsx/esm/api");
register();
if (JOINS.has(command)) (await load("../tools/launcher/running")).joinRunning();
await load(command);

function load(script) {
  return import(pathToFileURL(`${root}/scripts/${script}.ts`).href);
}

/** Whether npm installed after the lockfile last changed. */
function installed() {
  const record = "node_modules/.package-lock.json";
  return existsSync(record) && statSync(record).mtimeMs >= statSync("package-lock.json").mtimeMs;
}

function install() {
  console.log("Installing packages (npm ci)…");
  const npm = process.env.npm_execpath;
  const [program, ...first] = npm?.endsWith("js") ? [process.execPath, npm] : ["npm"];
  const args = [...first, "ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync(program, args, { stdio: "inherit", shell: program === "npm" });
  if (status !== 0) stop("npm ci failed.");
}

function stop(message) {
  console.error(message);
  process.exit(1);
}
