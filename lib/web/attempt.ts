import { ERROR_STATUS, type ErrorCode } from "@/lib/ground/errors";

/**
 * The `Idempotency-Key` of one act of a person in the browser: the same for the same content while its outcome is
 * unknown, a new one once the server has accepted or refused it.
 */
export type Attempt = {
  keyFor(content: string): string;
  /** The server refused with this code. */
  refused(code: string): void;
};

/** Refusals, besides those of 500 and above, that do not decide an earlier try with the same key. */
const UNDECIDED = new Set<string>([
  "IDEMPOTENCY_IN_PROGRESS",
  "RATE_LIMITED",
  "UNAUTHENTICATED",
  "CROSS_ORIGIN",
] satisfies ErrorCode[]);

export function newAttempt(): Attempt {
  let current: { content: string; key: string } | null = null;
  return {
    keyFor(content) {
      if (current?.content !== content) current = { content, key: newKey() };
      return current.key;
    },
    refused(code) {
      const status = ERROR_STATUS[code as ErrorCode] ?? 500;
      if (status < 500 && !UNDECIDED.has(code)) current = null;
    },
  };
}

/** Runs a call that has an idempotency key, and once more when no answer came (specification 9, Data fetching). */
export function onceMore<T>(run: () => Promise<T>): Promise<T> {
  return run().catch(run);
}

/** 128 random bits. `crypto.randomUUID` is missing where a phone opens a development machine over plain http. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
