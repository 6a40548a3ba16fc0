import type { Backlog } from "@/lib/domain/payments/types";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { checkAccount } from "./check-payee";
import { onceEach } from "./once-each";
import { insertPayee, lockOwner, selectOpen, storeAnswer, storeOpened } from "./payee-store";
import { providerOf } from "./providers";
import { homeCountry } from "./rules";
import type { PayeeAccount, PayoutContext } from "./types";
import { selectWaiting } from "./wallet-account-store";

/**
 * People who chose to be paid by the wallet, whose address has no account yet (payouts.md), or to whom nobody can give
 * until their account is ready. The address is the account: nothing is asked of its owner, so it is opened without
 * them. Another address gets another account, and the account of the one before is closed. A backlog serves one run.
 */
export function walletBacklog(context: PayoutContext): Backlog<{ id: string }, PayoutContext> {
  return {
    name: "wallet account",
    claim: onceEach(async (db, _at, batch) =>
      context.payoutProviders.paypal ? selectWaiting(db, batch) : [],
    ),
    check: async (to, { id }) => {
      const opened = await openWalletAccount(to, id);
      const account = opened ?? (await selectOpen(to.db, id, "paypal"));
      if (!account) return "wallet account unneeded";
      await checkAccount(to, account);
      return opened ? "wallet account opened" : "wallet account asked about";
    },
  };
}

/** The account of the address that a person chose to be paid at. It is opened if it is not; null if they chose none. */
export async function openWallet(context: PayoutContext, userId: string): Promise<PayeeAccount | null> {
  const opened = await openWalletAccount(context, userId);
  return opened ? checkAccount(context, opened) : selectOpen(context.db, userId, "paypal");
}

async function openWalletAccount(context: PayoutContext, userId: string): Promise<PayeeAccount | null> {
  const provider = providerOf(context, { provider: "paypal" });
  return context.db.transaction(async (tx) => {
    const at = now();
    const owner = await lockOwner(tx, userId);
    const address = owner && !owner.erasedAt && owner.paymentMethod === "paypal" ? owner.paypalEmail : null;
    const open = await selectOpen(tx, userId, "paypal");
    const isOf = (account: PayeeAccount) => account.providerAccountId === `${account.id}:${address}`;
    if (!address || (open && isOf(open))) return null;
    if (open) await storeAnswer(tx, open.id, { closedAt: at, checkAt: at });
    const country = homeCountry(env().timeZone);
    const row = await insertPayee(tx, { userId, provider: "paypal", country, createdAt: at });
    // No call is made: the wallet provider has no accounts of payees.
    const { id: providerAccountId } = await provider.createAccount({
      accountId: row.id,
      email: address,
      country,
      currency: env().currency,
      idempotencyKey: `payee-account-${row.id}`,
    });
    await storeOpened(tx, row, { providerAccountId, checkAt: at });
    return { ...row, providerAccountId };
  });
}
