import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LaunchProblem } from "./problem";

const make = {
  authSecret: () => randomBytes(32).toString("base64url"),
  databasePassword: () => randomBytes(24).toString("hex"),
  sandboxSecretKey: () => `sk_test_sandbox_${randomBytes(18).toString("hex")}`,
  sandboxPublishableKey: () => `pk_test_sandbox_${randomBytes(18).toString("hex")}`,
  sandboxWebhookSecret: () => `whsec_${randomBytes(24).toString("hex")}`,
  sandboxConnectWebhookSecret: () => `whsec_${randomBytes(24).toString("hex")}`,
  sandboxAccountEventsSecret: () => `whsec_${randomBytes(24).toString("hex")}`,
  sandboxWalletId: () => `sandbox_${randomBytes(18).toString("hex")}`,
  sandboxWalletSecret: () => randomBytes(32).toString("hex"),
  mailReportSecret: () => randomBytes(24).toString("hex"),
  sandboxWalletWebhookId: () => randomBytes(9).toString("hex").toUpperCase(),
};

/** Generated where nothing is configured. */
export type Secrets = Record<keyof typeof make, string>;

/** Creates the data directory if needed. Mode 711: PostgreSQL may run as another user, who can pass but not list it. */
export function openDataDir(dataDir: string): void {
  if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true, mode: 0o711 });
}

/**
 * The secrets of a data directory, generated on the first start and readable by the owner only. `fresh` means that they
 * are new: an existing database then belongs to a data directory that was deleted.
 * @throws LaunchProblem when the file is damaged
 */
export function openSecrets(dataDir: string): { secrets: Secrets; fresh: boolean } {
  const file = join(dataDir, "secrets.json");
  const fresh = !existsSync(file);
  const saved = fresh ? {} : read(file);
  const secrets = Object.fromEntries(
    Object.entries(make).map(([name, generate]) => [name, saved[name as keyof Secrets] ?? generate()]),
  ) as Secrets;
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, file);
  return { secrets, fresh };
}

function read(file: string): Partial<Secrets> {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Partial<Secrets>;
  } catch (cause) {
    throw new LaunchProblem(`${file} cannot be read: ${cause instanceof Error ? cause.message : cause}`);
  }
}
