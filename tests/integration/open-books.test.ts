import { execFile } from "node:child_process";
import { generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { bookNights, ledgerEntries, serverKeys } from "@/db/schema";
import { findBookProblems } from "@/lib/domain/open-books/examine";
import { publishBooks } from "@/lib/domain/open-books/publish";
import {
  findConsistency,
  findNightOf,
  findProof,
  listBookMonths,
  listNights,
} from "@/lib/domain/open-books/queries";
import { type Proof, type PublishedNight, publishedNightSchema } from "@/lib/domain/open-books/schema";
import { consistencyPath, hashNode, inclusionPath, type NodeOf, rootOf } from "@/lib/domain/open-books/tree";
import { rotateBooksKey } from "@/lib/domain/operator/rotate-books-key";
import { erasePerson } from "@/lib/domain/privacy/erase-person";
import { DAY } from "@/lib/ground/durations";
import { StoreUnavailable } from "@/lib/providers/photo-store";
import { temporaryFolder } from "@/sandbox/support";
import { addOperator } from "../support/deciding";
import { tell } from "../support/donating";
import { openPayoutBooks } from "../support/payouts";
import { addPerson } from "../support/people";
import { noPhotos } from "../support/photo-store";

const books = openPayoutBooks();
const { database, context, addPayee, addRequest, give, later, housekeeping, card, bank, clock } = books;
const folder = temporaryFolder();
const verifier = await import(new URL("../../public/verify-books.mjs", import.meta.url).href);

/** What lies outside the database: the copy of the night that was published last. */
const outside = new Map<string, Buffer>();
let isDown = false;
let cannotWrite = false;
const photos = {
  ...noPhotos,
  read: async (key: string) => {
    if (isDown) throw new StoreUnavailable("down");
    return outside.get(key) ?? null;
  },
  write: async (key: string, bytes: Buffer) => {
    if (cannotWrite) throw new StoreUnavailable("full");
    outside.set(key, bytes);
  },
};
const publish = () => publishBooks({ ...context, photos }, new Date(clock.time));
const problems = async () => (await findBookProblems({ db: database.db, photos })).map(({ check }) => check);

beforeEach(async () => {
  outside.clear();
  isDown = false;
  await tamper(sql`truncate book_nights, book_leaves, book_blocks, book_months`);
});

async function nextNight(): Promise<PublishedNight> {
  later(1);
  const night = await publish();
  if (!night) throw new Error("nothing was published");
  return night;
}

async function given(cents = 1_000) {
  const owner = await addPayee();
  return { owner, ...(await give(await addRequest(owner, 100_000), cents)) };
}
type Given = Awaited<ReturnType<typeof given>>;

const proofOf = ({ donationId, donorId }: Given, { night }: PublishedNight) =>
  findProof(database.db, { viewerId: donorId }, { donationId, night });

const SUMS = "the sums of the open books are those of their entries";

type Check = { check: string; holds: boolean | null; of: string };
const failing = (checks: Check[]) => checks.filter(({ holds }) => !holds).map(({ check }) => check);

/** A night to come that somebody who can write to the store signed with a key of their own. */
function forged(night: PublishedNight) {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const { x } = publicKey.export({ format: "jwk" });
  const { statement: _, signature: __, ...said } = night;
  const statement = JSON.stringify({ ...said, night: "2031-01-01", publicKey: x });
  return { statement, signature: sign(null, Buffer.from(statement), privateKey).toString("base64url") };
}

/** Runs the file that people download on files of theirs. */
function verifyOffline(...files: unknown[]): Promise<{ code: number; output: string }> {
  const at = mkdtempSync(join(folder.path, "books-"));
  const paths = files.map((_, index) => join(at, `${index}.json`));
  for (const [index, path] of paths.entries()) writeFileSync(path, JSON.stringify(files[index]));
  const script = new URL("../../scripts/verify-books.mjs", import.meta.url).pathname;
  return new Promise((resolve) =>
    execFile(process.execPath, [script, ...paths], (error, output) =>
      resolve({ code: error ? Number(error.code) : 0, output }),
    ),
  );
}

/** Changes rows that nobody can change, as somebody with the server's disk could. */
async function tamper(...statements: ReturnType<typeof sql>[]) {
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const statement of statements) await tx.execute(statement);
  });
}

