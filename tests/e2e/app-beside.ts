import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect } from "@playwright/test";
import { NEXT } from "@/tools/launcher/children";
import { freePort } from "../support/free-port";
import type { Stack } from "../support/stack";

/** The application once more, over the same books, configured otherwise. */
export async function startBeside(
  configured: Record<string, string>,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const { scripts } = JSON.parse(process.env.E2E_STACK ?? "{}") as Stack;
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, [...NEXT, "start", "-p", String(port)], {
    stdio: "ignore",
    env: {
      ...process.env,
      ...scripts,
      APP_URL: url,
      NODE_ENV: "production",
      NODE_OPTIONS: "",
      ...configured,
    },
  });
  const exit = once(child, "exit");
  const ready = () =>
    fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(ready, { timeout: 40_000 }).toBe(true);
  return {
    url,
    stop: async () => {
      child.kill("SIGTERM");
      await exit;
    },
  };
}
