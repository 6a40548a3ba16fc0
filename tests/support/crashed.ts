import { expect } from "vitest";
import type { Db } from "@/db/client";
import { once } from "@/lib/web/idempotency/once";

/**
 * Runs an act of a person that ends before its answer is stored, and its retry with the same key. Returns what the
 * first run would have answered, and what the retry does.
 */
export async function answersAfterCrash<T>(
  db: Db,
  { id: userId }: { id: string },
  act: (isRetry: boolean) => Promise<T>,
): Promise<{ first: T; retry: T }> {
  const operation = { userId, key: "crashed", call: "POST /crashed", input: {} };
  let first: T | undefined;
  const crashing = once(db, operation, async (_, isRetry) => {
    first = await act(isRetry);
    throw new Error("crashed");
  });
  await expect(crashing).rejects.toThrow("crashed");
  const retry = await once(db, operation, (_, isRetry) => act(isRetry));
  return { first: first as T, retry };
}