describe("the books of a night", () => {
  it("are published at once where there are none, then once from three o'clock, by one of two servers", async () => {
    await given();
    const [one, other] = await Promise.all([publish(), publish()]);
    const first = one ?? other;
    expect([one, other].filter((each) => each !== null)).toHaveLength(1);
    expect(await publish()).toBeNull();
    await given(2_345);
    clock.time = Date.parse("2026-11-24T01:59:00Z");
    expect(await publish()).toBeNull();
    clock.time = Date.parse("2026-11-24T02:00:00Z");
    const [third, fourth] = await Promise.all([publish(), publish()]);
    const second = third ?? fourth;
    expect([third, fourth].filter((each) => each !== null)).toHaveLength(1);
    expect(second?.size).toBeGreaterThan(first?.size ?? 0);
    expect((await listNights(database.db, { limit: 2 })).items).toEqual([second, first]);
    expect(failing(await verifier.checkNights([first, second]))).toEqual([]);
    expect(await problems()).toEqual([]);
  });

  it("say the sums of the ledger, what is owed, and what each provider holds", async () => {
    const donation = await given(4_000);
    const night = await nextNight();
    const sums = await database.db.execute<{ account: string; amount: string }>(
      sql`select case account when 'guest' then 'donor' else account end as account, sum(amount) as amount
      from ledger_entries group by 1`,
    );
    expect(night.sums).toEqual(
      Object.fromEntries(sums.map(({ account, amount }) => [account, Number(amount)])),
    );
    const { recipient = 0, held = 0, refund_due: due = 0 } = night.sums;
    expect(night.owed).toBe(recipient + held + due);
    expect(night.size).toBe(await database.db.$count(ledgerEntries));
    expect(night.held.map(({ provider }) => provider)).toContain("stripe");
    later(8);
    await housekeeping();
    const after = await nextNight();
    expect(after.owed).toBe(night.owed - 4_000);
    expect(await findNightOf(database.db, donation.donationId)).toBe(night.night);
    const months = await listBookMonths(database.db, "2999-12-01");
    expect(months.reduce((sum, month) => sum + month.given, 0)).toBeGreaterThanOrEqual(4_000);
    const { payee = 0 } = after.sums;
    expect(months.at(-1)?.waiting).toBe((after.sums.recipient ?? 0) + (after.sums.held ?? 0) + payee);
  });

  it("wait for the store that knows what was published", async () => {
    await given();
    later(1);
    isDown = true;
    await expect(publish()).rejects.toThrow(StoreUnavailable);
    isDown = false;
    expect(await publish()).not.toBeNull();
  });

  it("cannot be changed, and hold no person", async () => {
    await given();
    await nextNight();
    for (const table of ["book_leaves", "book_blocks", "book_nights"]) {
      for (const change of [`delete from ${table}`, `truncate ${table}`]) {
        const error = await database.db.execute(sql.raw(change)).catch((thrown: Error) => thrown);
        expect(String((error as Error).cause)).toContain("append-only");
      }
    }
    const texts = await database.db.execute<{ text: string }>(
      sql`select book_entry(l) as text, l.user_id from ledger_entries l`,
    );
    const people = await database.db.execute<{ id: string }>(sql`select id from users`);
    for (const { text } of texts) {
      expect(Object.keys(JSON.parse(text))).toHaveLength(6);
      for (const { id } of people) expect(text).not.toContain(id);
      expect(text).not.toContain("guest");
    }
  });
});

