import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startNode, untilHealthy } from "./child";
import { originOf } from "./ports";
import type { Secrets } from "./secrets";
import type { Supervisor } from "./supervisor";

type Sandbox = { port: number; dataDir: string; appOrigin: string; appUrl: string; secrets: Secrets };

const SANDBOX = fileURLToPath(new URL("../../sandbox/main.ts", import.meta.url));
const NEXT = createRequire(import.meta.url).resolve("next/dist/bin/next");

/** The environment of a payments sandbox. `appOrigin` is where this machine reaches the application, `appUrl` where browsers do. */
function sandboxEnvironment({ port, dataDir, appOrigin, appUrl, secrets }: Sandbox) {
  return {
    SANDBOX_PORT: String(port),
    SANDBOX_DATA: join(dataDir, "sandbox"),
    SANDBOX_SECRET_KEY: secrets.sandboxSecretKey,
    SANDBOX_PUBLISHABLE_KEY: secrets.sandboxPublishableKey,
    SANDBOX_WEBHOOK_SECRET: secrets.sandboxWebhookSecret,
    SANDBOX_WEBHOOK_URL: `${appOrigin}/api/webhooks/stripe`,
    SANDBOX_WALLET_CLIENT_ID: secrets.sandboxWalletId,
    SANDBOX_WALLET_CLIENT_SECRET: secrets.sandboxWalletSecret,
    SANDBOX_WALLET_WEBHOOK_ID: secrets.sandboxWalletWebhookId,
    SANDBOX_WALLET_WEBHOOK_URL: `${appOrigin}/api/webhooks/paypal`,
    SANDBOX_PUBLIC_URL: `${appUrl}/api/sandbox`,
  };
}

/** Starts the payments sandbox, which is a process of its own. */
export async function startSandbox(crew: Supervisor, sandbox: Sandbox): Promise<string> {
  mkdirSync(join(sandbox.dataDir, "sandbox"), { recursive: true, mode: 0o700 });
  const part = startNode("The payments sandbox", ["--import", "tsx", SANDBOX], {
    env: { ...process.env, ...sandboxEnvironment(sandbox) },
    quiet: true,
  });
  await crew.add(part);
  const url = `http://127.0.0.1:${sandbox.port}`;
  await untilHealthy(part, `${url}/health`);
  return url;
}

/** Longer than the application takes at most to finish what it has (lib/server/shutdown.ts). */
const FINISHING_MS = 30_000;

type App = {
  /** The interface to listen on; null for all. */
  host: string | null;
  port: number;
  env: Record<string, string | undefined>;
  /** How long it goes on before it begins to finish. */
  drainSeconds: number;
};

/** Starts the application, built or with hot reload. */
export async function startApp(
  crew: Supervisor,
  command: "start" | "dev",
  { host, port, env, drainSeconds }: App,
): Promise<void> {
  const where = ["--port", String(port), ...(host === null ? [] : ["--hostname", host])];
  const part = startNode("The application", [NEXT, command, ...where], {
    env: { ...env, NODE_ENV: command === "dev" ? "development" : "production", NEXT_TELEMETRY_DISABLED: "1" },
    patienceMs: drainSeconds * 1_000 + FINISHING_MS,
  });
  await crew.add(part);
  await untilHealthy(part, `${originOf(host, port)}/api/health`);
}
