/**
 * The `Idempotency-Key` of what a person is trying to do in the browser: the same for the same content while its outcome is unknown, a new one
 * once the server has said yes or no.
 */
export type Attempt = {
  keyFor(content: string): string;
  settled(): void;
};

export function newAttempt(): Attempt {
  let current: { content: string; key: string } | null = null;
  return {
    keyFor(content) {
      if (current?.content !== content) current = { content, key: newKey() };
      return current.key;
    },
    settled() {
      current = null;
    },
  };
}

/** 128 random bits. `crypto.randomUUID` is missing where a phone opens a development machine over plain http. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