describe("a proof", () => {
  it("holds for who gave and who received, in the browser's file and offline, and for nobody else", async () => {
    const donation = await given();
    for (let more = 0; more < 3; more += 1) await given();
    const night = await nextNight();
    await given();
    const later = await nextNight();
    const proof = await proofOf(donation, night);
    expect(failing(await verifier.checkProof(proof))).toEqual([]);
    expect(await proofOf(donation, later)).toMatchObject({
      leaves: proof.leaves.map(({ salt }) => ({ salt })),
    });
    expect(failing(await verifier.checkProof(await proofOf(donation, later)))).toEqual([]);
    const { items: nights } = await listNights(database.db, { limit: 100 });
    expect(await verifyOffline(proof, nights)).toMatchObject({ code: 0 });
    const others = nights.map((each) => ({ ...each, statement: `${each.statement} ` }));
    expect(await verifyOffline(proof, others)).toMatchObject({ code: 1 });
    const consistency = await findConsistency(database.db, { from: night.night, to: later.night });
    expect(await verifyOffline(consistency)).toMatchObject({ code: 0 });

    const { donationId, owner } = donation;
    const at = { donationId, night: night.night };
    expect(await findProof(database.db, { viewerId: owner.id }, at)).toEqual(proof);
    expect(await findProof(database.db, { isReceipt: true }, at)).toEqual(proof);
    const stranger = await addPerson(database.db);
    const refused = { code: "NOT_FOUND" };
    await expect(findProof(database.db, { viewerId: stranger.id }, at)).rejects.toMatchObject(refused);
    for (const none of ["2001-01-01", "x", ""]) {
      await expect(
        findProof(database.db, { viewerId: owner.id }, { ...at, night: none }),
      ).rejects.toMatchObject(refused);
    }
  });

  it("holds also for what went back, and after the donor's account was erased", async () => {
    const donation = await given();
    const before = await nextNight();
    card.truth(donation.paymentId).refunded = true;
    expect(await tell(context, donation.paymentId)).toBe("refunded");
    const after = await nextNight();
    expect((await proofOf(donation, before)).leaves).toHaveLength(3);
    const proof = await proofOf(donation, after);
    expect(proof.leaves).toHaveLength(6);
    expect(failing(await verifier.checkProof(proof))).toEqual([]);
    await context.db.transaction((tx) => erasePerson(tx, donation.donorId, new Date(clock.time)));
    const night = await nextNight();
    const at = { donationId: donation.donationId, night: night.night };
    const byOwner = await findProof(database.db, { viewerId: donation.owner.id }, at);
    expect(failing(await verifier.checkProof(byOwner))).toEqual([]);
    expect(await problems()).toEqual([]);
  });

  it.each([
    [
      "one cent",
      1,
      true,
      (id: string) => [
        sql`update ledger_entries set amount = amount + 1
      where id = (select min(id) from ledger_entries where donation_id = ${id})`,
      ],
    ],
    [
      "a dropped entry",
      1,
      true,
      (id: string) => [
        sql`delete from ledger_entries
      where id = (select min(id) from ledger_entries where donation_id = ${id})`,
      ],
    ],
    [
      "two swapped entries",
      2,
      false,
      (id: string, other: string) => {
        const put = (from: string, to: string) =>
          sql`update ledger_entries set donation_id = ${to}
            where donation_id = ${from} and account = 'recipient' and kind = 'donation'`;
        const nobody = "00000000-0000-4000-8000-000000000000";
        return [put(id, nobody), put(other, id), put(nobody, other)];
      },
    ],
  ] as const)("with %s fails exactly where it was changed", async (_, failures, changesSums, statements) => {
    const donations: Given[] = [];
    for (let more = 0; more < 4; more += 1) donations.push(await given());
    const [one, other] = donations;
    if (!one || !other) throw new Error("no donations");
    const before = await nextNight();
    await tamper(sql`drop table if exists kept`, sql`create table kept as select * from ledger_entries`);
    await tamper(...statements(one.donationId, other.donationId));
    try {
      const failed: boolean[] = [];
      for (const donation of donations) {
        failed.push(failing(await verifier.checkProof(await proofOf(donation, before))).length > 0);
      }
      expect(failed.filter(Boolean)).toHaveLength(failures);
      expect(failed.slice(0, failures).every(Boolean)).toBe(true);
      const entry = "an entry of the ledger is what the open books have of it";
      expect(await problems()).toEqual(changesSums ? [entry, SUMS] : [entry]);
      // Who computes the whole tree again hides it from the proofs, and not from who kept a night.
      await tamper(
        sql`create table kept_leaves as select * from book_leaves`,
        sql`update book_leaves b set hash = book_leaf(b.salt, l) from ledger_entries l where l.id = b.entry_id`,
        sql`update book_leaves b set hash = sha256('') where not exists (
          select from ledger_entries l where l.id = b.entry_id)`,
      );
      const after = await nextNight();
      const consistency = await findConsistency(database.db, { from: before.night, to: after.night });
      expect(failing(await verifier.checkConsistency(consistency))).toEqual(["consistency"]);
    } finally {
      await tamper(
        sql`delete from ledger_entries where id in (select id from kept)`,
        sql`insert into ledger_entries overriding system value select * from kept`,
        sql`update book_leaves b set hash = k.hash from kept_leaves k where k.index = b.index`,
        sql`drop table kept`,
        sql`drop table kept_leaves`,
        sql`delete from book_nights where night > ${before.night}`,
      );
      outside.clear();
    }
    expect(await problems()).toEqual([]);
  });

  it("a leaf tells nothing without its salt: another one gives another hash", async () => {
    const donation = await given();
    const proof = await proofOf(donation, await nextNight());
    const [leaf] = proof.leaves;
    const other = { ...proof, leaves: [{ ...leaf, salt: "0".repeat(32) }, ...proof.leaves.slice(1)] };
    expect(failing(await verifier.checkProof(other))).toEqual(["leaf"]);
    const another = await proofOf(await given(), await nextNight());
    const night = await proofOf(
      donation,
      (await listNights(database.db, { limit: 1 })).items[0] as PublishedNight,
    );
    const mixed = { ...night, leaves: [...night.leaves, ...another.leaves] };
    expect(failing(await verifier.checkProof(mixed))).toEqual(["donation"]);
    const twice = { ...night, leaves: [...night.leaves, ...night.leaves] };
    expect(failing(await verifier.checkProof(twice))).toEqual(["donation"]);
  });
});

