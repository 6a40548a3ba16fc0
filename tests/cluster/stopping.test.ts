import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commandOf, isAlive } from "@/tools/launcher/process-identity";

/** Replaces PgBouncer and Caddy, which are not installed everywhere: passes bytes on to the first server. */
const FORWARDER = `#!${process.execPath}
const { readFileSync } = require("node:fs");
const net = require("node:net");
const config = process.argv.slice(2).find((each) => /pgbouncer.ini$|Caddyfile$/.test(each));
if (!config) process.exit(0);
const text = () => readFileSync(config, "utf8");
const port = Number((/listen_port = (\\d+)/.exec(text()) ?? /localhost:(\\d+) /.exec(text()))[1]);
const target = () => Number((/\\* = .*port=(\\d+)/.exec(text()) ?? /reverse_proxy localhost:(\\d+)/.exec(text()))[1]);
process.on("SIGHUP", () => undefined);
net.createServer((near) => {
  const far = net.connect(target(), "localhost");
  for (const [a, b] of [[near, far], [far, near]]) a.on("error", () => b.destroy()).on("close", () => b.destroy()).pipe(b);
}).listen(port, "127.0.0.1");
`;

let directory: string;
let run: ChildProcess;
let output = "";

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "steuntje-stopping-"));
  chmodSync(directory, 0o711);
  for (const program of ["pgbouncer", "caddy"]) {
    writeFileSync(join(directory, program), FORWARDER, { mode: 0o755 });
  }
  run = spawn(
    process.execPath,
    ["--conditions=react-server", "scripts/bootstrap.mjs", "cluster", "--steps", "100000"],
    { env: { ...process.env, PATH: `${directory}:${process.env.PATH}`, TMPDIR: directory } },
  );
  for (const stream of [run.stdout, run.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
});

afterEach(async () => {
  const left = started();
  run.kill("SIGKILL");
  for (const pid of left) process.kill(pid, "SIGKILL");
  rmSync(directory, { recursive: true, force: true });
});

function started(): number[] {
  const listed = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  return listed
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid = 0, parent]) => (parent === run.pid && !commandOf(pid).startsWith("ps") ? [pid] : []));
}

describe("npm run cluster", { tags: "long" }, () => {
  it.each(["SIGTERM", "SIGINT"] as const)("stops all that it started at %s", async (signal) => {
    output = "";
    await expect.poll(() => output, { timeout: 50_000 }).toContain("everything runs");
    const parts = started();
    for (const part of ["caddy", "pgbouncer", "postgres", "next"])
      expect(parts.map(commandOf).join("\n")).toContain(part);
    run.kill(signal);
    await once(run, "exit");
    expect(parts.filter(isAlive)).toEqual([]);
    expect(readdirSync(directory).filter((name) => name.startsWith("steuntje-"))).toEqual([]);
  });
});
