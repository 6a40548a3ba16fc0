import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Tx } from "@/db/client";
import { holds, sessions } from "@/db/schema";
import { updateUser } from "@/lib/domain/accounts/update-user";
import { type Audience, beginWatch, listLiveRequests, look, type Watch } from "@/lib/domain/live/look";
import { changedSince, LATE_MS, lastChanged } from "@/lib/domain/live/rules";
import { markAllRead } from "@/lib/domain/messages/mark-read";
import { notifyOfAccountChanges } from "@/lib/domain/messages/write-messages";
import { erasePerson } from "@/lib/domain/privacy/erase-person";
import { deleteRequest } from "@/lib/domain/requests/delete-request";
import { endSession } from "@/lib/domain/sessions/end-session";
import { openSession } from "@/lib/domain/sessions/open-session";
import { liveAmong } from "@/lib/domain/sessions/queries";
import { sidOf } from "@/lib/domain/sessions/token";
import { now } from "@/lib/ground/clock";
import { openBooks } from "../support/books";
import { requestRow, start, tell } from "../support/donating";
import { addPerson, addRequest } from "../support/people";

const { database, card, context } = openBooks();

type Person = Awaited<ReturnType<typeof addPerson>>;
let donor: Person;
let owner: Person;
let request: { id: string };
let watch: Watch;
beforeEach(async () => {
  donor = await addPerson(database.db);
  owner = await addPerson(database.db);
  request = await addRequest(database.db, owner, { goal: 10_000 });
  watch = await beginWatch(database.db);
  // What the tests before left in the window.
  await seen();
});

const seen = (by = watch, audience: Partial<Audience> = {}) =>
  look(database.db, by, { isListening: () => true, isShown: () => true, ...audience });

async function give(amount = "20.00", to = request): Promise<string> {
  const { paymentId } = await start(context, donor, to, amount);
  card.pay(paymentId);
  expect(await tell(context, paymentId)).toBe("credited");
  return paymentId;
}

const missedBy = ({ changes }: Watch, from: number) =>
  listLiveRequests(database.db, changedSince(changes, from, lastChanged(changes)));

const face = () => ({ username: donor.username, avatar: expect.any(String), profileImageUrl: null });

describe("a look", () => {
  it("finds nothing where nothing happened", async () => {
    expect(await seen()).toMatchObject({ requests: [], unread: new Map() });
  });

  it("finds a donation once: the request as it is, and what its owner has not read", async () => {
    await give();
    const { requests, unread, at } = await seen();
    expect(requests).toEqual([
      { id: request.id, raised: 2_000, isCompleted: false, givers: 1, faces: [face()] },
    ]);
    expect(unread).toEqual(new Map([[owner.id, 1]]));
    expect(Math.abs(at - Date.now())).toBeLessThan(5_000);
    expect(await seen()).toMatchObject({ requests: [], unread: new Map() });
  });

  it("finds many donations to one request as one change", async () => {
    await give();
    await give("80.00");
    const { requests, unread } = await seen();
    expect(requests).toMatchObject([{ id: request.id, raised: 10_000, isCompleted: true, givers: 2 }]);
    // Two donations, and the goal.
    expect(unread.get(owner.id)).toBe(3);
  });

  it("finds a partial return, and all of it going back", async () => {
    const paymentId = await give("100.00");
    await seen();
    card.truth(paymentId).returned = 5_100;
    await tell(context, paymentId);
    const part = await seen();
    expect(part.requests).toMatchObject([{ id: request.id, raised: 5_000, isCompleted: false, givers: 1 }]);
    expect([...part.unread.keys()].sort()).toEqual([donor.id, owner.id].sort());
    card.truth(paymentId).refunded = true;
    expect(await tell(context, paymentId)).toBe("refunded");
    expect((await seen()).requests).toMatchObject([{ id: request.id, raised: 0, givers: 0, faces: [] }]);
  });

  it("finds no request in what changes none: a payment that is not credited, and its refund", async () => {
    const late = await start(context, donor, request, "20.00");
    await give("100.00");
    await seen();
    card.pay(late.paymentId);
    await tell(context, late.paymentId);
    expect((await seen()).requests).toEqual([]);
  });

  it("reads the requests that somebody shows only, and keeps that others changed for who comes", async () => {
    const other = await addRequest(database.db, owner);
    await give();
    await give("4.00", other);
    const { requests, at } = await seen(watch, { isShown: (id) => id === other.id });
    expect(requests).toMatchObject([{ id: other.id, raised: 400 }]);
    expect(watch.changes.get(request.id)).toBe(at);
    expect((await seen()).requests).toEqual([]);
  });

  it("finds nothing of a hold", async () => {
    await give();
    await seen();
    await database.db.insert(holds).values({ requestId: request.id, cause: "operator", placedAt: now() });
    expect(await seen()).toMatchObject({ requests: [], unread: new Map() });
  });

  it("counts notifications for those who listen only, of any kind", async () => {
    const notice = { accountChange: "password" as const, device: null, network: null, createdAt: now() };
    await notifyOfAccountChanges(database.db, [
      { ...notice, userId: donor.id },
      { ...notice, userId: owner.id },
    ]);
    const { unread } = await seen(watch, { isListening: (id) => id === donor.id });
    expect(unread).toEqual(new Map([[donor.id, 1]]));
  });

  it("counts nothing that was read meanwhile", async () => {
    await give();
    await markAllRead(database.db, owner.id);
    expect((await seen()).unread).toEqual(new Map([[owner.id, 0]]));
  });
});

