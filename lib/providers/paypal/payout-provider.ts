import { type PayoutProvider, PayoutRefused } from "@/lib/providers/payout-provider";
import { createClient, type Options, type PayPalKeys } from "./client";
import { reading } from "./errors";
import { accountIdOf, balance, createPayout, findPayout, payeeOf } from "./payouts";

/**
 * Payouts to addresses by PayPal Payouts. PayPal has no accounts of payees, so nothing is opened, asked or closed, and
 * nothing is transferred before a payout. Its events come with those of the wallet.
 */
export function createPayPalPayouts(
  { currency, ...keys }: PayPalKeys & { currency: string },
  options: Options = {},
): PayoutProvider {
  const call = createClient(keys, options);
  return {
    provider: "paypal",
    createAccount: async (account) => ({ id: accountIdOf(account) }),
    findAccount: async (id) => payeeOf(id),
    closeAccount: async () => {},
    onboardingPage: async () => {
      throw new PayoutRefused("NOTHING_ASKED");
    },
    createTransfer: noTransfers,
    findTransfers: noTransfers,
    reverseTransfer: noTransfers,
    findReversals: noTransfers,
    createPayout: (payout) => createPayout(call, payout),
    findPayout: (_account, id) => reading(() => findPayout(call, id)),
    listPayouts: async () => null,
    balance: async (account) =>
      account === null ? reading(() => balance(call, currency)) : { available: 0, pending: 0 },
    isPlatformManual: async () => null,
  };
}

async function noTransfers(): Promise<never> {
  throw new Error("PayPal has no accounts that money could be transferred to");
}
