import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { findProviderProblems } from "@/lib/domain/operator/provider-checks";
import { overdueBacklog, unpaidBacklog } from "@/lib/domain/payouts/ageing";
import { askPayout } from "@/lib/domain/payouts/ask-payout";
import { checkPayee } from "@/lib/domain/payouts/check-payee";
import { makePayouts } from "@/lib/domain/payouts/make-payout";
import { moveDonation } from "@/lib/domain/payouts/move-donation";
import { startOnboarding } from "@/lib/domain/payouts/open-account";
import { settleReturn } from "@/lib/domain/payouts/return-transfer";
import { settlePayout } from "@/lib/domain/payouts/settle-payout";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { adopt } from "@/lib/domain/settlement/adopt";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { setClock } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { ProviderUnavailable } from "@/lib/providers/gateway";
import { KEYS, openCharge, openTestSandbox, type TestSandbox, temporaryFolder } from "@/sandbox/support";
import { providersAt } from "../faults/providers";
import { donationRow, expectBalancedBooks, start, tell } from "../support/donating";
import { payoutsOf } from "../support/payouts";
import { addPerson, addRequest } from "../support/people";
import { createRestorable } from "../support/restorable";
import { runHere } from "../support/run-here";
import { ScriptedWallet } from "../support/scripted-wallet";

const folder = temporaryFolder();
let sandbox: TestSandbox;
let database: Awaited<ReturnType<typeof createRestorable>>;
let context: PayoutContext;
/** How far ahead of the provider the server's clock is: every donation is released. */
let ahead = 0;

beforeAll(async () => {
  for (const [name, value] of Object.entries({
    AUTH_SECRET: "a secret for the tests",
    DATABASE_URL: "postgres://unused",
    PAYOUT_REVIEW: "off",
    STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_connect",
    STRIPE_ACCOUNT_EVENTS_SECRET: "whsec_accounts",
  }))
    vi.stubEnv(name, value);
});
beforeEach(async () => {
  sandbox = await openTestSandbox(mkdtempSync(join(folder.path, "provider-")));
  database = await createRestorable();
  ahead = 0;
  setClock(() => new Date(Date.now() + ahead));
  const { card, payoutProviders } = providersAt(sandbox.url);
  context = {
    get db() {
      return database.db;
    },
    card,
    wallet: new ScriptedWallet(),
    payoutProviders: { ...payoutProviders, paypal: null },
  };
});
afterEach(async () => {
  setClock();
  await database.drop();
  await sandbox.stop();
});
afterAll(() => folder.remove());

const order = (path: string, body: object = {}) => sandbox.call("POST", `/_sandbox${path}`, body);

/** A person with a bank account at the provider. */
async function addPayee() {
  const owner = await addPerson(database.db);
  await startOnboarding(context, owner, { origin: "https://steuntje.example" });
  const account = await checkPayee(context, owner.id);
  await order(`/accounts/${account?.providerAccountId}/onboard`);
  await checkPayee(context, owner.id);
  return { ...owner, account: account?.providerAccountId ?? "" };
}

async function give(request: { id: string }, amount = "10.00", donor?: { id: string }) {
  const given = await start(context, donor ?? (await addPerson(database.db)), request, amount);
  await order(`/payments/${given.paymentId}/succeed`);
  expect(await tell(context, given.paymentId)).toBe("credited");
  return given;
}

async function refund({ paymentId }: { paymentId: string }, amount: number | null = null) {
  expect(await order(`/payments/${paymentId}/refund`, { amount })).toMatchObject({ status: 200 });
  await tell(context, paymentId);
}

/** What servers do by themselves, until nothing is left to do. */
async function housekeeping() {
  for (let round = 0; round < 4; round += 1) {
    ahead += 6 * 60_000;
    await reconcile(context, (subject, error) => {
      throw new Error(`reconciling ${subject}`, { cause: error });
    });
  }
}

