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
  sandboxWalletId: () => `sandbox_${randomBytes(18).toString("hex")}`,
  sandboxWalletSecret: () => randomBytes(32).toString("hex"),
  sandboxWalletWebhookId: () => randomBytes(9).toString("hex").toUpperCase(),
};

/** What is generated where nothing is configured. */
export type Secrets = Record<keyof typeof make, string>;

/** The data directory, made if need be: others may pass through it, for PostgreSQL may run as somebody else, but not look around. */
export function openDataDir(dataDir: string): void {
  if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true, mode: 0o711 });
}

/**
 * The secrets of a data directory, made on the first start and readable by its owner only. `fresh` says that they are new: then a database
 * found beside them belongs to a data directory that was thrown away.
 * @throws LaunchProblem when the file is damaged
 */
export function openSecrets(dataDir: string): { secrets: Secrets; fresh: boolean } {
  const file = join(dataDir, "secrets.json");
  const fresh = !existsSync(file);
  const kept = fresh ? {} : read(file);
  const secrets = Object.fromEntries(
    Object.entries(make).map(([name, generate]) => [name, kept[name as keyof Secrets] ?? generate()]),
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