/** A leaf of a proof of one's own, with its entry changed. */
const leafOf = (leaf: Proof["leaves"][number] | undefined, change: object) => ({
  ...leaf,
  entry: JSON.stringify({ ...JSON.parse(leaf?.entry ?? ""), ...change }),
});

describe("the verifier refuses what only looks like a proof", () => {
  it("another donation or night than the expected one", async () => {
    const [one, other] = [await given(), await given()];
    const night = await nextNight();
    const proof = await proofOf(one, night);
    const expected = { donationId: one.donationId, night: night.night };
    expect(failing(await verifier.checkProof(proof, expected))).toEqual([]);
    expect(failing(await verifier.checkProof(await proofOf(other, night), expected))).toEqual(["donation"]);
    expect(failing(await verifier.checkProof(proof, { ...expected, night: "2026-01-01" }))).toEqual(["root"]);
  });

  it("the same entry under another spelling of its place", async () => {
    const proof = await proofOf(await given(), await nextNight());
    const [leaf] = proof.leaves;
    for (const index of [String(leaf?.index), (leaf?.index ?? 0) + 0.2, -1, null, Number.NaN]) {
      const doubled = { ...proof, leaves: [...proof.leaves, { ...leaf, index }] };
      expect(failing(await verifier.checkProof(doubled))).not.toEqual([]);
    }
  });

  it.each([
    ["an entry of another cause", { donation: undefined, payout: "x" }, "donation"],
    ["an amount that is no number of cents", { amount: "1" }, "readable"],
    ["an amount beyond what is counted exactly", { amount: 2 ** 60 }, "readable"],
  ])("%s", async (_, change, check) => {
    const proof = await proofOf(await given(), await nextNight());
    const leaves = [...proof.leaves, leafOf(proof.leaves[0], change)];
    expect(failing(await verifier.checkProof({ ...proof, leaves }))).toContain(check);
  });

  it("what cannot be read, as a failure and not as an error", async () => {
    const night = await nextNight();
    const proof = await proofOf(await given(), await nextNight());
    const [leaf] = proof.leaves;
    const broken = [
      { ...proof, leaves: [{ ...leaf, entry: "{" }] },
      { ...proof, leaves: [{ ...leaf, path: ["zz"] }] },
      { ...proof, leaves: [{ ...leaf, salt: "0" }] },
      { ...proof, published: { ...proof.published, signature: "%" } },
      { ...proof, published: { ...proof.published, statement: "no JSON" } },
      { ...proof, leaves: [] },
      {},
    ];
    for (const each of broken) expect(failing(await verifier.checkProof(each))).not.toEqual([]);
    expect(failing(await verifier.checkNights([{ ...night, signature: "%" }]))).not.toEqual([]);
    const { root: _, ...empty } = { ...night, size: 0, root: "zz" };
    expect(await verifier.isConsistent({ from: { ...empty, root: "zz" }, to: night, path: [] })).toBe(false);
  });

  it("a consistency proof of other books than the proof's", async () => {
    const donation = await given();
    const night = await nextNight();
    const proof = await proofOf(donation, night);
    const newest = await nextNight();
    const consistency = await findConsistency(database.db, { from: night.night, to: newest.night });
    const expected = { from: proof.published.statement, to: newest.night };
    expect(failing(await verifier.checkConsistency(consistency, expected))).toEqual([]);
    const other = { ...expected, from: newest.statement };
    expect(failing(await verifier.checkConsistency(consistency, other))).toEqual(["consistency"]);
    expect(failing(await verifier.checkConsistency(consistency, { ...expected, to: night.night }))).toEqual([
      "consistency",
    ]);
    const fork = { ...proof, published: { ...proof.published, statement: `${proof.published.statement} ` } };
    expect(await verifyOffline(proof, consistency)).toMatchObject({ code: 0 });
    expect((await verifyOffline(fork, consistency)).output).toMatch(/FAILS +same/);
  });

  it("and accuses nobody where a list is too short for an old proof", async () => {
    const proof = await proofOf(await given(), await nextNight());
    const list = [await nextNight()];
    expect(await verifyOffline(proof, list)).toMatchObject({ code: 2 });
  });
});

