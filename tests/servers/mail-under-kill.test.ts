import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";
import { connect } from "@/db/client";
import { creditDonation } from "@/lib/domain/donations/books-store";
import type { Mail } from "@/sandbox/mail/mailbox";
import { sandbox } from "../support/http";
import { startStack } from "../support/stack";

/** `npm run test:long` makes ten thousand. */
const DEEDS = process.env.TEST_LONG ? 10_000 : 300;
/** Every so many deeds one more is begun and taken back. */
const TAKEN_BACK_EVERY = 10;
const KILL_EVERY_MS = process.env.TEST_LONG ? 15_000 : 2_500;
const MOST_KILLS = process.env.TEST_LONG ? Number.POSITIVE_INFINITY : 3;
const PATIENCE_MS = 600_000;

let running: Awaited<ReturnType<typeof startStack>>;
let books: ReturnType<typeof connect>;

beforeAll(async () => {
  running = await startStack({ postgresUrl: inject("postgresUrl"), count: 2 });
  vi.stubEnv("DATABASE_URL", running.stack.databaseUrl);
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  books = connect(running.stack.databaseUrl, { max: 8 });
});
afterAll(async () => {
  await books.close();
  await running.stop();
});

const rows = <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  books.db.execute<Row>(query);

/** Pending donations of many donors, whose recipients want no mail about single donations. */
async function addPending(): Promise<string[]> {
  await books.db.execute(sql`
    insert into users (id, email, username, name, created_at, updated_at)
    select gen_random_uuid(), 'person' || n || '@example.org', 'person' || n, 'Person ' || n, now(), now()
    from generate_series(1, 100) n`);
  await books.db.execute(sql`
    insert into message_choices (user_id, kind, in_app, push, mail) select id, 'gift_received', true, true, 'off' from users`);
  await books.db.execute(sql`
    insert into requests (id, user_id, item, description, goal, created_at)
    select gen_random_uuid(), id, 'A coat', 'It is cold.', 1000000, now() from users where username like 'person%0'`);
  const pending = await rows<{ id: string }>(sql`
    insert into donations (id, request_id, donor_id, recipient_id, amount, service_fee, currency, created_at, stripe_payment_intent_id)
    select gen_random_uuid(), r.id, d.id, r.user_id, 100, 2, 'eur', now(), 'pi_' || n
    from generate_series(1, ${DEEDS + DEEDS / TAKEN_BACK_EVERY}::integer) n
    join users d on d.username = 'person' || (n % 10 * 10 + n % 9 + 1)
    join lateral (select id, user_id from requests order by id offset n % 10 limit 1) r on true
    returning id`);
  return pending.map(({ id }) => id);
}

async function credit(db: Parameters<typeof creditDonation>[0], donationId: string): Promise<string> {
  const at = new Date();
  const [row] = await db.execute<{ payment: string }>(
    sql`select stripe_payment_intent_id as payment from donations where id = ${donationId}`,
  );
  const payment = { paymentId: row?.payment ?? "", paidBy: "card", chargeId: null } as const;
  return creditDonation(db, { id: donationId }, { ...payment, at, received: 102, mismatch: false });
}

/** Every deed in a transaction of its own, eight at a time; some are taken back. */
async function doDeeds(pending: string[]): Promise<void> {
  const waiting = pending.map((id, index) => ({ id, isTakenBack: index >= DEEDS }));
  waiting.sort((a, b) => a.id.localeCompare(b.id));
  const lane = async () => {
    for (let deed = waiting.shift(); deed; deed = waiting.shift()) {
      const { id, isTakenBack } = deed;
      const done = books.db.transaction(async (tx) => {
        expect(await credit(tx, id)).toBe("credited");
        if (isTakenBack) throw new Error("taken back");
      });
      await done.catch((error: Error) => expect(error.message).toBe("taken back"));
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
}

/** Kills all servers with SIGKILL again and again while there is something to send. */
async function killAndRevive(isDone: () => Promise<boolean>): Promise<number> {
  for (let kills = 0; ; ) {
    await sleep(KILL_EVERY_MS);
    if (await isDone()) return kills;
    const isKill = kills < MOST_KILLS;
    if (isKill) {
      await running.kill();
      kills += 1;
      // Instead of waiting two minutes until others take over what the dead servers were sending.
      await books.db.execute(
        sql`update mails set claimed_at = claimed_at - interval '3 minutes' where state = 'sending'`,
      );
    }
    // Instead of waiting a minute for the next attempt of what failed.
    await books.db.execute(sql`update mails set due_at = created_at where state = 'due'`);
    if (isKill) await running.revive();
  }
}

const unfinished = async () =>
  Number(
    (
      await rows<{ count: string }>(
        sql`select count(*) from mails where kind = 'donation_receipt' and state in ('due', 'sending')`,
      )
    )[0]?.count,
  );

it(
  `makes exactly ${DEEDS} messages of ${DEEDS} deeds, however often the servers are killed`,
  async () => {
    const pending = await addPending();
    expect(pending).toHaveLength(DEEDS + DEEDS / TAKEN_BACK_EVERY);
    // The mail server takes some messages and never says so: they are sent again.
    await sandbox(
      "POST",
      "/faults",
      { timeoutAfterActing: "cut", scope: { recipient: "*" }, times: 20 },
      running.stack,
    );
    let isDone = false;
    const deeds = doDeeds(pending).then(() => {
      isDone = true;
    });
    const kills = await killAndRevive(async () => isDone && (await unfinished()) === 0);
    await deeds;
    const { mails } = (await sandbox("GET", "/mails", undefined, running.stack)) as { mails: Mail[] };
    const receipts = mails.filter(({ headers }) => headers["x-steuntje-kind"] === "donation_receipt");
    const ids = new Set(receipts.map(({ messageId }) => messageId));
    console.log({ deeds: DEEDS, kills, messages: ids.size, received: receipts.length });
    const written = await rows<{ id: string; state: string }>(
      sql`select id, state from mails where kind = 'donation_receipt'`,
    );
    expect(written).toHaveLength(DEEDS);
    expect(written.filter(({ state }) => state !== "sent")).toEqual([]);
    expect(ids.size).toBe(DEEDS);
    expect([...ids].sort()).toEqual(written.map(({ id }) => `<${id}@localhost>`).sort());
    expect(kills).toBeGreaterThan(0);
  },
  PATIENCE_MS,
);
