import { sql, TransactionRollbackError } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Db, Tx } from "@/db/client";
import { newId } from "@/db/schema";
import { decide } from "@/lib/domain/operator/decide";
import { askPayout } from "@/lib/domain/payouts/ask-payout";
import { settlePayout } from "@/lib/domain/payouts/settle-payout";
import { deletePost } from "@/lib/domain/posts/change-post";
import { writePost } from "@/lib/domain/posts/write-post";
import { erasePerson } from "@/lib/domain/privacy/erase-person";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { backToNow } from "../faults/pay-out";
import { aDecision, addOperator } from "../support/deciding";
import { openPayoutBooks } from "../support/payouts";
import { openDiskStore } from "../support/photo-store";

const { database, bank, context, addPayee, give, later, housekeeping, addRequest } = openPayoutBooks();

const place = openDiskStore();

type Scene = Awaited<ReturnType<typeof scene>>;

/** A request with so many payouts that arrived, that are on their way, and posts that say what became of the money. */
async function scene({ paid = 1, sent = 0, posts = 0 }: Partial<Record<"paid" | "sent" | "posts", number>>) {
  const owner = await addPayee();
  const made = { owner, request: await addRequest(owner, 100_000), paid: [], sent: [], posts: [] } as Parties;
  for (let count = 0; count < paid + sent; count += 1) made.sent.push(await payOut(made));
  for (let count = 0; count < paid; count += 1) {
    later(0, 10);
    const id = next(made.sent);
    await arrive(database.db, id);
    made.paid.push(id);
  }
  for (let count = 0; count < posts; count += 1) {
    later(0, 10);
    made.posts.push(await say(database.db, made));
  }
  later(0, 10);
  return made;
}

type Parties = {
  owner: Awaited<ReturnType<typeof addPayee>>;
  request: Awaited<ReturnType<typeof addRequest>>;
  paid: string[];
  sent: string[];
  posts: string[];
};

function next(ids: string[]): string {
  const id = ids.shift();
  if (id === undefined) throw new Error("the scene has too few");
  return id;
}

/** A payout of one more donation, on its way. */
async function payOut({ owner, request }: Pick<Parties, "owner" | "request">): Promise<string> {
  await give(request, 1_000);
  later(8);
  await housekeeping();
  const id = newId();
  await askPayout(context, owner, {}, id);
  return id;
}

async function tellOf(db: Db, id: string, state: "paid" | "failed"): Promise<void> {
  const [row] = await database.db.execute<{ provider_id: string }>(
    sql`select provider_id from payouts where id = ${id}`,
  );
  const found = bank.payouts.get(row?.provider_id ?? "");
  if (!found) throw new Error(`the bank has no payout ${id}`);
  bank.come(found, state);
  expect(await settlePayout({ ...context, db }, id)).toBe(state);
}

const arrive = (db: Db, id: string) => tellOf(db, id, "paid");

async function say(db: Db, { owner, request }: Pick<Parties, "owner" | "request">): Promise<string> {
  const said = { kind: "delivered", text: "Look!", audience: "everyone" } as const;
  const { store: photos } = await place;
  return (await writePost({ db, photos }, owner, { ...said, requestId: request.id }, newId())).id;
}

/** What changes when money arrived or what is said of it, and what it needs of the scene. */
const CAUSES = {
  "a payout arrives": { needs: "sent", happen: (db: Db, made: Scene) => arrive(db, next(made.sent)) },
  "a payout fails": { needs: "paid", happen: (db: Db, made: Scene) => tellOf(db, next(made.paid), "failed") },
  "a post is written": { needs: null, happen: say },
  "a post is deleted": {
    needs: "posts",
    happen: (db: Db, made: Scene) => deletePost(db, made.owner, next(made.posts)),
  },
  "a post is hidden": {
    needs: "posts",
    happen: async (db: Db, made: Scene) =>
      decide(
        { ...context, db },
        await addOperator(database.db),
        aDecision("post", next(made.posts), "hidden"),
      ),
  },
} as const;

