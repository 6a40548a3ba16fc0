import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CONFIGURED, readEnv } from "@/lib/ground/env";
import { lockDataDir } from "./lock";
import { joinRunning, saveRunning } from "./running";

const own = process.env;
let dataDir: string;
let unlock: () => void;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "steuntje-running-"));
  unlock = await lockDataDir(dataDir);
  process.env = { ...own, DATA_DIR: dataDir };
});
afterEach(async () => {
  process.env = own;
  unlock();
  await rm(dataDir, { recursive: true });
  vi.restoreAllMocks();
});

it("a script has every setting of the application that it works on, and none of its own", () => {
  const names = CONFIGURED.filter((name) => !["DATA_DIR", "NODE_ENV", "PAYOUT_REVIEW"].includes(name));
  const running = Object.fromEntries(names.map((name) => [name, `the application's ${name}`]));
  saveRunning(dataDir, running);
  process.env.PAYOUT_REVIEW = "on";
  joinRunning();
  expect(Object.fromEntries(names.map((name) => [name, process.env[name]]))).toEqual(running);
  expect(process.env.PAYOUT_REVIEW).toBeUndefined();
  expect(process.env.DATA_DIR).toBe(dataDir);
});

it("a day of the release is as long for a script as for the demo that it works on", () => {
  const demo = { DATABASE_URL: "postgres://a@b/c", AUTH_SECRET: "0".repeat(16), PAYMENTS: "sandbox" };
  saveRunning(dataDir, { ...demo, PAYOUT_DAY_SECONDS: "5" });
  joinRunning();
  expect(readEnv(process.env).releaseDay).toBe(5_000);
});
