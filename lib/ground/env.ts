import { z } from "zod";

/** What is wrong with the configuration, in one line that an operator can act on. */
export class ConfigurationError extends Error {
  override name = "ConfigurationError";
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether an origin can be reached from this machine only. */
export function isLoopback(origin: string): boolean {
  return LOOPBACK.has(new URL(origin).hostname);
}

const text = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined);

/** A text on one line, since people read it where lines mean something. */
const line = text.pipe(
  z
    .string()
    .max(200)
    .regex(/^[^\r\n]*$/, "must be one line")
    .optional(),
);

const base64url = (bytes: number) =>
  z
    .string()
    .regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 8) / 6)}}$`), `must be ${bytes} bytes in base64url`);

const schema = z.object({
  NODE_ENV: text,
  APP_NAME: text,
  APP_URL: text.pipe(z.url({ protocol: /^https?$/ }).optional()),
  PORT: text.pipe(z.coerce.number<string>().int().min(1).max(65_535).optional()),
  DATABASE_URL: text.pipe(z.url({ protocol: /^postgres(ql)?$/ }).optional()),
  DATABASE_READ_URL: text.pipe(z.url({ protocol: /^postgres(ql)?$/ }).optional()),
  AUTH_SECRET: text.pipe(z.string().min(16, "needs 16 characters or more").optional()),
  PAYMENTS: text.pipe(z.literal("sandbox").optional()),
  STRIPE_SECRET_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_PUBLISHABLE_KEY: text,
  STRIPE_CONNECT_WEBHOOK_SECRET: text,
  STRIPE_ACCOUNT_EVENTS_SECRET: text,
  STRIPE_API_BASE: text.pipe(z.url().optional()),
  PAYPAL_CLIENT_ID: text,
  PAYPAL_CLIENT_SECRET: text,
  PAYPAL_WEBHOOK_ID: text,
  PAYPAL_API_BASE: text.pipe(z.url().optional()),
  PAYPAL_DONATIONS: text.pipe(z.enum(["on", "off"]).optional()),
  PAYPAL_PAYOUTS: text.pipe(z.enum(["on", "off"]).optional()),
  GUEST_GIVING: text.pipe(z.enum(["on", "off"]).optional()),
  SANDBOX_OPEN: text.pipe(z.enum(["on", "off"]).optional()),
  PAYOUT_DAY_SECONDS: text.pipe(z.coerce.number<string>().int().min(1).max(86_400).optional()),
  PAYOUT_REVIEW: text.pipe(z.enum(["on", "off"]).optional()),
  SMTP_URL: text.pipe(z.url({ protocol: /^smtps?$/ }).optional()),
  MAIL_FROM: text.pipe(
    z.string().refine(isSender, 'must be an address, such as "Name <a@example.org>"').optional(),
  ),
  OPERATOR_MAIL: text.pipe(z.email().optional()),
  OPERATOR_NAME: line,
  OPERATOR_ADDRESS: line,
  OPERATOR_TEXTS: line,
  DKIM_SELECTOR: text.pipe(
    z
      .string()
      .regex(/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i)
      .optional(),
  ),
  MAIL_REPORT_SECRET: text.pipe(z.string().min(16, "needs 16 characters or more").optional()),
  VAPID_PUBLIC_KEY: text.pipe(base64url(65).optional()),
  VAPID_PRIVATE_KEY: text.pipe(base64url(32).optional()),
  S3_BUCKET: text,
  S3_REGION: text,
  S3_ENDPOINT: text.pipe(z.url().optional()),
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  AUTH_GOOGLE_ID: text,
  AUTH_GOOGLE_SECRET: text,
  AUTH_GOOGLE_ISSUER: text.pipe(z.url().optional()),
  CURRENCY: text.pipe(
    z.string().toLowerCase().refine(isTwoDecimalCurrency, "is not a currency with two decimals").optional(),
  ),
  TIME_ZONE: text.pipe(z.string().refine(isTimeZone, "is not a time zone").optional()),
  DATA_DIR: text,
  TRUST_PROXY: text.pipe(z.coerce.number<string>().int().min(0).max(10).optional()),
  DRAIN_SECONDS: text.pipe(z.coerce.number<string>().int().min(0).max(300).optional()),
  OTEL_EXPORTER_OTLP_ENDPOINT: text.pipe(z.url({ protocol: /^https?$/ }).optional()),
  RATE_LIMITS: text.pipe(z.enum(["on", "off"]).optional()),
});

/** The names of everything that can be configured. */
export const CONFIGURED = Object.keys(schema.shape);

type Raw = z.infer<typeof schema>;

/** The configuration, as one value each. */
export type Env = Readonly<ReturnType<typeof readEnv>>;

/**
 * Reads and checks a configuration.
 * @throws ConfigurationError naming what is missing or wrong
 */
export function readEnv(source: Record<string, string | undefined>) {
  const parsed = schema.safeParse(source);
  if (!parsed.success) {
    throw new ConfigurationError(
      parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; "),
    );
  }
  const raw = parsed.data;
  const appUrl = (raw.APP_URL ?? `http://localhost:${raw.PORT ?? 3000}`).replace(/\/+$/, "");
  if (new URL(appUrl).origin !== appUrl)
    throw new ConfigurationError("APP_URL: must be an origin, without a path");
  const card = group(raw, "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "STRIPE_PUBLISHABLE_KEY");
  const wallet = group(raw, "PAYPAL_CLIENT_ID", "PAYPAL_CLIENT_SECRET", "PAYPAL_WEBHOOK_ID");
  const mail = group(raw, "SMTP_URL", "MAIL_FROM");
  const operator = group(raw, "OPERATOR_NAME", "OPERATOR_ADDRESS");
  const vapid = group(raw, "VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY");
  const s3 = group(raw, "S3_BUCKET", "S3_REGION", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY");
  const google = group(raw, "AUTH_GOOGLE_ID", "AUTH_GOOGLE_SECRET");
  if (!raw.DATABASE_URL)
    throw new ConfigurationError("DATABASE_URL is missing (npm run up starts an embedded PostgreSQL)");
  if (!raw.AUTH_SECRET) throw new ConfigurationError("AUTH_SECRET is missing");
  if (raw.RATE_LIMITS === "off" && !isLoopback(appUrl)) {
    throw new ConfigurationError("RATE_LIMITS=off is accepted only when APP_URL is a loopback address");
  }
  if (raw.OPERATOR_MAIL && !mail) throw new ConfigurationError("OPERATOR_MAIL: needs SMTP_URL and MAIL_FROM");
  const sandbox = raw.PAYMENTS === "sandbox";
  if (raw.PAYOUT_DAY_SECONDS && !sandbox)
    throw new ConfigurationError("PAYOUT_DAY_SECONDS is accepted only with PAYMENTS=sandbox");
  if (raw.SANDBOX_OPEN && !sandbox)
    throw new ConfigurationError("SANDBOX_OPEN is accepted only with PAYMENTS=sandbox");
  const isReal = (keys: unknown, apiBase: string | undefined) =>
    keys !== null && (apiBase === undefined || !isLoopback(apiBase));
  return {
    appName: raw.APP_NAME ?? "Steuntje",
    /** The public origin, without a trailing slash. */
    appUrl,
    /** Cookies are Secure and carry the __Host- prefix. */
    secure: appUrl.startsWith("https:"),
    databaseUrl: raw.DATABASE_URL,
    /** A streaming replica, for reads that may be minutes old; null: the primary serves them. */
    databaseReadUrl: raw.DATABASE_READ_URL ?? null,
    authSecret: raw.AUTH_SECRET,
    card: card && {
      secretKey: card[0],
      webhookSecret: card[1],
      publishableKey: card[2],
      /** The secrets of the events about payouts of payees, and about the payees; null: those events are refused. */
      connectWebhookSecret: raw.STRIPE_CONNECT_WEBHOOK_SECRET ?? null,
      accountEventsSecret: raw.STRIPE_ACCOUNT_EVENTS_SECRET ?? null,
      apiBase: raw.STRIPE_API_BASE ?? null,
    },
    wallet: wallet && {
      clientId: wallet[0],
      clientSecret: wallet[1],
      webhookId: wallet[2],
      apiBase: raw.PAYPAL_API_BASE ?? null,
    },
    /** Donations can be paid with the wallet (D29). */
    walletDonations: wallet !== null && raw.PAYPAL_DONATIONS === "on",
    /** Others can give by a gift link without an account (D46). */
    guestGiving: raw.GUEST_GIVING !== "off",
    /** A person's first payout waits for an operator's yes. */
    payoutReview: (raw.PAYOUT_REVIEW ?? (sandbox ? "off" : "on")) === "on",
    /** How long a day of a donation's release lasts, in milliseconds: shorter than a day only in the sandbox. */
    releaseDay: (raw.PAYOUT_DAY_SECONDS ?? 86_400) * 1_000,
    /** Requesters can be paid by the wallet provider. */
    walletPayouts: wallet !== null && (raw.PAYPAL_PAYOUTS ?? (sandbox ? "on" : "off")) === "on",
    photoStore: s3 && {
      bucket: s3[0],
      region: s3[1],
      accessKeyId: s3[2],
      secretAccessKey: s3[3],
      endpoint: raw.S3_ENDPOINT ?? null,
    },
    google: google && {
      id: google[0],
      secret: google[1],
      issuer: raw.AUTH_GOOGLE_ISSUER ?? "https://accounts.google.com",
    },
    /** The payments sandbox replaces the providers: no real money moves. */
    sandbox,
    /** The SMTP server that mail is sent through, and its sender, with or without a name; null: no mail is sent. */
    mail: mail && { smtpUrl: mail[0], from: mail[1] },
    /** Who runs this installation, for receipts and the foot of every mail; null: not named. */
    operator: operator && { name: operator[0], address: operator[1] },
    /** Where the operator gets mail about what needs them; null: nowhere, and none is written. */
    operatorMail: raw.OPERATOR_MAIL ?? null,
    /** The folder of the operator's own texts, `<language>/<page>.md`; null: the default texts. */
    operatorTexts: raw.OPERATOR_TEXTS ?? null,
    /** What a mail provider proves itself with when it reports bounces and complaints; null: it cannot report. */
    mailReportSecret: raw.MAIL_REPORT_SECRET ?? null,
    /** The selector of the key that the mail server signs with (DKIM), for `npm run doctor`. */
    dkimSelector: raw.DKIM_SELECTOR ?? null,
    /**
     * The sandbox's page "Mail of this demo" is shown, to this machine (`sandboxOpen`). It shows everybody's mail,
     * reset links included, so it exists only on a loopback origin, and where the mail goes to this machine.
     */
    mailPage: sandbox && isLoopback(appUrl) && mail !== null && isLoopback(mail[0]),
    /** The providers' pages of the sandbox and its mail are open to other machines too (D53). */
    sandboxOpen: raw.SANDBOX_OPEN === "on",
    /** The keys that push services know this installation by; null: the servers make and share a pair. */
    vapid: vapid && { publicKey: vapid[0], privateKey: vapid[1] },
    /** The origin of the sandbox's push service on this machine; null: only those of browsers are called. */
    pushSandbox:
      sandbox && raw.STRIPE_API_BASE && isLoopback(raw.STRIPE_API_BASE)
        ? new URL(raw.STRIPE_API_BASE).origin
        : null,
    /**
     * Demo people, whose password is published, can sign in: this machine alone reaches the origin, and no real money
     * moves (D41).
     */
    demoLogins:
      isLoopback(appUrl) && !isReal(card, raw.STRIPE_API_BASE) && !isReal(wallet, raw.PAYPAL_API_BASE),
    /** ISO 4217, lower case; two decimals. */
    currency: raw.CURRENCY ?? "eur",
    timeZone: raw.TIME_ZONE ?? "Europe/Amsterdam",
    dataDir: raw.DATA_DIR ?? ".data",
    /** How many reverse proxies in front append to X-Forwarded-For. */
    trustProxy: raw.TRUST_PROXY ?? 0,
    /** How long a server that is stopping still takes new calls while it answers that it is not ready. */
    drainSeconds: raw.DRAIN_SECONDS ?? 0,
    /** Traces and metrics are sent to OTEL_EXPORTER_OTLP_ENDPOINT. */
    telemetry: raw.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    rateLimits: raw.RATE_LIMITS !== "off",
    /** `next dev`: the page needs looser rules to reload itself. */
    development: raw.NODE_ENV === "development",
  };
}

/** All values of a group, null when none is set. A half-set group is refused. */
function group<const K extends readonly (keyof Raw)[]>(
  raw: Raw,
  ...names: K
): { [I in keyof K]: string } | null {
  const missing = names.filter((name) => !raw[name]);
  if (missing.length === names.length) return null;
  if (missing.length > 0) {
    const set = names.filter((name) => raw[name]);
    throw new ConfigurationError(`${missing.join(", ")} missing: needed because ${set.join(", ")} is set`);
  }
  return names.map((name) => raw[name]) as { [I in keyof K]: string };
}

function isTwoDecimalCurrency(code: string): boolean {
  try {
    const format = new Intl.NumberFormat("en", { style: "currency", currency: code });
    return (
      Intl.supportedValuesOf("currency").includes(code.toUpperCase()) &&
      format.resolvedOptions().maximumFractionDigits === 2
    );
  } catch {
    return false;
  }
}

/** An address of ASCII letters, with or without a name before it; on one line, since it becomes a header. */
function isSender(from: string): boolean {
  const address = /^[^<>\r\n]*<([^<>]*)>$/.exec(from)?.[1] ?? from;
  return z.email().safeParse(address).success;
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

let current: Env | undefined;

/**
 * The configuration of this process, read once: the only reader of process.env (api.md, Configuration). It reads when
 * the server starts, never during a build, so that one build serves every configuration.
 * @throws ConfigurationError
 */
export function env(): Env {
  current ??= readEnv(process.env);
  return current;
}
