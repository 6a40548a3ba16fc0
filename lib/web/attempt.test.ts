import { describe, expect, it, vi } from "vitest";
import { newAttempt, onceMore } from "./attempt";

describe("an attempt's idempotency key", () => {
  it("stays while the same thing is tried and its outcome is unknown", () => {
    const attempt = newAttempt();
    const key = attempt.keyFor("give 500");
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(attempt.keyFor("give 500")).toBe(key);
  });

  it("is new for something else, and after a refusal", () => {
    const attempt = newAttempt();
    const key = attempt.keyFor("give 500");
    const other = attempt.keyFor("give 600");
    expect(other).not.toBe(key);
    attempt.refused("GOAL_REACHED");
    expect(attempt.keyFor("give 600")).not.toBe(other);
  });

  it.each(["IDEMPOTENCY_IN_PROGRESS", "RATE_LIMITED", "UNAUTHENTICATED", "INTERNAL", "NETWORK", "HTTP_504"])(
    "stays after %s, which does not say what became of an earlier try",
    (code) => {
      const attempt = newAttempt();
      const key = attempt.keyFor("give 500");
      attempt.refused(code);
      expect(attempt.keyFor("give 500")).toBe(key);
    },
  );
});

describe("one retry", () => {
  it("comes after no answer, once", async () => {
    const run = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError("Load failed"));
    run.mockResolvedValue("answer");
    expect(await onceMore(run)).toBe("answer");
    expect(run).toHaveBeenCalledTimes(2);
    const lost = vi.fn(() => Promise.reject(new TypeError("Load failed")));
    await expect(onceMore(lost)).rejects.toThrow("Load failed");
    expect(lost).toHaveBeenCalledTimes(2);
  });
});