it("a day that no calendar of the database has is no published night", async () => {
  const donation = await given();
  await nextNight();
  const day = "0000-01-01";
  const refused = { code: "NOT_FOUND" };
  await expect(findConsistency(database.db, { from: day, to: day })).rejects.toMatchObject(refused);
  const reader = { viewerId: donation.donorId };
  const asked = { donationId: donation.donationId, night: day };
  await expect(findProof(database.db, reader, asked)).rejects.toMatchObject(refused);
  const cursor = Buffer.from(JSON.stringify([day])).toString("base64url");
  await expect(listNights(database.db, { limit: 1, cursor })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
  });
});

describe("publishing goes on", () => {
  it("without the balance of a provider whose answer nobody expected", async () => {
    await given();
    const balance = vi.spyOn(bank, "balance").mockRejectedValue(new Error("malformed"));
    expect((await nextNight()).held).toContainEqual(
      expect.objectContaining({ provider: "stripe", amount: null }),
    );
    balance.mockRestore();
  });

  it("in the order of the nights, whatever a server's clock says", async () => {
    const newest = await nextNight();
    const before = new Date(clock.time - 3 * DAY);
    expect(await publishBooks({ ...context, photos }, before)).toBeNull();
    expect((await listNights(database.db, { limit: 5 })).items).toEqual([newest]);
  });

  it.each([
    ["damaged", () => Buffer.from("{")],
    ["forged", (night: PublishedNight) => Buffer.from(JSON.stringify({ ...forged(night) }))],
  ])("beside a copy in the store that is %s, which the operator hears of", async (_, bytesOf) => {
    const first = await nextNight();
    outside.set([...outside.keys()][0] ?? "", bytesOf(first));
    expect(await problems()).toEqual(["the copy of the last open books in the photo store is ours"]);
    expect((await nextNight()).restored).toBeNull();
    expect(await problems()).toEqual([]);
  });

  it("and stores a copy later that could not be stored at once", async () => {
    await nextNight();
    const kept = new Map(outside);
    later(1);
    cannotWrite = true;
    await expect(publish()).rejects.toThrow(StoreUnavailable);
    cannotWrite = false;
    expect(outside).toEqual(kept);
    expect(await publish()).toBeNull();
    const [[, copy] = []] = outside;
    const [newest] = (await listNights(database.db, { limit: 1 })).items;
    expect(JSON.parse(String(copy)).statement).toBe(newest?.statement);
  });

  it("with fields that another build adds", async () => {
    const night = await nextNight();
    const statement = night.statement.replace("{", '{"later":1,');
    const answer = publishedNightSchema.parse({ later: 1, ...night, statement });
    expect(Object.keys(answer)).toContain("later");
  });

  it("and a night too many is named, and sums by month that somebody changed", async () => {
    await given();
    await nextNight();
    expect(await problems()).toEqual([]);
    await tamper(sql`update book_months set amount = amount - 5 where account = 'recipient'`);
    expect(await problems()).toEqual([SUMS]);
    await nextNight();
    expect(await problems()).toEqual([SUMS]);
    await tamper(sql`update book_months set amount = amount + 5 where account = 'recipient'`);
    await tamper(sql`delete from book_nights where night = (select max(night) from book_nights)`);
    later(2);
    expect(await problems()).toContain("the open books were published in the last two days");
  });
});

it.each([
  ["a guest's donation was claimed", "claim", "guest", "donor"],
  ["a donation was disputed", "dispute_fee", "loss", "provider_fee"],
])("nobody learns from the books that %s", async (_, kind, from, to) => {
  const donation = await given();
  const before = await nextNight();
  await tamper(sql`
    insert into ledger_entries (donation_id, kind, account, user_id, amount, created_at)
    select donation_id, ${kind}::ledger_kind, v.account::ledger_account, user_id, v.sign * amount, created_at
    from ledger_entries l, (values (${from}, -1), (${to}, 1)) v (account, sign)
    where donation_id = ${donation.donationId} and l.account = 'donor'`);
  const after = await nextNight();
  expect([after.size, after.root, after.sums]).toEqual([before.size, before.root, before.sums]);
  later(4);
  await publish();
  expect(await problems()).toEqual([]);
  await tamper(sql`delete from ledger_entries where kind = ${kind}`);
});

