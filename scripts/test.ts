import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { buildIfChanged } from "../tools/launcher/build";
import { CHECKS } from "./check";
import { runSteps, type Step } from "./steps";

/**
 * `npm test`: installs what tests need and runs all but the tests marked as long, with fixed seeds. `npm run test:long`
 * runs those too, with a random seed, more faults, and animations. The last line counts the tests.
 */
const isLong = process.argv.includes("--long");
/** They often wait, so two run at a time; the long ones measure and have the machine to themselves. */
const atOnce = isLong ? 1 : 2;
const VARIED = { SEED: process.env.SEED ?? String(Math.floor(Math.random() * 1e9)), TEST_LONG: "1" };
const results = mkdtempSync(join(tmpdir(), "steuntje-tests-"));
const VITEST = "node_modules/vitest/vitest.mjs";
const PLAYWRIGHT = "node_modules/@playwright/test/cli.js";

installBrowser();
if (isLong) {
  Object.assign(process.env, VARIED);
  console.log(`Seed ${VARIED.SEED}: SEED=${VARIED.SEED} npm run test:long repeats this run.`);
}
await runSteps(CHECKS, 2);
await runSteps([vitest("integration"), vitest("unit", "components")], atOnce);
await buildIfChanged();
await runSteps([vitest("contract"), vitest("faults"), vitest("launcher"), vitest("servers")], atOnce);
await runSteps([
  {
    name: "browser",
    args: [PLAYWRIGHT, "test", "--reporter=list,json"],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: resultOf("browser") },
  },
]);
console.log(`\n${countPassed()} passed, 0 failed`);

/** Projects that run together, with the result of the first. */
function vitest(...projects: [string, ...string[]]): Step {
  const [name] = projects;
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${resultOf(name)}`];
  const filter = isLong ? [] : ["--tags-filter=!long"];
  const chosen = projects.flatMap((project) => ["--project", project]);
  return { name: projects.join(", "), args: [VITEST, "run", ...chosen, ...filter, ...reporters] };
}

function resultOf(name: string): string {
  return join(results, `${name}.json`);
}

/** How many tests passed; a failing one ends the run before. */
function countPassed(): number {
  type Result = { numPassedTests: number } | { stats: { expected: number; flaky: number } };
  return readdirSync(results)
    .map((file) => JSON.parse(readFileSync(join(results, file), "utf8")) as Result)
    .map((result) => ("stats" in result ? result.stats.expected + result.stats.flaky : result.numPassedTests))
    .reduce((sum, count) => sum + count, 0);
}

/** Debian's Chromium, with windows and without, where this may install it, else the one Playwright brings. */
function installBrowser(): void {
  const chromiums = ["/usr/bin/chromium", "/usr/bin/chromium-headless-shell"];
  const isThere = chromiums.some(existsSync) || existsSync(chromium.executablePath());
  const debian = existsSync("/etc/debian_version") && process.getuid?.() === 0;
  if (debian ? chromiums.every(existsSync) : isThere) return;
  const packages = ["chromium", "chromium-headless-shell", "fonts-noto-color-emoji"];
  const commands = debian
    ? [
        ["apt-get", "update"],
        ["apt-get", "install", "-y", "--no-install-recommends", ...packages],
      ]
    : [[process.execPath, PLAYWRIGHT, "install", "--with-deps", "chromium"]];
  console.log("Installing a browser for the tests…");
  for (const [program = "", ...args] of commands) {
    const { status } = spawnSync(program, args, {
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    if (status === 0) continue;
    if (isThere) return;
    console.error(`A browser could not be installed: ${program} failed.`);
    process.exit(1);
  }
}
