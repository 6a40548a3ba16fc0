import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connect } from "@/db/client";
import { newId } from "@/db/schema";
import { setClock } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { ProviderUnavailable } from "@/lib/providers/gateway";
import { once } from "@/lib/web/idempotency/once";
import { deleteClaimsBefore, findClaim, insertClaim, storeAnswer } from "@/lib/web/idempotency/store";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { addPerson } from "../support/people";
import { type Relay, startRelay } from "../support/relay";

let database: TestDatabase;
let userId: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  userId = (await addPerson(database.db)).id;
  return () => setClock();
});

const operation = (key: string | null, input: unknown = { a: 1, b: 2 }, call = "POST /x") => ({
  userId,
  key,
  call,
  input,
});

describe("once", () => {
  /** Something that takes a while, asked for by many at once: how often it ran, and what each was answered. */
  async function askAtOnce(count: number, tookMs: number) {
    const ids: string[] = [];
    const run = async (id: string) => {
      ids.push(id);
      await sleep(tookMs);
      return { id };
    };
    const answers = await Promise.allSettled(
      Array.from({ length: count }, () => once(database.db, operation("k"), run)),
    );
    return { ids, answers };
  }

  it("runs a key once when a few ask at once, and answers all the same", async () => {
    const { ids, answers } = await askAtOnce(5, 150);
    expect(ids).toHaveLength(1);
    expect(answers).toEqual(Array(5).fill({ status: "fulfilled", value: { id: ids[0] } }));
  });

  it("trust 35: many callers of one key cost next to nothing: a few wait, the others are refused at once", async () => {
    const transactions = async () => {
      await database.db.execute("select pg_stat_force_next_flush()");
      const [row] = await database.db.execute<{ count: string }>(
        "select xact_commit as count from pg_stat_database where datname = current_database()",
      );
      return Number(row?.count);
    };
    const before = await transactions();
    const { ids, answers } = await askAtOnce(220, 3_000);
    const refused = answers.filter((answer) => answer.status === "rejected");
    expect(ids).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === "fulfilled")).toHaveLength(5);
    expect(new Set(refused.map(({ reason }) => reason.code))).toEqual(new Set(["IDEMPOTENCY_IN_PROGRESS"]));
    // Statistics of other connections arrive within a second.
    await sleep(1_500);
    const made = (await transactions()) - before;
    expect(made).toBeGreaterThan(5);
    expect(made).toBeLessThan(100);
  });

  it("runs every time without a key", async () => {
    const ids = await Promise.all([1, 2].map(() => once(database.db, operation(null), async (id) => id)));
    expect(new Set(ids).size).toBe(2);
  });

  it("takes the same fields in another order for the same body", async () => {
    const first = await once(database.db, operation("k", { a: 1, b: 2 }), async (id) => id);
    expect(await once(database.db, operation("k", { b: 2, a: 1 }), async (id) => id)).toBe(first);
  });

  it.each([
    ["body", { a: 2 }, "POST /x"],
    ["call", { a: 1 }, "POST /y"],
  ])("refuses a key with another %s", async (_, input, call) => {
    await once(database.db, operation("k", { a: 1 }), async () => "done");
    await expect(once(database.db, operation("k", input, call), async () => "again")).rejects.toMatchObject({
      code: "IDEMPOTENCY_MISMATCH",
    });
  });

  it("trust 18: keeps the keys of two people apart", async () => {
    const mine = await once(database.db, operation("k"), async (id) => id);
    userId = (await addPerson(database.db)).id;
    expect(await once(database.db, operation("k"), async (id) => id)).not.toBe(mine);
  });

  it("answers a refusal again with all it said", async () => {
    let runs = 0;
    const refuse = async () => {
      runs += 1;
      throw new AppError("GOAL_LIMIT_EXCEEDED", {
        values: { limitCents: 50_000 },
        fields: { goal: "goalLimit" },
      });
    };
    for (let i = 0; i < 2; i += 1) {
      await expect(once(database.db, operation("k"), refuse)).rejects.toMatchObject({
        code: "GOAL_LIMIT_EXCEEDED",
        values: { limitCents: 50_000 },
        fields: { goal: "goalLimit" },
      });
    }
    expect(runs).toBe(1);
  });

  it("lets a retry go on, with the same id, after the provider failed", async () => {
    const ids: string[] = [];
    const attempt = async (id: string) => {
      ids.push(id);
      if (ids.length === 1) throw new ProviderUnavailable("down");
      return "done";
    };
    await expect(once(database.db, operation("k"), attempt)).rejects.toThrow(ProviderUnavailable);
    expect(await once(database.db, operation("k"), attempt)).toBe("done");
    expect(ids[0]).toBe(ids[1]);
  });

  it("takes over from a server that died half-way, with the same id, after a minute", async () => {
    const own = { userId, key: "k", operationId: newId(), claimedAt: new Date() };
    const died = await insertClaim(database.db, own, await printOf({ a: 1 }));
    setClock(() => new Date(Date.now() + 61_000));
    expect(await once(database.db, operation("k", { a: 1 }), async (id) => id)).toBe(died?.operationId);
  });

  describe("while the database is lost", () => {
    let relay: Relay;
    let connection: ReturnType<typeof connect>;
    beforeEach(async () => {
      relay = await startRelay(database.url);
      connection = connect(relay.url);
      return async () => {
        await connection.abandon();
        await relay.mend().catch(() => undefined);
        await relay.cut();
      };
    });

    it("lets a retry go on, with the same id, soon after it is back", async () => {
      const ids: string[] = [];
      const attempt = async (id: string) => {
        ids.push(id);
        if (ids.length === 1) {
          await relay.cut();
          await connection.db.execute("select 1");
        }
        return "done";
      };
      await expect(once(connection.db, operation("k"), attempt)).rejects.toThrow();
      await relay.mend();
      expect(await once(connection.db, operation("k"), attempt)).toBe("done");
      expect(ids[0]).toBe(ids[1]);
    });

    it("leaves the claim of another run alone, which took it over", async () => {
      const stop = later<void>();
      const first = once(connection.db, operation("k"), async () => {
        await relay.cut();
        await stop.promise;
        throw new ProviderUnavailable("down");
      });
      await expect.poll(() => findClaim(database.db, userId, "k")).not.toBeNull();
      setClock(() => new Date(Date.now() + 61_000));
      const taken = later<void>();
      const end = later<void>();
      const second = once(database.db, operation("k"), async () => {
        taken.resolve();
        await end.promise;
        return "done";
      });
      await taken.promise;
      setClock();
      stop.resolve();
      await expect(first).rejects.toThrow(ProviderUnavailable);
      await relay.mend();
      await sleep(2_500);
      const claim = await findClaim(database.db, userId, "k");
      expect(claim?.claimedAt.getTime()).toBeGreaterThan(Date.now());
      end.resolve();
      expect(await second).toBe("done");
    });
  });

  it.each(["", "x".repeat(256)])("refuses a key that is none: %j", async (key) => {
    await expect(once(database.db, operation(key), async () => "done")).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
  });

  it("keeps the first answer when a run that was taken for dead answers late", async () => {
    await once(database.db, operation("k"), async () => "first");
    await storeAnswer(database.db, userId, "k", 200, { result: "late" });
    expect(await once(database.db, operation("k"), async () => "again")).toBe("first");
  });

  it("forgets keys that are old", async () => {
    await once(database.db, operation("k"), async () => "done");
    await deleteClaimsBefore(database.db, new Date(Date.now() + 1_000));
    expect(await findClaim(database.db, userId, "k")).toBeNull();
  });
});

function later<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** The fingerprint that a call leaves. */
async function printOf(input: unknown): Promise<string> {
  await once(database.db, operation("other", input), async () => "done");
  return (await findClaim(database.db, userId, "other"))?.fingerprint ?? "";
}
