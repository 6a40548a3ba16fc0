import { ConfigurationError, type Env, isLoopback, readEnv } from "@/lib/ground/env";
import type { Secrets } from "./secrets";

type Source = Record<string, string | undefined>;

/** What the launcher starts because nothing else is configured. */
export type Plan = { database: boolean; sandbox: boolean; demo: boolean };

/** What the application and the sandbox call the keys that they share. */
const SHARED: [secret: keyof Secrets, application: string, sandbox: string][] = [
  ["sandboxSecretKey", "STRIPE_SECRET_KEY", "SANDBOX_SECRET_KEY"],
  ["sandboxPublishableKey", "STRIPE_PUBLISHABLE_KEY", "SANDBOX_PUBLISHABLE_KEY"],
  ["sandboxWebhookSecret", "STRIPE_WEBHOOK_SECRET", "SANDBOX_WEBHOOK_SECRET"],
  ["sandboxConnectWebhookSecret", "STRIPE_CONNECT_WEBHOOK_SECRET", "SANDBOX_CONNECT_WEBHOOK_SECRET"],
  ["sandboxAccountEventsSecret", "STRIPE_ACCOUNT_EVENTS_SECRET", "SANDBOX_ACCOUNT_EVENTS_SECRET"],
  ["sandboxWalletId", "PAYPAL_CLIENT_ID", "SANDBOX_WALLET_CLIENT_ID"],
  ["sandboxWalletSecret", "PAYPAL_CLIENT_SECRET", "SANDBOX_WALLET_CLIENT_SECRET"],
  ["sandboxWalletWebhookId", "PAYPAL_WEBHOOK_ID", "SANDBOX_WALLET_WEBHOOK_ID"],
];

/**
 * What has to be started for a configuration (api.md, Configuration). The payments sandbox never replaces real keys,
 * and runs on a public origin only with PAYMENTS=sandbox. Demo people have a known password, so they appear only on a
 * local origin without real keys.
 * @throws ConfigurationError
 */
export function plan(source: Source, { production }: { production: boolean }): Plan {
  const set = (name: string) => Boolean(source[name]?.trim());
  const realKeys = ["STRIPE_API_BASE", "PAYPAL_API_BASE", ...SHARED.map(([, name]) => name)].some(set);
  const wantsSandbox = source.PAYMENTS?.trim() === "sandbox";
  const realCard = set("STRIPE_SECRET_KEY") && !set("STRIPE_API_BASE");
  const realWallet = set("PAYPAL_CLIENT_ID") && !set("PAYPAL_API_BASE");
  if (wantsSandbox && (realCard || realWallet)) {
    throw new ConfigurationError("PAYMENTS=sandbox cannot be combined with a payment provider's keys");
  }
  if (realKeys && !wantsSandbox && production && !set("AUTH_SECRET")) {
    throw new ConfigurationError(
      "AUTH_SECRET is missing: required in production with a real payment provider",
    );
  }
  const appUrl = source.APP_URL?.trim();
  const local = !appUrl || (URL.canParse(appUrl) && isLoopback(appUrl));
  if (source.DEMO_DATA !== undefined && !["", "on", "off"].includes(source.DEMO_DATA)) {
    throw new ConfigurationError('DEMO_DATA: must be "on" or "off"');
  }
  if (set("DATABASE_READ_URL") && !set("DATABASE_URL")) {
    throw new ConfigurationError("DATABASE_URL missing: needed because DATABASE_READ_URL is set");
  }
  return {
    database: !set("DATABASE_URL"),
    sandbox: !realKeys && (local || wantsSandbox),
    demo: source.DEMO_DATA !== "off" && !realKeys && local,
  };
}

/** Where a sandbox that runs is reached: its HTTP origin, and its SMTP server. */
export type SandboxAddress = { url: string; smtpUrl: string };

export type Parts = {
  port: number;
  databaseUrl: string | null;
  sandbox: SandboxAddress | null;
  secrets: Secrets;
};

/** The application's environment: the configuration, completed with what the launcher started. */
export function complete(source: Source, { port, databaseUrl, sandbox, secrets }: Parts): Source {
  return {
    ...source,
    PORT: String(port),
    AUTH_SECRET: source.AUTH_SECRET?.trim() || secrets.authSecret,
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    ...(sandbox !== null && { PAYOUT_DAY_SECONDS: "5", ...sandboxKeys(sandbox.url, secrets) }),
    ...(sandbox !== null && !source.SMTP_URL?.trim() && mailKeys(sandbox.smtpUrl, secrets)),
  };
}

/** The keys of a sandbox, as it is given them. */
export function sandboxSecrets(secrets: Secrets) {
  return Object.fromEntries(SHARED.map(([secret, , name]) => [name, secrets[secret]]));
}

/** The environment of an application that uses a sandbox. */
export function sandboxKeys(url: string, secrets: Secrets) {
  const keys = Object.fromEntries(SHARED.map(([secret, name]) => [name, secrets[secret]]));
  return { PAYMENTS: "sandbox", STRIPE_API_BASE: url, PAYPAL_API_BASE: url, ...keys };
}

/** The environment of an application whose mail goes to a sandbox. */
export function mailKeys(smtpUrl: string, secrets: Secrets) {
  return {
    SMTP_URL: smtpUrl,
    MAIL_FROM: "Steuntje <no-reply@localhost.invalid>",
    MAIL_REPORT_SECRET: secrets.mailReportSecret,
  };
}

/**
 * Validates the configuration before anything is started.
 * @throws ConfigurationError with a message of one line
 */
export function assertValid(source: Source, needs: Plan): Env {
  const secrets = { authSecret: "0".repeat(16) } as Secrets;
  const databaseUrl = needs.database ? "postgres://127.0.0.1" : null;
  const port = Number(source.PORT?.trim() || 3000);
  return readEnv({
    ...complete(source, { port, databaseUrl, sandbox: null, secrets }),
    PORT: source.PORT,
  });
}
