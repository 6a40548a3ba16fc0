import type Stripe from "stripe";
import { beforeEach, expect, it } from "vitest";
import { openCharge, openOwnSandbox, openReceiver, type TestSandbox } from "../support";

const STEPS = 200;

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await openOwnSandbox();
  return sandbox.stop;
});

type State = {
  charges: Stripe.Charge[];
  disputes: Stripe.Dispute[];
  transfers: Stripe.Transfer[];
  reversals: Stripe.TransferReversal[];
  payouts: (Stripe.Payout & { account: string })[];
  balances: { account: string | null; available: number; pending: number }[];
};

/** Numbers below `limit`, the same for the same seed (mulberry32). */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

it("lets no cent appear or vanish, whatever is done in which order", async () => {
  const { stripe, call } = sandbox;
  const below = numbers(4);
  const accounts: string[] = [];
  for (const iban of ["NL91ABNA0417164300", "DE62370400440532013001", "NL20INGB0001234567"]) {
    accounts.push(await openReceiver(sandbox, { iban }));
  }
  const read = async () => (await call("GET", "/_sandbox/state")).body as unknown as State;
  const one = <T>(all: T[]): T | undefined => all[below(all.length || 1)];
  const amount = () => 1 + below(1_200);
  const payment = ({ charges }: State) => one(charges)?.payment_intent;

  const charge = () => openCharge(sandbox, 50 + amount());
  const transfer = ({ charges }: State) =>
    stripe.transfers.create({
      amount: amount(),
      currency: "eur",
      destination: one(accounts) ?? "",
      ...(below(4) > 0 && { source_transaction: one(charges)?.id ?? "" }),
    });

  const steps: ((state: State) => Promise<unknown>)[] = [
    charge,
    charge,
    transfer,
    transfer,
    transfer,
    ({ transfers }) => stripe.transfers.createReversal(one(transfers)?.id ?? "", { amount: 1 + below(200) }),
    () =>
      stripe.payouts.create({ amount: amount(), currency: "eur" }, { stripeAccount: one(accounts) ?? "" }),
    (state) => stripe.refunds.create({ payment_intent: String(payment(state)), amount: amount() }),
    (state) => call("POST", `/_sandbox/payments/${payment(state)}/dispute`),
    (state) => call("POST", `/_sandbox/payments/${payment(state)}/${below(2) ? "win" : "lose"}-dispute`),
    ({ payouts }) => call("POST", `/_sandbox/payouts/${one(payouts)?.id}/${below(2) ? "pay" : "fail"}`),
    () => call("POST", `/_sandbox/accounts/${one(accounts)}/bank`),
    () => call("POST", "/_sandbox/clock", { hours: below(60) }),
  ];
  let state = await read();
  for (let nth = 0; nth < STEPS; nth += 1) {
    await one(steps)?.(state).catch(() => undefined);
    state = await read();
    expectConserved(state);
  }
  const { transfers, reversals, payouts } = state;
  expect([transfers.length > 3, reversals.length > 0, payouts.length > 0]).toEqual([true, true, true]);
});

function expectConserved({ charges, disputes, transfers, reversals, payouts, balances }: State): void {
  const taken = disputes.flatMap(({ balance_transactions }) => balance_transactions.map((one) => one.amount));
  const left = payouts.filter(({ status }) => status !== "failed");
  const known = balances.map(({ available, pending }) => available + pending);
  expect(sum(known)).toBe(
    sum(charges.map((charge) => charge.amount - charge.amount_refunded)) +
      sum(taken) -
      sum(left.map((payout) => payout.amount)),
  );
  for (const { account, available, pending } of balances) {
    if (account === null) continue;
    const got = transfers.filter(({ destination }) => destination === account);
    const back = reversals.filter(({ transfer }) => got.some(({ id }) => id === transfer));
    const paid = left.filter((payout) => payout.account === account);
    const amounts = [got, back, paid].map((all) => sum(all.map((each) => each.amount)));
    expect(available + pending).toBe((amounts[0] ?? 0) - (amounts[1] ?? 0) - (amounts[2] ?? 0));
    expect(Math.min(available, pending)).toBeGreaterThanOrEqual(0);
  }
}
