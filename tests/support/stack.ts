import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSandbox } from "@/sandbox/server";
import { NEXT } from "@/tools/launcher/children";
import { freePort, freePorts } from "./free-port";
import { createDatabase, dropDatabase } from "./postgres";
import { type ReverseProxy, startProxy } from "./reverse-proxy";

/** A running application on a database of its own, with the payments sandbox, all on free ports. */
export type Stack = {
  appUrl: string;
  databaseUrl: string;
  sandboxUrl: string;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  connectWebhookSecret: string;
  accountEventsSecret: string;
  /** What a script is given to work beside it. */
  scripts: Record<string, string>;
};

/** The environment in which everything can be asked for, as often as a test likes. */
export const WHOLE_SITE = { RATE_LIMITS: "off", PAYPAL_DONATIONS: "on" };

/** One process of the application. */
export type Server = {
  url: string;
  pid: number;
  /** The last of what it printed. */
  output: () => string;
  signal: (signal: NodeJS.Signals) => void;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
};

type Controls = {
  /** Of a stack with one server it is where `appUrl` leads. */
  servers: Server[];
  /** In front of several servers, unless it is another program. */
  proxy: ReverseProxy | null;
  stop: () => Promise<void>;
  /** Ends the application with SIGKILL. */
  kill: () => Promise<void>;
  /** Starts it again. */
  revive: () => Promise<void>;
};

type Options = {
  /** A PostgreSQL where databases may be created. */
  postgresUrl: string;
  /** For the application at an address, beside what it needs or instead of some of it. */
  env?: (appUrl: string, needs: Record<string, string>) => Promise<Record<string, string>>;
  /** How many servers, behind a proxy if there are several. */
  count?: number;
  /** Starts what is in front of several servers on a port, instead of the small proxy of the tests. */
  front?: (port: number, servers: readonly string[]) => Promise<{ stop: () => Promise<void> }>;
  /** What serves, instead of `next start`: a program and its arguments. */
  program?: string[];
  /** Runs while the first server starts, at its address. */
  meanwhile?: (port: number) => void;
  /** Fills the new database. */
  seed?: (databaseUrl: string, dataDir: string) => Promise<void>;
};

/** Starts the built application and what it needs. `next build` must have run. */
export async function startStack({
  postgresUrl,
  env,
  seed,
  count = 1,
  front,
  program,
  meanwhile,
}: Options): Promise<{ stack: Stack } & Controls> {
  const databaseUrl = await createDatabase(postgresUrl);
  const dataDir = await mkdtemp(join(tmpdir(), "steuntje-stack-"));
  await seed?.(databaseUrl, dataDir);
  const port = await freePort();
  const appUrl = addressOf(port);
  const keys = {
    secretKey: `sk_test_sandbox${randomUUID().replaceAll("-", "")}`,
    publishableKey: `pk_test_sandbox${randomUUID().replaceAll("-", "")}`,
    webhookSecret: `whsec_${randomUUID().replaceAll("-", "")}`,
  };
  const connectWebhookSecret = `whsec_${randomUUID().replaceAll("-", "")}`;
  const accountEventsSecret = `whsec_${randomUUID().replaceAll("-", "")}`;
  const wallet = {
    clientId: `sandbox_${randomUUID().replaceAll("-", "")}`,
    clientSecret: randomUUID(),
    webhookId: randomUUID().replaceAll("-", "").toUpperCase(),
  };
  const mailReportSecret = randomUUID();
  const webhooks = `${appUrl}/api/webhooks`;
  const sandbox = await startSandbox({
    port: 0,
    dataDir: join(dataDir, "sandbox"),
    secretKey: keys.secretKey,
    publishableKey: keys.publishableKey,
    hooks: {
      card: { url: `${webhooks}/stripe`, secret: keys.webhookSecret },
      connect: { url: `${webhooks}/stripe/connect`, secret: connectWebhookSecret },
      accounts: { url: `${webhooks}/stripe/accounts`, secret: accountEventsSecret },
      mail: { url: `${webhooks}/mail`, secret: mailReportSecret },
    },
    wallet: { ...wallet, webhookUrl: `${webhooks}/paypal` },
    publicUrl: `${appUrl}/api/sandbox`,
  });
  const scripts = {
    APP_URL: appUrl,
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: randomUUID(),
    DATA_DIR: dataDir,
    PAYMENTS: "sandbox",
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    STRIPE_CONNECT_WEBHOOK_SECRET: connectWebhookSecret,
    STRIPE_ACCOUNT_EVENTS_SECRET: accountEventsSecret,
    STRIPE_API_BASE: sandbox.url,
    PAYPAL_CLIENT_ID: wallet.clientId,
    PAYPAL_CLIENT_SECRET: wallet.clientSecret,
    PAYPAL_WEBHOOK_ID: wallet.webhookId,
    PAYPAL_API_BASE: sandbox.url,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    MAIL_FROM: "Steuntje <no-reply@localhost.invalid>",
    MAIL_REPORT_SECRET: mailReportSecret,
  };
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    ...scripts,
    NODE_ENV: "production",
    NODE_OPTIONS: "",
    PORT: String(port),
    ...(count > 1 && { TRUST_PROXY: "1" }),
    ...(await env?.(appUrl, scripts)),
  };
  const ports = count === 1 ? [port] : await freePorts(count);
  const urls = ports.map(addressOf);
  const proxy = count === 1 || front ? null : await startProxy(port, urls);
  const before = proxy ?? (await front?.(port, urls));
  const run = () => Promise.all(ports.map((each) => startServer(each, environment, program)));
  meanwhile?.(port);
  const servers = await run();
  const endAll = async (signal: NodeJS.Signals) => {
    for (const server of servers) server.signal(signal);
    await Promise.all(servers.map(({ ended }) => ended));
  };
  return {
    stack: {
      appUrl,
      databaseUrl,
      sandboxUrl: sandbox.url,
      scripts,
      ...keys,
      connectWebhookSecret,
      accountEventsSecret,
    },
    servers,
    proxy,
    kill: () => endAll("SIGKILL"),
    revive: async () => {
      servers.splice(0, servers.length, ...(await run()));
    },
    stop: async () => {
      await before?.stop();
      await endAll("SIGTERM");
      await sandbox.stop();
      await rm(dataDir, { recursive: true, force: true });
      await dropDatabase(postgresUrl, databaseUrl);
    },
  };
}

const addressOf = (port: number) => `http://localhost:${port}`;

async function startServer(
  port: number,
  env: NodeJS.ProcessEnv,
  program = [...NEXT, "start", "-p", String(port)],
): Promise<Server> {
  const child = spawn(process.execPath, program, { stdio: ["ignore", "pipe", "pipe"], env });
  const output = collect(child);
  const ended = once(child, "exit").then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  const url = addressOf(port);
  await answering(`${url}/api/health`, child, output);
  return { url, pid: child.pid ?? 0, output, ended, signal: (signal) => void child.kill(signal) };
}

/** The last of what a process prints, to be shown if it fails. */
function collect(child: ChildProcess): () => string {
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      lines.push(chunk.toString());
      if (lines.length > 200) lines.shift();
      if (process.env.STACK_LOG) process.stderr.write(chunk);
    });
  }
  return () => lines.join("");
}

async function answering(url: string, app: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + 240_000;
  while (Date.now() < deadline) {
    if (app.exitCode !== null) throw new Error(`the application stopped:\n${output()}`);
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  app.kill("SIGKILL");
  throw new Error(`the application does not answer:\n${output()}`);
}