describe("what a reader may not see is not sent", () => {
  it("a deleted request, whatever still happens to its donations", async () => {
    const paymentId = await give();
    await deleteRequest(database.db, owner, request.id);
    expect((await seen()).requests).toEqual([]);
    card.truth(paymentId).refunded = true;
    await tell(context, paymentId);
    expect((await seen()).requests).toEqual([]);
    expect((await missedBy(await beginWatch(database.db), 0)).map(({ id }) => id)).not.toContain(request.id);
  });

  it.each([{ anonymousProfile: true }, { hideGivenAmount: true }])(
    "the face of a donor with %o",
    async (settings) => {
      await updateUser(database.db, donor, settings);
      await give();
      expect((await seen()).requests).toMatchObject([{ raised: 2_000, givers: 1, faces: [] }]);
    },
  );

  it("the face of an erased person, and the requests of an erased owner", async () => {
    const paymentId = await give();
    await database.db.transaction((tx) => erasePerson(tx, donor.id, now()));
    expect((await seen()).requests).toMatchObject([{ givers: 1, faces: [] }]);
    card.truth(paymentId).refunded = true;
    await tell(context, paymentId);
    await database.db.transaction((tx) => erasePerson(tx, owner.id, now()));
    expect((await requestRow(database.db, request.id)).deletedAt).not.toBeNull();
    expect((await seen()).requests).toEqual([]);
  });
});

const shardOf = async (tx: Tx) => {
  const [row] = await tx.execute<{ shard: number }>(sql`select pg_backend_pid() % 16 as shard`);
  return row?.shard;
};

/** A donation that is booked, and committed once another one was given. */
async function giveSlowly(other: { id: string }, meanwhile: () => Promise<unknown>): Promise<void> {
  const { paymentId } = await start(context, donor, request, "20.00");
  const quick = await start(context, await addPerson(database.db), other, "3.00");
  card.pay(paymentId);
  card.pay(quick.paymentId);
  await database.db.transaction(async (slow) => {
    expect(await tell({ ...context, db: slow }, paymentId)).toBe("credited");
    const shard = await shardOf(slow);
    await onAnotherShard(shard, (tx) => tell({ ...context, db: tx }, quick.paymentId));
    await meanwhile();
  });
}

/** Runs in a transaction that does not wait for one that wrote to this shard of the statistics. */
async function onAnotherShard(shard: number | undefined, run: (tx: Tx) => Promise<unknown>): Promise<void> {
  await database.db.transaction(async (tx) => {
    await ((await shardOf(tx)) === shard ? onAnotherShard(shard, run) : run(tx));
  });
}

