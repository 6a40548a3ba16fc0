import type { Store } from "../state/store";
import { UnitOfWork } from "../state/unit-of-work";
import { bankOf } from "./provider/accounts";
import { balancesOf } from "./provider/balances";
import { standingOf } from "./provider/objects/account";

/** What tests read of the way from the platform's balance to people's banks. A payout names its account. */
export function connectState(store: Store) {
  const work = new UnitOfWork(store, null);
  const accounts = store.all("connected_account");
  return {
    accounts: accounts.map((account) => {
      const bank = bankOf(work, account.id);
      const { stripe_transfers, payouts, entries } = standingOf(account, bank);
      return {
        ...account,
        transfers: stripe_transfers.status,
        payouts: payouts.status,
        asks: entries.map(({ description }) => description),
        bank: bank && { last4: bank.last4, status: bank.status },
      };
    }),
    transfers: store.all("transfer"),
    reversals: store.all("transfer_reversal"),
    payouts: store.all("payout"),
    balances: [null, ...accounts.map(({ id }) => id)].flatMap((account) =>
      [...balancesOf(work, account)].map(([currency, money]) => ({ account, currency, ...money })),
    ),
  };
}
