import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import Stripe from "stripe";
import { afterEach, expect, it } from "vitest";
import { ENVIRONMENT, KEYS, temporaryFolder } from "./support";

const folder = temporaryFolder();
let child: ChildProcess | undefined;
afterEach(() => {
  child?.kill("SIGKILL");
  folder.remove();
});

function run(changes: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx", fileURLToPath(new URL("main.ts", import.meta.url))], {
    env: {
      ...process.env,
      SANDBOX_DATA: folder.path,
      ...ENVIRONMENT,
      ...changes,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function read(stream: "stdout" | "stderr"): Promise<string> {
  const [chunk] = await once(child?.[stream] as NodeJS.ReadableStream, "data");
  return String(chunk);
}

async function start(): Promise<Stripe> {
  child = run();
  const said = await read("stdout");
  const port = Number(/^sandbox listening on (\d+), for mail on \d+\n$/.exec(said)?.[1]);
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  return new Stripe(KEYS.secretKey, { host: "127.0.0.1", port, protocol: "http", telemetry: false });
}

it("is a process that says when it is ready, keeps its state over SIGKILL, and ends on SIGTERM", async () => {
  const { id } = await (await start()).paymentIntents.create({ amount: 1_000, currency: "eur" });
  child?.kill("SIGKILL");
  const again = await start();
  expect((await again.paymentIntents.retrieve(id)).amount).toBe(1_000);
  child?.kill("SIGTERM");
  expect(await once(child as ChildProcess, "exit")).toEqual([0, null]);
});

it("does not start with a live key", async () => {
  child = run({ SANDBOX_SECRET_KEY: "sk_live_x" });
  expect(await read("stderr")).toBe("sandbox: SANDBOX_SECRET_KEY: must begin with sk_test_sandbox\n");
  expect(await once(child, "exit")).toEqual([1, null]);
});