describe("late and elsewhere", () => {
  it("finds what is committed after a later entry was seen", async () => {
    const other = await addRequest(database.db, await addPerson(database.db));
    await giveSlowly(other, async () => {
      expect((await seen()).requests).toMatchObject([{ id: other.id, raised: 300 }]);
      expect((await seen()).requests).toEqual([]);
    });
    expect((await seen()).requests).toMatchObject([{ id: request.id, raised: 2_000 }]);
    expect((await seen()).requests).toEqual([]);
  });

  it("finds what was under way when it began", async () => {
    const other = await addRequest(database.db, await addPerson(database.db));
    let begun = watch;
    await giveSlowly(other, async () => {
      begun = await beginWatch(database.db);
      await seen(begun);
    });
    expect((await seen(begun)).requests).toMatchObject([{ id: request.id, raised: 2_000 }]);
  });

  it("finds every one of many donations at once, on two servers", async () => {
    const people = await Promise.all(Array.from({ length: 16 }, () => addPerson(database.db)));
    const asked = await Promise.all(people.slice(12).map((person) => addRequest(database.db, person)));
    const begun = await Promise.all(
      people.slice(0, 12).map((person, n) => start(context, person, asked[n % 4] as { id: string }, "5.00")),
    );
    const servers = [watch, await beginWatch(database.db)].map((each) => ({
      watch: each,
      known: new Map<string, number>(),
    }));
    const settling = Promise.all(
      begun.map(async ({ paymentId }) => {
        card.pay(paymentId);
        await tell(context, paymentId);
      }),
    );
    let isOver = false;
    void settling.finally(() => {
      isOver = true;
    });
    await Promise.all(
      servers.map(async ({ watch: own, known }) => {
        for (let isLast = false; !isLast; ) {
          isLast = isOver;
          for (const { id, raised } of (await seen(own)).requests) known.set(id, raised);
        }
      }),
    );
    await settling;
    for (const { known } of servers) {
      expect(asked.map(({ id }) => known.get(id))).toEqual([1_500, 1_500, 1_500, 1_500]);
    }
  });

  it("goes on where the ledger's sequence has gone back", async () => {
    watch.tops = watch.tops.map(({ at }) => ({ at, id: 1_000_000 }));
    await seen();
    await give();
    expect((await seen()).requests).toMatchObject([{ id: request.id }]);
  });
});

describe("sessions of open streams", () => {
  it("are those that have not ended, and none of who was erased", async () => {
    const open = async () => sidOf((await openSession(database.db, donor.id, { replaces: null })).token);
    const ended = await openSession(database.db, donor.id, { replaces: null });
    await endSession(database.db, ended.token);
    const [live, old, erased] = [
      await open(),
      await open(),
      await openSession(database.db, owner.id, { replaces: null }),
    ];
    await database.db.update(sessions).set({ expire: now() }).where(eq(sessions.sid, old));
    await database.db.transaction((tx) => erasePerson(tx, owner.id, now()));
    const sids = [live, old, sidOf(ended.token), sidOf(erased.token), "none"];
    expect(await liveAmong(database.db, sids)).toEqual(new Set([live]));
  });
});

describe("who resumes", () => {
  it("gets what changed since, on any server, as it is now", async () => {
    await give();
    const { at } = await seen();
    const other = await addRequest(database.db, owner);
    await give("4.00", other);
    await give("1.00", other);
    for (const server of [watch, await beginWatch(database.db)]) {
      await seen(server);
      const missed = await missedBy(server, at - LATE_MS);
      expect(missed.filter(({ id }) => id === other.id)).toMatchObject([{ raised: 500, givers: 2 }]);
      expect(await missedBy(server, server.at + LATE_MS)).toEqual([]);
    }
  });

  it("is not shown who gave and is anonymous or erased since, nor a request that was deleted since", async () => {
    await give();
    const other = await addRequest(database.db, owner);
    await give("4.00", other);
    const { requests, at } = await seen();
    expect(requests).toHaveLength(2);
    const missed = async () => {
      const changed = await missedBy(watch, at - LATE_MS);
      return [request, other].flatMap(({ id }) =>
        changed.flatMap((each) => (each.id === id ? [[id, each.faces]] : [])),
      );
    };
    const unnamed = [
      [request.id, []],
      [other.id, []],
    ];
    await updateUser(database.db, donor, { anonymousProfile: true });
    expect(await missed()).toEqual(unnamed);
    await database.db.transaction((tx) => erasePerson(tx, donor.id, now()));
    expect(await missed()).toEqual(unnamed);
    await deleteRequest(database.db, owner, request.id);
    expect(await missed()).toEqual([[other.id, []]]);
  });

  it("gets nothing that changed before the time that is kept", async () => {
    await give();
    await database.db.execute(sql`alter table ledger_entries disable trigger all`);
    await database.db.execute(sql`update ledger_entries set created_at = created_at - interval '6 minutes'`);
    await database.db.execute(sql`alter table ledger_entries enable trigger all`);
    const begun = await beginWatch(database.db);
    expect(await missedBy(begun, 0)).toEqual([]);
    expect(begun.since).toBe(begun.at - 300_000);
  });
});
