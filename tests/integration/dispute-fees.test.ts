import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findDisagreements } from "@/db/checks";
import { SUBSCRIPTION_PAYMENT_ID } from "@/db/provider-ids";
import { newId, subscriptionPayments } from "@/db/schema";
import { startBoostPurchase } from "@/lib/domain/boosts/start-purchase";
import { bookkeeping } from "@/lib/domain/operator/bookkeeping";
import { marginByMethod } from "@/lib/domain/operator/payouts";
import { startSubscription } from "@/lib/domain/subscriptions/start-subscription";
import { createStripeGateway } from "@/lib/providers/stripe";
import { bookkeepingCsv } from "@/lib/statement/bookkeeping-csv";
import { KEYS, openTestSandbox, type TestSandbox, temporaryFolder } from "@/sandbox/support";
import { openBooks } from "../support/books";
import { donationRow, notifyOfCardSubscription, start, tell } from "../support/donating";
import { addPerson, addRequest } from "../support/people";
import { agreementOf } from "../support/scripted-card";

const FEE = 1_500;

const { database, card: scripted, context } = openBooks({ APP_URL: "https://steuntje.example" });

/** The dispute fees of a payment in the ledger, in the order they were booked, cents. */
async function feesOf(id: string): Promise<[loss: number[], provider: number[]]> {
  const rows = await database.db.execute<{ account: string; amounts: number[] }>(sql`
    select account, array_agg(amount::float8 order by ordinal) as amounts from ledger_entries
    where kind = 'dispute_fee' and user_id is null
      and ${id}::uuid in (donation_id, boost_purchase_id, subscription_payment_id)
    group by account`);
  const of = (account: string) => rows.find((row) => row.account === account)?.amounts ?? [];
  return [of("loss"), of("provider_fee")];
}

async function give(giving: Parameters<typeof start>[0] = context) {
  const [owner, donor] = [await addPerson(database.db), await addPerson(database.db)];
  const request = await addRequest(database.db, owner, { goal: 50_000 });
  return { donor, request, ...(await start(giving, donor, request, "30")) };
}

describe("the fee of a dispute, at the payments sandbox", () => {
  const folder = temporaryFolder();
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await openTestSandbox(folder.path);
    await sandbox.call("POST", "/_sandbox/fees", { on: true });
  });
  afterAll(async () => {
    await sandbox.stop();
    folder.remove();
  });

  /** A donation that was paid and disputed; the dispute's event came many times at once. */
  async function disputed() {
    const card = createStripeGateway({ ...KEYS, apiBase: sandbox.url });
    const atSandbox = { ...context, db: database.db, card };
    const given = await give(atSandbox);
    const command = async (name: string, body?: object) => {
      const { status } = await sandbox.call("POST", `/_sandbox/payments/${given.paymentId}/${name}`, body);
      expect(status).toBe(200);
    };
    const told = () =>
      Promise.all(Array.from({ length: 20 }, () => tell(atSandbox, given.paymentId))).then(
        ([state]) => state,
      );
    await command("succeed");
    expect(await told()).toBe("credited");
    expect(await feesOf(given.donationId)).toEqual([[], []]);
    await command("dispute");
    expect(await told()).toBe("credited");
    return { ...given, command, told };
  }

  it("is a loss once, as soon as it is charged, and stays one when the dispute is lost", async () => {
    const { donationId, command, told } = await disputed();
    expect(await feesOf(donationId)).toEqual([[-FEE], [FEE]]);
    await command("lose-dispute");
    expect(await told()).toBe("refunded");
    expect(await feesOf(donationId)).toEqual([[-FEE], [FEE]]);
    expect(await donationRow(database.db, donationId)).toMatchObject({ refundReason: "dispute" });
  });

  it("stays a loss when the dispute is won and the provider keeps it", async () => {
    const { donationId, command, told } = await disputed();
    await command("win-dispute");
    expect(await told()).toBe("credited");
    expect(await feesOf(donationId)).toEqual([[-FEE], [FEE]]);
  });

  it("is none any more when the dispute is won and the provider gives it back", async () => {
    const { donationId, command, told } = await disputed();
    await command("win-dispute", { feeReturned: true });
    expect(await told()).toBe("credited");
    expect(await feesOf(donationId)).toEqual([
      [-FEE, FEE],
      [FEE, -FEE],
    ]);
  });
});