type Cause = keyof typeof CAUSES;

const ALL = Object.keys(CAUSES) as Cause[];
const PAIRS = ALL.flatMap((first) => ALL.map((second) => ({ first, second })));

/** A scene with exactly what two causes need, so that what one leaves out shows. */
const sceneFor = (first: Cause, second: Cause) => {
  const count = (needed: "paid" | "sent" | "posts") =>
    [first, second].filter((name) => CAUSES[name].needs === needed).length;
  // What is said needs money that arrived.
  return scene({ paid: Math.max(1, count("paid")), sent: count("sent"), posts: count("posts") });
};

const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** One thing happens, and another before the first is committed: it waits for a lock, or does not need one. */
async function overlap(first: (tx: Tx) => Promise<unknown>, second: (db: Db) => Promise<unknown>) {
  let ended: Promise<unknown> = Promise.resolve();
  await database.db.transaction(async (tx) => {
    await first(tx);
    let isOver = false;
    ended = second(database.db)
      .catch((error: unknown) => error)
      .finally(() => {
        isOver = true;
      });
    const isThere = async () => isOver || (await database.db.execute(waiting)).length > 0;
    await expect.poll(isThere, { interval: 10 }).toBe(true);
  });
  return ended;
}

/** What is stored of a request, and what its payouts and posts say. */
async function compared({ request }: Pick<Parties, "request">, db: Db = database.db) {
  const [row] = await db.execute<Record<"arrived" | "paid" | "delivered" | "told", string | null>>(sql`
    select v.paid_out_at as arrived, v.delivered_at as delivered, (
        select min(p.paid_at) from payouts p join payout_donations g on g.payout_id = p.id and g.is_live
        join donations d on d.id = g.donation_id where d.request_id = v.request_id and p.state = 'paid') as paid, (
        select min(p.created_at) from posts p where p.request_id = v.request_id and p.kind = 'delivered'
          and p.deleted_at is null and p.hidden_at is null) as told
    from deliveries v where v.request_id = ${request.id}`);
  return row;
}

async function expectAgreed(made: Pick<Parties, "request">, db?: Db): Promise<void> {
  const row = await compared(made, db);
  expect([row?.arrived, row?.delivered]).toEqual([row?.paid, row?.told]);
}

describe("since when money arrived, and since when its owner says what became of it", () => {
  it.each(PAIRS)(
    "is what payouts and posts say when $first and $second at once",
    async ({ first, second }) => {
      const made = await sceneFor(first, second);
      const error = await overlap(
        (tx) => CAUSES[first].happen(tx, made),
        (db) => CAUSES[second].happen(db, made),
      );
      const isRefused = first === "a payout fails" && second === "a post is written";
      if (isRefused) expect(error).toMatchObject({ code: "NOT_PAID_OUT" });
      else expect(error).not.toBeInstanceOf(Error);
      await expectAgreed(made);
    },
  );

  it("is not stored of who is erased meanwhile", async () => {
    const made = await scene({});
    const error = await overlap(
      (tx) => erasePerson(tx, made.owner.id, now()),
      (db) => tellOf(db, next(made.paid), "failed"),
    );
    expect(error).not.toBeInstanceOf(Error);
    expect(await compared(made)).toBeUndefined();
  });

  it("goes back to the present with the payouts of the fault machine", async () => {
    const made = await scene({});
    const ahead = sql`paid_out_at = now() + interval '16 days'`;
    // Undone again: it moves the times of every row.
    const undone = database.db.transaction(async (tx) => {
      await tx.execute(
        sql`update payouts set paid_at = now() + interval '16 days' where id = ${next(made.paid)}`,
      );
      await tx.execute(sql`update deliveries set ${ahead} where request_id = ${made.request.id}`);
      await backToNow(tx, 16 * DAY);
      await expectAgreed(made, tx);
      tx.rollback();
    });
    await expect(undone).rejects.toThrow(TransactionRollbackError);
  });
});
