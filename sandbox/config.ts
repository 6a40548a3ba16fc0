import { z } from "zod";

/** The wallet provider's credentials. A `webhookUrl` of null keeps the events here. */
type WalletOptions = { clientId: string; clientSecret: string; webhookId: string; webhookUrl: string | null };

/** An address for events, and the secret that signs them. */
export type Destination = { url: string; secret: string };

export type SandboxOptions = {
  /** 0 for any free port. */
  port: number;
  /** The port of the SMTP server; any free one by default. */
  smtpPort?: number;
  /** The folder of the journal. */
  dataDir: string;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Where the card provider's events are sent; null keeps them here. */
  webhookUrl: string | null;
  /** Where the events of connected accounts are sent; without it they stay here. */
  connect?: Destination | null;
  /** Where the thin events about connected accounts are sent; without it they stay here. */
  accountEvents?: Destination | null;
  wallet: WalletOptions;
  /** Where reports of bounced mail and of complaints are sent; without it none can be ordered. */
  mailReport?: Destination | null;
  /** The origin of the payment pages as a browser sees it; null for this server's own address. */
  publicUrl: string | null;
  /** Milliseconds between two batches of wallet renewals; six hours by default, so that they come late. */
  renewalBatchMs?: number;
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

const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""));

const schema = z.object({
  SANDBOX_PORT: z.coerce.number<string>().int().min(0).max(65_535).default(0),
  SANDBOX_SMTP_PORT: z.coerce.number<string>().int().min(0).max(65_535).default(0),
  SANDBOX_DATA: z.string().min(1),
  SANDBOX_SECRET_KEY: z.string().startsWith("sk_test_sandbox", "must begin with sk_test_sandbox"),
  SANDBOX_PUBLISHABLE_KEY: z.string().startsWith("pk_test_sandbox", "must begin with pk_test_sandbox"),
  SANDBOX_WEBHOOK_SECRET: z.string().startsWith("whsec_", "must begin with whsec_"),
  SANDBOX_WEBHOOK_URL: address.optional(),
  SANDBOX_CONNECT_WEBHOOK_URL: address.optional(),
  SANDBOX_CONNECT_WEBHOOK_SECRET: z.string().startsWith("whsec_", "must begin with whsec_").optional(),
  SANDBOX_ACCOUNT_EVENTS_URL: address.optional(),
  SANDBOX_ACCOUNT_EVENTS_SECRET: z.string().startsWith("whsec_", "must begin with whsec_").optional(),
  SANDBOX_WALLET_CLIENT_ID: z.string().startsWith("sandbox_", "must begin with sandbox_"),
  SANDBOX_WALLET_CLIENT_SECRET: z.string().min(16, "needs 16 characters or more"),
  SANDBOX_WALLET_WEBHOOK_ID: z.string().regex(/^[a-zA-Z0-9]+$/, "must be letters and digits"),
  SANDBOX_WALLET_WEBHOOK_URL: address.optional(),
  SANDBOX_MAIL_REPORT_URL: address.optional(),
  SANDBOX_MAIL_REPORT_SECRET: z.string().min(16, "needs 16 characters or more").optional(),
  SANDBOX_PUBLIC_URL: address.optional(),
  SANDBOX_RENEWAL_BATCH_MINUTES: z.coerce.number<string>().int().min(1).default(360),
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
    webhookSecret: raw.SANDBOX_WEBHOOK_SECRET,
    webhookUrl: raw.SANDBOX_WEBHOOK_URL ?? null,
    connect: destination(raw, "SANDBOX_CONNECT_WEBHOOK_URL", "SANDBOX_CONNECT_WEBHOOK_SECRET"),
    accountEvents: destination(raw, "SANDBOX_ACCOUNT_EVENTS_URL", "SANDBOX_ACCOUNT_EVENTS_SECRET"),
    wallet: {
      clientId: raw.SANDBOX_WALLET_CLIENT_ID,
      clientSecret: raw.SANDBOX_WALLET_CLIENT_SECRET,
      webhookId: raw.SANDBOX_WALLET_WEBHOOK_ID,
      webhookUrl: raw.SANDBOX_WALLET_WEBHOOK_URL ?? null,
    },
    mailReport: destination(raw, "SANDBOX_MAIL_REPORT_URL", "SANDBOX_MAIL_REPORT_SECRET"),
    publicUrl: raw.SANDBOX_PUBLIC_URL ?? null,
    renewalBatchMs: raw.SANDBOX_RENEWAL_BATCH_MINUTES * 60_000,
    bankMs: raw.SANDBOX_BANK_MS,
    bankDaySeconds: raw.SANDBOX_BANK_DAY_SECONDS,
  };
}

type Raw = z.output<typeof schema>;
type NameOf<Ending extends string> = Extract<keyof Raw, `SANDBOX_${string}_${Ending}`>;

/** An optional address with its secret. @throws Error when only one of them is set */
function destination(raw: Raw, urlName: NameOf<"URL">, secretName: NameOf<"SECRET">): Destination | null {
  const [url, secret] = [raw[urlName], raw[secretName]];
  if (!url !== !secret) throw new Error(`${urlName} and ${secretName} are set together or not at all`);
  return url && secret ? { url, secret } : null;
}