describe("the fee of a dispute", () => {
  it("is booked whatever it becomes, also of a donation that went back, by the difference", async () => {
    const { donationId, paymentId } = await give();
    scripted.pay(paymentId);
    await tell(context, paymentId);
    for (const fee of [1_500, 3_000, 1_500, 1_500, 0, 2_000]) {
      const disputeLost = fee === 0;
      Object.assign(scripted.truth(paymentId), { disputeFee: fee, disputeLost });
      await Promise.all(Array.from({ length: 20 }, () => tell(context, paymentId)));
    }
    expect((await donationRow(database.db, donationId)).paymentStatus).toBe("refunded");
    expect((await feesOf(donationId))[1]).toEqual([1_500, 1_500, -1_500, -1_500, 2_000]);
  });

  it("is booked of what could not be credited and is still to go back", async () => {
    const { donationId, paymentId } = await give();
    Object.assign(scripted.truth(paymentId), { currency: "usd", disputeFee: FEE });
    scripted.pay(paymentId);
    scripted.disputed.add(paymentId);
    expect(await tell(context, paymentId).catch(String)).toBe("refund_due");
    expect(await feesOf(donationId)).toEqual([[-FEE], [FEE]]);
    scripted.disputed.delete(paymentId);
    await tell(context, paymentId);
  });

  it("is booked of a purchase", async () => {
    const buyer = await addPerson(database.db);
    const id = newId();
    const order = {
      boostType: "normal",
      quantity: 5,
      method: scripted.provider,
      locale: "en",
      returnPath: "/",
    } as const;
    const { url } = await startBoostPurchase(context, buyer, { ...order, description: "5 boosts" }, id);
    const paymentId = await scripted.payCheckout(url.split("/").at(-1) ?? "");
    Object.assign(scripted.truth(paymentId), { disputeFee: FEE, disputeLost: true });
    await Promise.all(Array.from({ length: 20 }, () => tell(context, paymentId)));
    expect(await feesOf(id)).toEqual([[-FEE], [FEE]]);
  });

  it("is booked of a month", async () => {
    const owner = await addPerson(database.db);
    const order = { tier: "gold", method: scripted.provider, locale: "en", returnPath: "/profile" } as const;
    const { url } = await startSubscription(context, owner, order, newId());
    const agreement = agreementOf(url.split("/").at(-1) ?? "");
    const paymentId = scripted.agreements.subscribe(agreement);
    await notifyOfCardSubscription(context, agreement);
    const [{ id } = { id: "" }] = await database.db
      .select({ id: subscriptionPayments.id })
      .from(subscriptionPayments)
      .where(eq(subscriptionPayments[SUBSCRIPTION_PAYMENT_ID[scripted.provider]], paymentId));
    expect(await feesOf(id)).toEqual([[], []]);
    for (const disputeLost of [false, true]) {
      Object.assign(scripted.agreements.payment(paymentId), { disputeFee: FEE, disputeLost });
      await Promise.all(Array.from({ length: 20 }, () => notifyOfCardSubscription(context, agreement)));
    }
    expect(await feesOf(id)).toEqual([[-FEE], [FEE]]);
  });

  it("is in the month's bookkeeping and in what was lost by method", async () => {
    const lost = async () => (await marginByMethod(database.db)).reduce((sum, row) => sum + row.losses, 0);
    const before = await lost();
    const { paymentId } = await give();
    Object.assign(scripted.truth(paymentId), { disputeFee: FEE });
    scripted.pay(paymentId);
    await tell(context, paymentId);
    expect((await lost()) - before).toBe(FEE);
    const books = await bookkeeping(context, new Date().toISOString().slice(0, 7));
    for (const account of ["loss", "provider_fee"] as const)
      expect(books.movements).toContainEqual(
        expect.objectContaining({ kind: "dispute_fee", account, provider: scripted.provider }),
      );
    const fees = ["dispute", "charge"].map((category) => ({
      category,
      paidBy: null,
      currency: "eur",
      count: 1,
      amount: FEE,
    }));
    const csv = bookkeepingCsv({ ...books, fees: [{ provider: scripted.provider, fees }] });
    expect(csv).toContain(`,dispute (booked above as dispute_fee),,${scripted.provider},1,15.00,EUR`);
    expect(csv).toContain(`,charge,,${scripted.provider},1,15.00,EUR`);
  });

  it("is a finding on a payment that nobody made, in somebody's name, or under another kind", async () => {
    const { donationId, donor } = await give();
    const rollback = new Error("taken back");
    const run = database.db.transaction(async (tx) => {
      await tx.execute(sql`
        insert into ledger_entries (donation_id, kind, account, user_id, amount, created_at) values
          (${donationId}, 'dispute_fee', 'loss', ${donor.id}, -1500, now()),
          (${donationId}, 'dispute_fee', 'provider_fee', null, 1500, now())`);
      expect((await findDisagreements(tx, "Europe/Amsterdam")).map(({ check }) => check)).toEqual([
        "a dispute's fee is the loss of a payment that was made, and nothing else is booked twice",
      ]);
      throw rollback;
    });
    await expect(run).rejects.toBe(rollback);
  });
});
