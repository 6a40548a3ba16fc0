import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { buildIfChanged } from "../tools/launcher/build";
import { fail } from "../tools/launcher/problem";
import { Supervisor } from "../tools/launcher/supervisor";
import { CHECKS } from "./check";
import { runSteps, type Step } from "./steps";

/** `npm test`: installs what tests need and runs everything. The last line counts the tests. */
const results = mkdtempSync(join(tmpdir(), "steuntje-tests-"));
const VITEST = "node_modules/vitest/vitest.mjs";
const PLAYWRIGHT = "node_modules/@playwright/test/cli.js";

installBrowser();
await runSteps([...CHECKS, vitest("unit"), vitest("integration")]);
await buildIfChanged(new Supervisor()).catch(fail);
await runSteps([
  vitest("contract"),
  vitest("servers"),
  vitest("faults"),
  vitest("launcher"),
  {
    name: "browser",
    args: [PLAYWRIGHT, "test", "--reporter=list,json"],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: resultOf("browser") },
  },
]);
console.log(`\n${countPassed()} passed, 0 failed`);

function vitest(project: string): Step {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${resultOf(project)}`];
  return { name: project, args: [VITEST, "run", "--project", project, ...reporters] };
}

function resultOf(name: string): string {
  return join(results, `${name}.json`);
}

/** How many tests passed; a failing one ends the run before. */
function countPassed(): number {
  const counts = ["unit", "integration", "contract", "servers", "faults", "launcher"].map(
    (name) => (JSON.parse(readFileSync(resultOf(name), "utf8")) as { numPassedTests: number }).numPassedTests,
  );
  const { stats } = JSON.parse(readFileSync(resultOf("browser"), "utf8")) as {
    stats: { expected: number; flaky: number };
  };
  return [...counts, stats.expected + stats.flaky].reduce((sum, count) => sum + count, 0);
}

/** Debian's Chromium where this may install it, else the one Playwright brings. */
function installBrowser(): void {
  if (existsSync("/usr/bin/chromium") || existsSync(chromium.executablePath())) return;
  const debian = existsSync("/etc/debian_version") && process.getuid?.() === 0;
  const commands = debian
    ? [
        ["apt-get", "update"],
        ["apt-get", "install", "-y", "--no-install-recommends", "chromium", "fonts-noto-color-emoji"],
      ]
    : [[process.execPath, PLAYWRIGHT, "install", "--with-deps", "chromium"]];
  console.log("Installing a browser for the tests…");
  for (const [program = "", ...args] of commands) {
    const { status } = spawnSync(program, args, {
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    if (status !== 0) {
      console.error(`A browser could not be installed: ${program} failed.`);
      process.exit(1);
    }
  }
}