/** What `npm run reconcile` does. */
async function reconcileByHand() {
  const { left, lost } = await adopt(context, new Date(Date.now() - 90 * DAY));
  await housekeeping();
  return [...left, ...lost];
}

/** What a script is given to work on the same database and provider. */
const configuration = () => ({
  APP_URL: "http://localhost:3000",
  DATABASE_URL: database.url,
  DATA_DIR: folder.path,
  AUTH_SECRET: "a secret for the tests",
  STRIPE_SECRET_KEY: KEYS.secretKey,
  STRIPE_PUBLISHABLE_KEY: KEYS.publishableKey,
  STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
  STRIPE_API_BASE: sandbox.url,
});

/** What `npm run doctor` finds: of each check the ids and the reasons. */
async function doctor() {
  const { found } = await findProviderProblems(context);
  return found.flatMap(({ check, rows }) => rows.map(({ id, why }) => [check.split(" ")[1], id, why]));
}

/** What the provider moved for a person, without what it took back. */
async function sumsOf(account: string) {
  const [transfers, payouts] = [
    await sandbox.stripe.transfers.list({ destination: account, limit: 100 }),
    await sandbox.stripe.payouts.list({ limit: 100 }, { stripeAccount: account }),
  ];
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  return {
    transfers: transfers.data.length,
    moved: sum(transfers.data.map(({ amount }) => amount)),
    reversed: sum(transfers.data.map((each) => each.amount_reversed)),
    paid: sum(payouts.data.filter(({ status }) => status !== "failed").map(({ amount }) => amount)),
  };
}

/** What the books say of a person's money that moved. */
async function booksOf({ id }: { id: string }) {
  const [books] = await database.db.execute(sql`
    select
      (select json_agg(x order by x.donation_id) from (
        select t.donation_id, t.id, t.amount, t.state, t.provider_id, d.payment_status, d.is_owed, d.returned_amount,
          (select json_agg(json_build_array(r.amount, r.cause, r.state, r.provider_id)) from transfer_returns r
            where r.transfer_id = t.id) as returns
        from transfers t join donations d on d.id = t.donation_id where t.user_id = ${id} and t.state <> 'cancelled') x
      ) as transfers,
      (select json_agg(x order by x.id) from (
        select p.id, p.amount, p.cause, p.state, p.provider_id, p.request_id,
          (select json_agg(json_build_array(g.donation_id, g.amount) order by g.donation_id) from payout_donations g
            where g.payout_id = p.id and g.is_live) as donations
        from payouts p where p.user_id = ${id} and p.state <> 'failed') x) as payouts,
      (select json_agg(x order by x.account) from (
        select account, sum(amount) from ledger_entries where user_id = ${id} group by account) x) as ledger`);
  return books;
}

/** Many things happen after a dump, which is then restored. */
async function disaster() {
  // The operator's own money, from which losses are covered; it carries none of our ids.
  await openCharge(sandbox, 10_000);
  const owner = await addPayee();
  const request = await addRequest(database.db, owner, { goal: 100_000 });
  await give(request);
  const [returned, lost, part] = [
    await give(request, "11.00"),
    await give(request, "12.00"),
    await give(request, "13.00"),
  ];
  const donor = await addPerson(database.db);
  const dump = await database.dump();
  const forgotten = await give(request, "14.00", donor);
  const later = await give(await addRequest(database.db, await addPerson(database.db)), "5.00");
  ahead = 20 * DAY;
  await housekeeping();
  await order("/clock", { days: 3 });
  await refund(returned);
  await refund(part, 510);
  await housekeeping();
  const [{ id: payoutId = "" } = {}] = await payoutsOf(database.db, owner.id);
  const { body } = await sandbox.call("GET", "/_sandbox/state");
  const payout = (body.payouts as { id: string; metadata: { payoutId?: string } }[]).find(
    ({ metadata }) => metadata.payoutId === payoutId,
  );
  await order(`/payouts/${payout?.id}/pay`);
  await settlePayout(context, payoutId);
  await refund(lost);
  await housekeeping();
  expect(await doctor()).toEqual([]);
  const before = await sumsOf(owner.account);
  expect(before).toEqual({ transfers: 5, moved: 6_000, reversed: 1_600, paid: 4_400 });
  const books = await booksOf(owner);
  await database.restore(dump);
  return { books, owner, returned, lost, part, forgotten, later, before };
}