describe("the chain", () => {
  it("goes on under a new key, which the old one signs; not where AUTH_SECRET was replaced, which it says", async () => {
    await given();
    const first = await nextNight();
    const operator = await addOperator(database.db);
    const { keyId } = await rotateBooksKey(database.db, operator, { reason: "every year" });
    expect(keyId).not.toBe(first.keyId);
    const second = await nextNight();
    expect(second.handover?.keyId).toBe(first.keyId);
    expect(failing(await verifier.checkNights([first, second]))).toEqual([]);
    await database.db.update(serverKeys).set({ secret: "sealed with another secret" });
    const third = await nextNight();
    expect(third).toMatchObject({ handover: null });
    expect(failing(await verifier.checkNights([second, third]))).toEqual(["key"]);
    expect(await problems()).toEqual([]);
  });

  it("of a restored dump says which published night it does not have", async () => {
    await given();
    const kept = await nextNight();
    await given();
    const lost = await nextNight();
    await tamper(sql`delete from book_nights where night = ${lost.night}`);
    await given();
    const next = await nextNight();
    expect(next.restored).toEqual({ night: lost.night, size: lost.size, root: lost.root });
    expect(failing(await verifier.checkNights([kept, next]))).toEqual(["restored"]);
    expect(failing(await verifier.checkNights([next, await nextNight()]))).toEqual([]);
    expect(await problems()).toEqual([]);
    expect(await database.db.$count(bookNights)).toBeGreaterThan(2);
  });

  it("fails for what is said and not signed", async () => {
    await given();
    const night = await nextNight();
    expect(failing(await verifier.checkNight(night))).toEqual([]);
    for (const change of [{ size: night.size + 1 }, { owed: night.owed + 1 }, { keyId: "0".repeat(16) }]) {
      expect(failing(await verifier.checkNight({ ...night, ...change }))).toEqual(["signature"]);
    }
    const statement = night.statement.replace(`"size":${night.size}`, `"size":${night.size + 1}`);
    expect(failing(await verifier.checkNight({ ...night, size: night.size + 1, statement }))).toEqual([
      "signature",
    ]);
  });
});

it("the verifier agrees with the tree for all leaves and sizes to 40, and with no other path, root or size", async () => {
  const salt = (index: number) => index.toString(16).padStart(32, "0");
  const leaves = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const bytes = Buffer.concat([
        Buffer.of(0),
        Buffer.from(salt(index), "hex"),
        Buffer.from(`entry ${index}`),
      ]);
      return Buffer.from(await crypto.subtle.digest("SHA-256", bytes));
    }),
  );
  const node: NodeOf = (level, index) =>
    level === 0
      ? (leaves[index] ?? Buffer.alloc(0))
      : hashNode(node(level - 1, index * 2), node(level - 1, index * 2 + 1));
  const hex = (bytes: Buffer) => bytes.toString("hex");
  for (let size = 1; size <= leaves.length; size += 1) {
    const root = hex(rootOf(size, node));
    for (let index = 0; index < size; index += 1) {
      const path = inclusionPath(index, size, node).map(hex);
      const leaf = { salt: salt(index), entry: `entry ${index}`, index, path };
      expect(await verifier.rootFromPath(leaf, size)).toBe(root);
      if (size > 1) {
        expect(await verifier.rootFromPath({ ...leaf, path: path.slice(1) }, size)).not.toBe(root);
        expect(await verifier.rootFromPath({ ...leaf, index: (index + 1) % size }, size)).not.toBe(root);
      }
      const from = { size: index + 1, root: hex(rootOf(index + 1, node)) };
      const proof = { from, to: { size, root }, path: consistencyPath(index + 1, size, node).map(hex) };
      expect(await verifier.isConsistent(proof)).toBe(true);
      if (index + 1 < size) {
        expect(await verifier.isConsistent({ ...proof, from: { ...from, root } })).toBe(false);
        expect(await verifier.isConsistent({ ...proof, path: proof.path.slice(0, -1) })).toBe(false);
      }
    }
  }
});
