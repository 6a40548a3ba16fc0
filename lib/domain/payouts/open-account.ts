import type { Db, Tx } from "@/db/client";
import { type Caller, lockCaller } from "@/lib/domain/users/guards";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import { orLater, ProviderUnavailable } from "@/lib/providers/gateway";
import { type PayoutProvider, PayoutRefused } from "@/lib/providers/payout-provider";
import { checkAccount, closeLeft } from "./check-payee";
import {
  askSoon,
  chooseBank,
  deleteUnopened,
  hasMoved,
  insertPayee,
  leavePayee,
  lockOwner,
  lockPayee,
  selectOpen,
  storeOpened,
} from "./payee-store";
import { providerOf } from "./providers";
import { homeCountry, PAYEE_CHECK_AFTER } from "./rules";
import type { OpenedAccount, PayeeAccount, PayoutContext } from "./types";

/** The provider of accounts with a bank. */
const BANK_PROVIDER: PaymentProvider = "stripe";

type Onboarding = {
  /**
   * Where the bank account is, one of `PAYEE_COUNTRIES`. Without it the one that was chosen before, or the deployment's
   * own.
   */
  country?: string | undefined;
  /** Where the provider's page leads back to. */
  origin: string;
};

/**
 * Opens a person's account at the provider of bank payouts, if they have none, and returns the address of its page,
 * where they answer what is asked (payouts.md, Provider facts). The page can be used once, so each call makes another.
 * Who has not chosen how to be paid is paid to the bank from now on. The provider keeps an account's country for good:
 * until something was moved to it, another country gets another account.
 * @throws AppError UNAUTHENTICATED
 * @throws ProviderUnavailable also when the provider refuses
 */
export async function startOnboarding(
  context: PayoutContext,
  viewer: Caller,
  { country, origin }: Onboarding,
): Promise<{ url: string }> {
  const account = await openAccount(context, viewer, country);
  const url = await pageOf(context, account, origin);
  if (url !== null) return { url };
  // The page is refused for an account that was closed at the provider: another one takes its place.
  const checked = await checkAccount(context, account);
  const another =
    checked.closedAt && (await pageOf(context, await openAccount(context, viewer, country), origin));
  if (another) return { url: another };
  throw new ProviderUnavailable(`the provider has no page for the payee account ${account.id}`);
}

/** The person's open account. Its row is stored before the call that opens it, whose key is made from the row. */
async function openAccount(
  context: PayoutContext,
  viewer: Caller,
  country: string | undefined,
): Promise<OpenedAccount> {
  const { db } = context;
  const { id: userId } = viewer;
  const provider = providerOf(context, { provider: BANK_PROVIDER });
  const { email, account, left } = await db.transaction(async (tx) => {
    await lockCaller(tx, viewer);
    const owner = await lockOwner(tx, userId);
    if (!owner) throw new AppError("UNAUTHENTICATED");
    // Who begins here before choosing how to be paid has chosen.
    if (owner.paymentMethod === null) await chooseBank(tx, userId, now());
    const open = await selectOpen(tx, userId, BANK_PROVIDER);
    const isWrong = open !== null && country !== undefined && open.country !== country;
    const left = isWrong && (await leaveCountry(tx, open)) ? open : null;
    const at = country ?? homeCountry(env().timeZone);
    const row = { userId, provider: BANK_PROVIDER, country: at, createdAt: now() };
    return { email: owner.email, account: (left ? null : open) ?? (await insertPayee(tx, row)), left };
  });
  if (left) await orLater(closeLeft(context, left));
  if (account.providerAccountId !== null) return { ...account, providerAccountId: account.providerAccountId };
  const asked = {
    accountId: account.id,
    email,
    country: account.country,
    currency: env().currency,
    idempotencyKey: `payee-account-${account.id}`,
  };
  const opened = await provider.createAccount(asked).catch(orRefused);
  if (opened instanceof PayoutRefused) {
    // Nothing exists at the provider: the next try may name another country.
    await deleteUnopened(db, account.id);
    throw new ProviderUnavailable(`the provider opens no account in ${account.country}: ${opened.code}`);
  }
  await db.transaction(async (tx) => {
    await lockOwner(tx, userId);
    await storeOpened(tx, account, { providerAccountId: opened.id, checkAt: soon() });
  });
  return { ...account, providerAccountId: opened.id };
}

/** The country of a person's open account, and whether they can still choose another. */
export async function findCountry(
  db: Db,
  userId: string,
): Promise<{ country: string | null; mayChange: boolean }> {
  const open = await selectOpen(db, userId, BANK_PROVIDER);
  return { country: open?.country ?? null, mayChange: !open || (await mayLeave(db, open)) };
}

/** Whether an account can give way to one in another country. One that the provider refused cannot. */
async function mayLeave(
  db: Db,
  { id, transfers, payouts, providerAccountId }: PayeeAccount,
): Promise<boolean> {
  const isRefused = transfers === "rejected" || payouts === "rejected";
  return providerAccountId !== null && !isRefused && !(await hasMoved(db, id));
}

async function leaveCountry(tx: Tx, { id, userId }: PayeeAccount): Promise<boolean> {
  // Nothing is planned to be moved to it before the transaction ends, and nothing afterwards.
  if (!(await mayLeave(tx, await lockPayee(tx, id)))) return false;
  await leavePayee(tx, { id, userId }, now());
  return true;
}

/**
 * Books an account that was opened at the provider for a person, and that the books do not know because they were
 * restored from a dump of before. Null if another account of theirs is open, or the provider does not know it.
 * @throws ProviderUnavailable
 */
export async function adoptAccount(
  context: PayoutContext,
  {
    provider,
    userId,
    providerAccountId,
  }: { provider: PayoutProvider; userId: string; providerAccountId: string },
): Promise<PayeeAccount | null> {
  const { db } = context;
  const known = await selectOpen(db, userId, provider.provider);
  // It may have been closed at the provider meanwhile.
  if (known?.providerAccountId) await checkAccount(context, known);
  const payee = await provider.findAccount(providerAccountId);
  const opened =
    payee &&
    (await db.transaction(async (tx) => {
      await lockOwner(tx, userId);
      const open = await selectOpen(tx, userId, provider.provider);
      if (open?.providerAccountId) return null;
      const country = payee.country ?? homeCountry(env().timeZone);
      const account =
        open ?? (await insertPayee(tx, { userId, provider: provider.provider, country, createdAt: now() }));
      await storeOpened(tx, account, { providerAccountId, checkAt: now() });
      return { ...account, providerAccountId };
    }));
  return opened && checkAccount(context, opened);
}

/** A new page of an account; null if the provider refuses. */
async function pageOf(
  context: PayoutContext,
  account: OpenedAccount,
  origin: string,
): Promise<string | null> {
  const provider = providerOf(context, account);
  const urls = {
    returnUrl: new URL("/payouts/return", origin).href,
    refreshUrl: new URL("/payouts/refresh", origin).href,
  };
  const url = await provider.onboardingPage(account.providerAccountId, urls).catch(orRefused);
  if (url instanceof PayoutRefused) return null;
  await askSoon(context.db, account.id, soon());
  return url;
}

/** When reconciliation asks about an account whose owner goes to the provider's page now. */
function soon(): Date {
  return new Date(now().getTime() + PAYEE_CHECK_AFTER);
}

/** The provider's refusal, instead of its answer. */
function orRefused(error: unknown): PayoutRefused {
  if (error instanceof PayoutRefused) return error;
  throw error;
}
