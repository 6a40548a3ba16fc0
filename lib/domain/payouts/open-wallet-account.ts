import type { Backlog } from "@/lib/domain/payments/types";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { checkAccount } from "./check-payee";
import { insertPayee, lockOwner, selectOpen, selectWithoutWallet, storeOpened } from "./payee-store";
import { homeCountry, PAYEE_CHECK_AFTER, payeeState } from "./rules";
import type { PayoutContext } from "./types";

/**
 * People who are owed something, chose the wallet and have no account of it: their address is the account, and is
 * opened without them where this deployment pays by it. A backlog serves one run.
 */
export function walletBacklog({ payoutProviders }: PayoutContext): Backlog<{ id: string }, PayoutContext> {
  let after: string | null = null;
  return {
    name: "person without an account of the wallet",
    claim: async (db, _, limit) => {
      const people = payoutProviders.paypal ? await selectWithoutWallet(db, { after, limit }) : [];
      after = people.at(-1)?.id ?? after;
      return people;
    },
    check: (context, { id }) => openWalletAccount(context, id),
  };
}

async function openWalletAccount(context: PayoutContext, userId: string): Promise<string> {
  const { db } = context;
  const provider = context.payoutProviders.paypal;
  const opening = await db.transaction(async (tx) => {
    const owner = await lockOwner(tx, userId);
    if (!provider || owner?.paymentMethod !== "paypal" || owner.paypalEmail === null) return null;
    const country = homeCountry(env().timeZone);
    const row = { userId, provider: provider.provider, country, createdAt: now() };
    const account = (await selectOpen(tx, userId, provider.provider)) ?? (await insertPayee(tx, row));
    return { account, email: owner.paypalEmail };
  });
  if (!provider || !opening) return "payee not opened";
  const { account, email } = opening;
  const { id: providerAccountId } = await provider.createAccount({
    accountId: account.id,
    email,
    country: account.country,
    currency: env().currency,
    idempotencyKey: `payee-account-${account.id}`,
  });
  const checkAt = new Date(now().getTime() + PAYEE_CHECK_AFTER);
  await db.transaction(async (tx) => {
    await lockOwner(tx, userId);
    await storeOpened(tx, account, { providerAccountId, checkAt });
  });
  return `payee ${payeeState(await checkAccount(context, { ...account, providerAccountId }))}`;
}
