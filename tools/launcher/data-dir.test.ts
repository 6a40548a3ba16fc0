import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockDataDir } from "./lock";
import { startOf } from "./process-identity";
import { openDataDir, openSecrets } from "./secrets";

let dataDir: string;
beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), "steuntje-data-")), "a", "b");
  openDataDir(dataDir);
});
afterEach(() => rmSync(join(dataDir, "..", ".."), { recursive: true, force: true }));

describe("the secrets", () => {
  it("are generated once, all different, readable by the owner only", () => {
    const first = openSecrets(dataDir);
    expect(first.fresh).toBe(true);
    expect(new Set(Object.values(first.secrets)).size).toBe(11);
    expect(statSync(join(dataDir, "secrets.json")).mode & 0o777).toBe(0o600);
    expect(openSecrets(dataDir)).toEqual({ secrets: first.secrets, fresh: false });
  });

  it("are not generated again when the file is damaged", () => {
    writeFileSync(join(dataDir, "secrets.json"), "{");
    expect(() => openSecrets(dataDir)).toThrow(/secrets\.json cannot be read/);
  });
});

describe("the lock", () => {
  const file = () => join(dataDir, "lock");

  it("is taken by one of many that try at once, and released", async () => {
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => lockDataDir(dataDir)));
    const held = tries.filter((result) => result.status === "fulfilled");
    expect(held).toHaveLength(1);
    held[0]?.value();
    (await lockDataDir(dataDir))();
  });

  it.each([
    ["a process that is gone", { pid: 2 ** 22 + 1, start: "1", token: "x" }],
    ["a number that another process has by now", { pid: process.pid, start: "long ago", token: "x" }],
  ])("is taken over from %s", async (_, holder) => {
    writeFileSync(file(), JSON.stringify(holder));
    (await lockDataDir(dataDir))();
  });

  it("is taken over when it was cut short", async () => {
    writeFileSync(file(), "");
    (await lockDataDir(dataDir))();
  });

  it("is left to a process that lives", async () => {
    const holder = JSON.stringify({ pid: process.ppid, start: startOf(process.ppid), token: "x" });
    writeFileSync(file(), holder);
    await expect(lockDataDir(dataDir)).rejects.toThrow(`in use by process ${process.ppid}`);
    expect(readFileSync(file(), "utf8")).toBe(holder);
  });
});
