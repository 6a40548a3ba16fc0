import { z } from "zod";

/** Where some events are sent, and the secret that signs them. A `url` of null keeps them here. */
export type Destination = { url: string | null; secret: string };

export type SandboxOptions = {
  /** 0 for any free port. */
  port: number;
  /** The port of the SMTP server; any free one by default. */
  smtpPort?: number;
  /** The folder of the journal. */
  dataDir: string;
  secretKey: string;
  publishableKey: string;
  /** The card provider's events; those of connected accounts, and the thin ones about them; reports about mail. */
  hooks: Record<"card" | "connect" | "accounts" | "mail", Destination>;
  wallet: { clientId: string; clientSecret: string; webhookId: string; webhookUrl: string | null };
  /** The origin of the payment pages as a browser sees it; null for this server's own address. */
  publicUrl: string | null;
  /** Milliseconds before the first retry of an event; the wait doubles up to a minute. */
  retryMs?: number;
  /** Milliseconds that a bank takes to answer a confirmation; the payment is locked meanwhile. */
  bankMs?: number;
  /** Seconds that a bank's day takes here, for balances, payouts and reviews; a real day by default. */
  bankDaySeconds?: number;
};

/** The options of a sandbox that runs: its address is known once it listens. */
export type RunningOptions = SandboxOptions & {
  /** This server's own address, for the providers' links to themselves. */
  apiUrl: string;
};

const port = z.coerce.number<string>().int().min(0).max(65_535).default(0);
const address = z
  .url({ protocol: /^https?$/ })
  .transform((url) => url.replace(/\/+$/, ""))
  .nullable()
  .default(null);
const begins = (beginning: string) => z.string().startsWith(beginning, `must begin with ${beginning}`);
const secret = z.string().min(16, "needs 16 characters or more");

const schema = z.object({
  SANDBOX_PORT: port,
  SANDBOX_SMTP_PORT: port,
  SANDBOX_DATA: z.string().min(1),
  SANDBOX_SECRET_KEY: begins("sk_test_sandbox"),
  SANDBOX_PUBLISHABLE_KEY: begins("pk_test_sandbox"),
  SANDBOX_WEBHOOK_URL: address,
  SANDBOX_WEBHOOK_SECRET: begins("whsec_"),
  SANDBOX_CONNECT_WEBHOOK_URL: address,
  SANDBOX_CONNECT_WEBHOOK_SECRET: begins("whsec_"),
  SANDBOX_ACCOUNT_EVENTS_URL: address,
  SANDBOX_ACCOUNT_EVENTS_SECRET: begins("whsec_"),
  SANDBOX_WALLET_CLIENT_ID: begins("sandbox_"),
  SANDBOX_WALLET_CLIENT_SECRET: secret,
  SANDBOX_WALLET_WEBHOOK_ID: z.string().regex(/^[a-zA-Z0-9]+$/, "must be letters and digits"),
  SANDBOX_WALLET_WEBHOOK_URL: address,
  SANDBOX_MAIL_REPORT_URL: address,
  SANDBOX_MAIL_REPORT_SECRET: secret,
  SANDBOX_PUBLIC_URL: address,
  SANDBOX_BANK_MS: z.coerce.number<string>().int().min(0).max(60_000).default(400),
  SANDBOX_BANK_DAY_SECONDS: z.coerce.number<string>().int().min(1).max(86_400).default(86_400),
});

/**
 * Reads the configuration from environment variables.
 * @throws Error in one line that names each wrong variable; live keys are refused
 */
export function readConfig(source: Record<string, string | undefined>): SandboxOptions {
  const parsed = schema.safeParse(source);
  if (!parsed.success) {
    throw new Error(
      parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; "),
    );
  }
  const raw = parsed.data;
  return {
    port: raw.SANDBOX_PORT,
    smtpPort: raw.SANDBOX_SMTP_PORT,
    dataDir: raw.SANDBOX_DATA,
    secretKey: raw.SANDBOX_SECRET_KEY,
    publishableKey: raw.SANDBOX_PUBLISHABLE_KEY,
    hooks: {
      card: { url: raw.SANDBOX_WEBHOOK_URL, secret: raw.SANDBOX_WEBHOOK_SECRET },
      connect: { url: raw.SANDBOX_CONNECT_WEBHOOK_URL, secret: raw.SANDBOX_CONNECT_WEBHOOK_SECRET },
      accounts: { url: raw.SANDBOX_ACCOUNT_EVENTS_URL, secret: raw.SANDBOX_ACCOUNT_EVENTS_SECRET },
      mail: { url: raw.SANDBOX_MAIL_REPORT_URL, secret: raw.SANDBOX_MAIL_REPORT_SECRET },
    },
    wallet: {
      clientId: raw.SANDBOX_WALLET_CLIENT_ID,
      clientSecret: raw.SANDBOX_WALLET_CLIENT_SECRET,
      webhookId: raw.SANDBOX_WALLET_WEBHOOK_ID,
      webhookUrl: raw.SANDBOX_WALLET_WEBHOOK_URL,
    },
    publicUrl: raw.SANDBOX_PUBLIC_URL,
    bankMs: raw.SANDBOX_BANK_MS,
    bankDaySeconds: raw.SANDBOX_BANK_DAY_SECONDS,
  };
}
