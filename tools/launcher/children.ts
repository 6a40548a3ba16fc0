import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startNode, untilHealthy } from "./child";
import { type SandboxAddress, sandboxSecrets } from "./configuration";
import { originOf } from "./ports";
import type { Secrets } from "./secrets";
import type { Supervisor } from "./supervisor";

type Sandbox = {
  port: number;
  smtpPort: number;
  dataDir: string;
  appOrigin: string;
  appUrl: string;
  secrets: Secrets;
};

/** A payout arrives while its receiver watches. */
const BANK_DAY_SECONDS = 30;

const SANDBOX = fileURLToPath(new URL("../../sandbox/main.ts", import.meta.url));

/**
 * Node.js' option for a server of the application, and its command line. Twice the default space for new objects saves
 * a seventh of the processor time of a page (docs/performance.md, P5). The Dockerfile has the option too.
 */
export const NEXT = [
  "--max-semi-space-size=32",
  createRequire(import.meta.url).resolve("next/dist/bin/next"),
];

/**
 * Starts the payments sandbox, with its SMTP server. `appOrigin` is the application's address on this machine, `appUrl`
 * the one for browsers.
 */
export async function startSandbox(
  supervisor: Supervisor,
  { port, smtpPort, dataDir, appOrigin, appUrl, secrets }: Sandbox,
): Promise<SandboxAddress> {
  const data = join(dataDir, "sandbox");
  const webhooks = `${appOrigin}/api/webhooks`;
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const child = startNode("The payments sandbox", ["--import", "tsx", SANDBOX], {
    env: {
      ...process.env,
      ...sandboxSecrets(secrets),
      SANDBOX_PORT: String(port),
      SANDBOX_SMTP_PORT: String(smtpPort),
      SANDBOX_DATA: data,
      SANDBOX_WEBHOOK_URL: `${webhooks}/stripe`,
      SANDBOX_CONNECT_WEBHOOK_URL: `${webhooks}/stripe/connect`,
      SANDBOX_ACCOUNT_EVENTS_URL: `${webhooks}/stripe/accounts`,
      SANDBOX_WALLET_WEBHOOK_URL: `${webhooks}/paypal`,
      SANDBOX_MAIL_REPORT_URL: `${webhooks}/mail`,
      SANDBOX_MAIL_REPORT_SECRET: secrets.mailReportSecret,
      SANDBOX_PUBLIC_URL: `${appUrl}/api/sandbox`,
      SANDBOX_BANK_DAY_SECONDS: String(BANK_DAY_SECONDS),
    },
    quiet: true,
  });
  await supervisor.add(child);
  const url = `http://127.0.0.1:${port}`;
  await untilHealthy(child, `${url}/health`);
  return { url, smtpUrl: `smtp://127.0.0.1:${smtpPort}` };
}

/** Longer than the application takes at most to finish open requests (lib/server/shutdown.ts). */
const SHUTDOWN_MS = 30_000;

type App = {
  /** The interface to listen on; null for all. */
  host: string | null;
  port: number;
  env: Record<string, string | undefined>;
  /** How long it keeps accepting requests after SIGTERM. */
  drainSeconds: number;
};

/** Starts the application, built or with hot reload. */
export async function startApp(
  supervisor: Supervisor,
  command: "start" | "dev",
  { host, port, env, drainSeconds }: App,
): Promise<void> {
  const where = ["--port", String(port), ...(host === null ? [] : ["--hostname", host])];
  const child = startNode("The application", [...NEXT, command, ...where], {
    env: { ...env, NODE_ENV: command === "dev" ? "development" : "production", NEXT_TELEMETRY_DISABLED: "1" },
    timeoutMs: drainSeconds * 1_000 + SHUTDOWN_MS,
  });
  await supervisor.add(child);
  await untilHealthy(child, `${originOf(host, port)}/api/health`);
}
