import type Stripe from "stripe";
import type { PayoutProvider, ProviderBalance } from "@/lib/providers/payout-provider";
import { createClient, type Options, type StripeAccess } from "../client";
import { acting, reading } from "../errors";
import { closeAccount, createAccount, findAccount, onboardingPage } from "./accounts";
import { readPayoutEvent } from "./event";
import { createPayout, findPayout, listPayouts } from "./payouts";
import { createTransfer, findReversals, findTransfers, listTransfers, reverseTransfer } from "./transfers";

type ConnectKeys = StripeAccess & {
  connectWebhookSecret: string | null;
  accountEventsSecret: string | null;
  /** The platform's currency, ISO 4217 in lower case. */
  currency: string;
};

/** Payouts by Stripe Connect, through the official library: connected accounts, transfers to them, their payouts. */
export function createStripePayouts(keys: ConnectKeys, options: Options = {}): PayoutProvider {
  const stripe = createClient(keys, options);
  const secrets = { stripe_connect: keys.connectWebhookSecret, stripe_accounts: keys.accountEventsSecret };
  return {
    provider: "stripe",
    createAccount: (account) => acting(() => createAccount(stripe, account)),
    findAccount: (id) => reading(() => findAccount(stripe, id)),
    closeAccount: (id) => acting(() => closeAccount(stripe, id)),
    onboardingPage: (id, page) => acting(() => onboardingPage(stripe, id, page)),
    createTransfer: (transfer) => acting(() => createTransfer(stripe, transfer)),
    findTransfers: (donationId) => reading(() => findTransfers(stripe, donationId)),
    listTransfers: (span, after) => reading(() => listTransfers(stripe, span, after)),
    reverseTransfer: (reversal) => acting(() => reverseTransfer(stripe, reversal)),
    findReversals: (providerTransferId) => reading(() => findReversals(stripe, providerTransferId)),
    createPayout: (payout) => acting(() => createPayout(stripe, payout)),
    findPayout: (account, id) => reading(() => findPayout(stripe, account, id)),
    listPayouts: (account, since) => reading(() => listPayouts(stripe, account, since)),
    balance: (account) => reading(() => balance(stripe, account, keys.currency)),
    isPlatformManual: () => reading(() => isPlatformManual(stripe)),
    readEvent: (source, body, signature, at) =>
      readPayoutEvent(stripe, secrets, { source, body, signature, at }),
  };
}

async function balance(stripe: Stripe, account: string | null, currency: string): Promise<ProviderBalance> {
  const { available, pending } = await stripe.balance.retrieve(
    {},
    account === null ? {} : { stripeAccount: account },
  );
  const sumOf = (amounts: readonly { amount: number; currency: string }[]) =>
    amounts.filter((one) => one.currency === currency).reduce((sum, { amount }) => sum + amount, 0);
  return { available: sumOf(available), pending: sumOf(pending) };
}

/** Without a schedule of its own the platform has the default one, which pays out every day. */
async function isPlatformManual(stripe: Stripe): Promise<boolean> {
  const { payments } = await stripe.balanceSettings.retrieve();
  return payments.payouts?.schedule?.interval === "manual";
}