const TRANSFER = "transfer";

describe("a dump from before payments, transfers, reversals, refunds and a payout is restored", () => {
  it.each(["the operator reconciles first", "servers run before the operator reconciles"])(
    "trust 47: doctor names each of them, reconcile adopts them, and nothing is sent twice: %s",
    async (first) => {
      const scene = await disaster();
      const { owner, returned, lost, part, forgotten, later, before } = scene;
      const found = await doctor();
      const named = (kind: string) => found.filter(([of]) => of === kind).map(([, id]) => id);
      expect(new Set(named("payment"))).toEqual(
        new Set([returned, lost, part, forgotten, later].map(({ donationId }) => donationId)),
      );
      expect(named(TRANSFER)).toHaveLength(5);

      if (first.startsWith("servers")) {
        await housekeeping();
        // Nobody can ask for it a second time either.
        await askPayout(context, owner, {}).catch(() => undefined);
        await housekeeping();
        expect(await sumsOf(owner.account)).toEqual(before);
      }

      const left = await reconcileByHand();
      expect(left).toEqual([
        {
          provider: "stripe",
          id: later.paymentId,
          amount: expect.any(Number),
          currency: expect.stringMatching(/^eur$/i),
        },
      ]);
      expect(await doctor()).toEqual([["payment", later.donationId, "not in the books"]]);
      const refundsBefore = (await sandbox.stripe.refunds.list({ limit: 100 })).data.length;
      for (const input of ["", "n\n"]) {
        const unsure = await runHere("reconcile", ["--refund-lost"], { env: configuration(), input });
        expect(unsure).toMatchObject({ code: 1, err: expect.stringContaining("not have: 1, together €5.") });
      }
      expect((await sandbox.stripe.refunds.list({ limit: 100 })).data).toHaveLength(refundsBefore);
      const script = await runHere("reconcile", ["--refund-lost", "--yes"], { env: configuration() });
      expect(script).toMatchObject({ code: 0, err: expect.stringContaining("not have: 1, together €5.") });
      expect(JSON.parse(script.out)).toMatchObject({ adopted: {}, refunded: 1 });
      expect(await doctor()).toEqual([]);
      await expectBalancedBooks(database.db);
      // Whether its donor wanted to be named is lost (D36).
      expect((await donationRow(database.db, forgotten.donationId)).anonymous).toBe(true);
      expect(await sumsOf(owner.account)).toEqual(before);
      expect(await booksOf(owner)).toEqual(scene.books);
      await housekeeping();
      await reconcileByHand();
      expect(await sumsOf(owner.account)).toEqual(before);
    },
  );
});

/** Somebody whose money is in a payout that was sent after a dump, which is then restored. */
async function paidAfterDump() {
  await openCharge(sandbox, 10_000);
  const owner = await addPayee();
  const request = await addRequest(database.db, owner, { goal: 100_000 });
  const given = await give(request);
  ahead = 20 * DAY;
  await order("/clock", { days: 3 });
  await moveDonation(context, given.donationId);
  const [payoutId = ""] = await makePayouts(context, (await checkPayee(context, owner.id))!.id);
  const dump = await database.dump();
  expect(await settlePayout(context, payoutId)).toBe("sent");
  await database.restore(dump);
  return { owner, request, given, payoutId };
}

it("trust 47: a payout that was sent after the dump is asked for before a refund takes its money", async () => {
  const { owner, given, payoutId } = await paidAfterDump();
  await refund(given);
  const [due] = await database.db.execute<{ id: string }>(sql`select id from transfer_returns`);
  expect(await settleReturn(context, due!.id)).toBe("short");
  expect(await payoutsOf(database.db, owner.id)).toMatchObject([{ id: payoutId, state: "sent" }]);
  expect(await reconcileByHand()).toEqual([]);
  expect(await doctor()).toEqual([]);
});

