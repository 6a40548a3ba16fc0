import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { type Bookkeeping, bookkeeping } from "@/lib/domain/operator/bookkeeping";
import { askPayout } from "@/lib/domain/payouts/ask-payout";
import { settlePayoutOf } from "@/lib/domain/payouts/settle-payout";
import { createStripeGateway } from "@/lib/providers/stripe";
import { bookkeepingCsv } from "@/lib/statement/bookkeeping-csv";
import { KEYS, openTestSandbox, temporaryFolder } from "@/sandbox/support";
import { tell } from "../support/donating";
import { openPayoutBooks } from "../support/payouts";

const { database, card, context, bank, clock, addPayee, give, housekeeping, addRequest } = openPayoutBooks();

const at = (time: string) => {
  clock.time = Date.parse(time);
};

/** What the ledger has on each account before a time. */
async function ledgerBefore(time: string) {
  const rows = await database.db.execute<{ account: string; amount: string }>(sql`
    select account, sum(amount) as amount from ledger_entries where created_at < ${time}::timestamptz
    group by account`);
  return Object.fromEntries(rows.map(({ account, amount }) => [account, Number(amount)]));
}

const balances = (entries: Bookkeeping["opening"]) =>
  Object.fromEntries(entries.map(({ account, amount }) => [account, amount]));

/** The sums of the months' kinds on an account, cents. */
const moved = ({ movements }: Bookkeeping, account: string) =>
  Object.fromEntries(
    movements
      .filter((movement) => movement.account === account)
      .map(({ kind, isDispute, day, amount }) => [`${day} ${kind}${isDispute ? " (dispute)" : ""}`, amount]),
  );

it("of a month opens with the balances before it, has every movement, and closes with those after it", async () => {
  at("2026-11-23T10:00:00Z");
  const owner = await addPayee();
  const request = await addRequest(owner, 100_000);
  await give(request, 5_000);
  const disputed = await give(request, 2_000);
  // The last minute of November in Amsterdam, and the first of December.
  at("2026-11-30T22:59:30Z");
  const refunded = await give(request, 1_000);
  at("2026-11-30T23:00:30Z");
  await give(request, 700);
  card.truth(disputed.paymentId).disputeLost = true;
  await tell(context, disputed.paymentId);
  at("2026-12-10T10:00:00Z");
  card.truth(refunded.paymentId).refunded = true;
  await tell(context, refunded.paymentId);
  await housekeeping();
  await askPayout(context, owner, {});
  const payout = [...bank.payouts.values()].at(-1)!;
  bank.come(payout, "paid");
  await settlePayoutOf(context, payout.id);

  const november = await bookkeeping(context, "2026-11");
  const december = await bookkeeping(context, "2026-12");
  expect(moved(november, "recipient")).toEqual({
    "2026-11-23 donation": 7_000,
    "2026-11-30 donation": 1_000,
  });
  expect(moved(december, "recipient")).toEqual({
    "2026-12-01 donation": 700,
    "2026-12-01 reversal (dispute)": -2_000,
    "2026-12-10 reversal": -1_000,
  });
  expect(moved(december, "fee")).toEqual({
    "2026-12-01 donation": 14,
    "2026-12-01 reversal (dispute)": -40,
    "2026-12-10 reversal": -20,
  });
  expect(moved(december, "bank")).toEqual({ "2026-12-10 payout": 5_700 });
  expect(november.opening).toEqual([]);
  expect(balances(november.closing)).toEqual(await ledgerBefore("2026-11-30T23:00:00Z"));
  expect(balances(december.opening)).toEqual(balances(november.closing));
  expect(balances(december.closing)).toEqual(await ledgerBefore("2026-12-31T23:00:00Z"));
  for (const { opening, movements, closing } of [november, december])
    for (const entries of [opening, movements, closing])
      expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  expect(december.fees).toEqual([{ provider: "paypal", fees: null }]);
  await expect(bookkeeping(context, "2027-01")).rejects.toThrow("2027-01 has not begun.");

  const lines = bookkeepingCsv(december).split("\r\n");
  expect(lines[0]).toBe("\ufeffsection,day,what,account,provider,count,amount,currency");
  expect(lines).toContain("opening,2026-12-01,balance,recipient,,,80.00,EUR");
  expect(lines).toContain("movement,2026-12-01,reversal (dispute),recipient,stripe,1,-20.00,EUR");
  expect(lines).toContain("movement,2026-12-10,payout,bank,stripe,1,57.00,EUR");
  expect(lines).toContain("closing,2026-12,balance,bank,,,57.00,EUR");
});

it("calculates nothing that a provider named", () => {
  const fees = [{ category: '=cmd|"x"', paidBy: null, currency: "eur", count: 1, amount: 12 }];
  const books = { month: "2026-12", currency: "eur", opening: [], movements: [], closing: [] };
  const [, line] = bookkeepingCsv({ ...books, fees: [{ provider: "stripe", fees }] }).split("\r\n");
  expect(line).toBe(`provider fee,2026-12,"'=cmd|""x""",,stripe,1,0.12,EUR`);
});

it("has the fees that the card provider kept, as it tells them, those of boosts and plans by no way of paying", async () => {
  const folder = temporaryFolder();
  const sandbox = await openTestSandbox(folder.path);
  try {
    const gateway = createStripeGateway({ ...KEYS, apiBase: sandbox.url });
    const pay = async (amount: number, metadata: Record<string, string> = { donationId: "d" }) => {
      const { id } = await gateway.createPayment({
        amount,
        currency: "eur",
        idempotencyKey: `key ${amount}`,
        description: "a donation",
        metadata,
      });
      await sandbox.call("POST", `/_sandbox/payments/${id}/succeed`);
    };
    const hour = 3_600_000;
    const span = { from: new Date(Date.now() - hour), to: new Date(Date.now() + hour) };
    await pay(1_000);
    expect(await gateway.sumFees?.(span)).toEqual([]);
    await sandbox.call("POST", "/_sandbox/fees", { on: true });
    await pay(2_550);
    await pay(510);
    await pay(2_000, { boostPurchaseId: "b" });
    await pay(499, {});
    expect(await gateway.sumFees?.(span)).toEqual([
      { category: "charge", paidBy: null, currency: "eur", count: 2, amount: 55 + 32 },
      { category: "charge", paidBy: "card", currency: "eur", count: 2, amount: 63 + 33 },
    ]);
    expect(await gateway.sumFees?.({ from: new Date(0), to: span.from })).toEqual([]);
    const [balance] = (await sandbox.stripe.balance.retrieve()).pending;
    expect(balance?.amount).toBe(1_000 + 2_550 + 510 + 2_000 + 499 - 96 - 87);
  } finally {
    await sandbox.stop();
    folder.remove();
  }
});
