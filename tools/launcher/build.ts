import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { startNode } from "./child";
import { LaunchProblem } from "./problem";
import { Supervisor } from "./supervisor";

/** The source of a build. */
const SOURCES = [
  "app",
  "components",
  "db",
  "lib",
  "messages",
  "public",
  "global.d.ts",
  "instrumentation.ts",
  "middleware.ts",
  "next.config.mjs",
  "package-lock.json",
  "postcss.config.mjs",
  "scripts/compress-static.mjs",
  "tsconfig.json",
];
const NOT_BUILT = /\.test\.tsx?$|^db\/.*(\.sql|_snapshot\.json)$/;
const BUILD_ID = ".next/BUILD_ID";
const STAMP = ".next/source-hash";

/** Builds the application if its source changed since the last build. */
export async function buildIfChanged(supervisor = new Supervisor()): Promise<void> {
  if (isBuilt() && existsSync(STAMP) && readFileSync(STAMP, "utf8") === sourceHash()) return;
  console.log("Building the application; only needed when its source changed…");
  await build(supervisor);
}

/** @throws LaunchProblem when the build fails */
export async function build(supervisor = new Supervisor()): Promise<void> {
  const hash = sourceHash();
  rmSync(STAMP, { force: true });
  rmSync(BUILD_ID, { force: true });
  const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
  const started = startNode("The build", [next, "build"], {
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  const child = { ...started, isTask: true };
  await supervisor.add(child);
  const end = await child.ended;
  supervisor.assertNotStopping();
  if (end !== "exit code 0" || !isBuilt())
    throw new LaunchProblem(`The application could not be built (${end}).`);
  supervisor.remove(child);
  writeFileSync(STAMP, hash);
}

/** @throws LaunchProblem when there is no build to serve */
export function assertBuilt(): void {
  if (!isBuilt()) throw new LaunchProblem("There is no build: run npm run build first, or npm run up.");
}

const isBuilt = () => existsSync(BUILD_ID);

function sourceHash(): string {
  const hash = createHash("sha256").update(process.version);
  for (const file of SOURCES.flatMap(filesOf).sort()) {
    if (!NOT_BUILT.test(file)) hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

function filesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!path.includes(".")) {
    return readdirSync(path, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  }
  return [path];
}