it("trust 47: nothing is paid from an account of which the provider made a payout that the books withdrew", async () => {
  const { owner, request } = await paidAfterDump();
  await database.db.execute(sql`update payout_donations set is_live = false`);
  await database.db.execute(sql`
    update payouts set state = 'failed', failure_code = 'withdrawn', failed_at = now(), check_at = null`);
  const other = await give(await addRequest(database.db, owner, { goal: 100_000 }));
  ahead = 40 * DAY;
  await order("/clock", { days: 3 });
  await moveDonation(context, other.donationId);
  expect(await askPayout(context, owner, { requestId: request.id })).toMatchObject({ state: "created" });
  expect(await sumsOf(owner.account)).toMatchObject({ moved: 2_000, paid: 1_000 });
  expect(await reconcileByHand()).toMatchObject([{ kind: "payout", why: "withdrawn in the books" }]);
});

it("trust 47: a donation to a demo person is in the books", async () => {
  const owner = await addPayee();
  await give(await addRequest(database.db, owner));
  await database.db.execute(sql`update users set is_demo = true where id = ${owner.id}`);
  expect(await doctor()).toEqual([]);
  expect(await reconcileByHand()).toEqual([]);
});

describe("trust 47: what was moved or paid after a dump is not given back on day 85 when servers run first", () => {
  const DUMPED = ["before the transfer", "before the payout"] as const;

  /** 86 days later, with books that do not know of the payout. */
  async function paidThenRestored(dumped: (typeof DUMPED)[number]) {
    await openCharge(sandbox, 10_000);
    const owner = await addPayee();
    const given = await give(await addRequest(database.db, owner, { goal: 100_000 }));
    ahead = 20 * DAY;
    await order("/clock", { days: 3 });
    const before = await database.dump();
    await moveDonation(context, given.donationId);
    const dump = dumped === "before the transfer" ? before : await database.dump();
    await askPayout(context, owner, {});
    expect(await sumsOf(owner.account)).toMatchObject({ moved: 1_000, paid: 1_000 });
    await database.restore(dump);
    ahead = 86 * DAY;
    return { owner, given };
  }

  /** Everybody who could not be paid in time. */
  async function age() {
    await database.db.execute(sql`update payee_accounts set payouts = 'restricted', waits_for = 'owner'`);
    for (const backlog of [unpaidBacklog(context), overdueBacklog(context)]) {
      const at = new Date(Date.now() + ahead);
      for (const row of await backlog.claim(context.db, at, 50))
        await backlog.check(context, row as never, at);
    }
  }

  const reasonOf = async ({ donationId }: { donationId: string }) => {
    const rows = await database.db.execute(sql`select refund_reason from donations where id = ${donationId}`);
    return rows[0]?.refund_reason;
  };

  it.each(DUMPED)("%s", async (dumped) => {
    const { owner, given } = await paidThenRestored(dumped);
    const { stripe } = context.payoutProviders;
    const away = vi.spyOn(stripe!, "findTransfers").mockRejectedValue(new ProviderUnavailable("away"));
    await expect(age()).rejects.toThrow("away");
    expect(await reasonOf(given)).toBeNull();
    away.mockRestore();
    await age();
    expect(await reasonOf(given)).toBeNull();
    await housekeeping();
    expect(await sumsOf(owner.account)).toEqual({ transfers: 1, moved: 1_000, reversed: 0, paid: 1_000 });
    expect((await sandbox.stripe.refunds.list({ limit: 100 })).data).toEqual([]);
    expect(await doctor()).toEqual([]);
  });

  it("but what nobody moved goes back", async () => {
    const owner = await addPayee();
    const given = await give(await addRequest(database.db, owner, { goal: 100_000 }));
    ahead = 86 * DAY;
    await age();
    expect(await reasonOf(given)).toBe("not_paid_out");
  });
});
