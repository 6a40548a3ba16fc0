import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { closeDb } from "@/db/client";
import { checkNightly } from "@/lib/domain/operator/nightly-check";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { startHousekeeping, stopHousekeeping } from "@/lib/server/housekeeping";
import { createTestDatabase, type TestDatabase } from "../support/database";

vi.mock("@/lib/domain/operator/nightly-check", () => ({ checkNightly: vi.fn() }));
vi.mock("@/lib/domain/settlement/reconcile", () => ({ reconcile: vi.fn() }));
vi.mock("@/lib/domain/photos/sweep-photos", () => ({
  sweepPhotos: async () => ({ removed: 0, cleared: 0 }),
}));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  vi.stubEnv("DATABASE_URL", database.url);
});
afterAll(async () => {
  await closeDb();
  await database.drop();
});

it("trust 47: a long nightly check delays no task and no shutdown, and is made once at a time", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  vi.mocked(checkNightly).mockReturnValue(new Promise(() => undefined));
  vi.mocked(reconcile).mockResolvedValue({ checked: 0, outcomes: {} });
  startHousekeeping();
  for (let run = 1; run <= 3; run += 1) {
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(3 * 60_000);
      expect(vi.mocked(reconcile).mock.calls.length).toBeGreaterThanOrEqual(run);
    }, 30_000);
  }
  expect(checkNightly).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
  await stopHousekeeping();
});
