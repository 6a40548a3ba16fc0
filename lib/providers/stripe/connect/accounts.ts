import type Stripe from "stripe";
import type { NewPayeeAccount, OnboardingPage, ProviderPayee } from "@/lib/providers/payout-provider";
import { madeOnce } from "../errors";

type Account = Stripe.V2.Core.Account;

/**
 * Opens an account that receives transfers and is asked for what it needs on Stripe's own pages; the operator answers
 * for fees and losses. Its payouts happen only when we make them: by default Stripe would pay out every day.
 */
export async function createAccount(
  stripe: Stripe,
  { accountId, email, country, currency, idempotencyKey }: NewPayeeAccount,
): Promise<{ id: string }> {
  const wanted: Stripe.V2.Core.AccountCreateParams = {
    contact_email: email,
    dashboard: "express",
    identity: { country, entity_type: "individual" },
    configuration: {
      recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
    },
    defaults: {
      currency,
      responsibilities: { fees_collector: "application", losses_collector: "application" },
    },
    metadata: { accountId },
  };
  const { id } = await madeOnce((options) => stripe.v2.core.accounts.create(wanted, options), idempotencyKey);
  // Without a key: it changes nothing twice, and Stripe would repeat a refusal for the key for a day.
  await stripe.balanceSettings.update(
    { payments: { payouts: { schedule: { interval: "manual" } } } },
    { stripeAccount: id },
  );
  return { id };
}

/** An account as Stripe knows it now; null if Stripe does not know it. Fields come only when they are included. */
export async function findAccount(stripe: Stripe, id: string): Promise<ProviderPayee | null> {
  const account = await retrieve(stripe, id);
  if (!account) return null;
  const { stripe_transfers: transfers, payouts } =
    account.configuration?.recipient?.capabilities?.stripe_balance ?? {};
  const bank = account.closed ? null : await bankOf(stripe, id);
  return {
    id,
    country: account.identity?.country?.toUpperCase() ?? null,
    transfers: transfers?.status ?? null,
    payouts: payouts?.status ?? null,
    ...requirementsOf(account, [transfers, payouts]),
    bankId: bank?.id ?? null,
    bankLast4: bank?.last4 ?? null,
    bankFingerprint: bank?.fingerprint ?? null,
    closed: account.closed ?? false,
  };
}

/** Closes an account. Stripe refuses while there is money on it. */
export async function closeAccount(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.v2.core.accounts.close(id, { applied_configurations: ["recipient"] });
  } catch (error) {
    const account = await retrieve(stripe, id);
    if (account && !account.closed) throw error;
  }
}

/** A page that asks for what is due now. It can be opened once, and expires. */
export async function onboardingPage(
  stripe: Stripe,
  account: string,
  { returnUrl, refreshUrl }: OnboardingPage,
): Promise<string> {
  const { url } = await stripe.v2.core.accountLinks.create({
    account,
    use_case: {
      type: "account_onboarding",
      account_onboarding: { return_url: returnUrl, refresh_url: refreshUrl },
    },
  });
  return url;
}

async function retrieve(stripe: Stripe, id: string): Promise<Account | null> {
  try {
    return await stripe.v2.core.accounts.retrieve(id, {
      include: ["configuration.recipient", "identity", "requirements"],
    });
  } catch (error) {
    if ((error as { statusCode?: unknown }).statusCode === 404) return null;
    throw error;
  }
}

/** Its bank account, or its debit card. Only the first version of the API has the fingerprint. */
async function bankOf(stripe: Stripe, id: string): Promise<Stripe.ExternalAccount | null> {
  const { data } = await stripe.accounts.listExternalAccounts(id, { limit: 100 });
  return data.find(({ default_for_currency: isDefault }) => isDefault) ?? data[0] ?? null;
}

type Capability = { status: string; status_details: readonly { code: string }[] } | undefined;

/** Who has to act, until when, and what is wrong. What is due only later is not asked for yet. */
function requirementsOf(
  { closed, requirements }: Account,
  capabilities: readonly Capability[],
): Pick<ProviderPayee, "waitsFor" | "waitsUntil" | "problem"> {
  const entries = requirements?.entries ?? [];
  const due = entries.filter(({ minimum_deadline: deadline }) => deadline.status !== "eventually_due");
  const asked = due.filter(({ awaiting_action_from: from }) => from === "user");
  const time = requirements?.summary?.minimum_deadline?.time;
  const refusals = capabilities.filter((capability) => capability && !WORKS.has(capability.status));
  const problem =
    asked.flatMap(({ errors }) => errors)[0] ?? refusals.flatMap((one) => one?.status_details ?? [])[0];
  const isEnded = closed || capabilities.some((capability) => capability && ENDED.has(capability.status));
  const isPending = due.length > 0 || capabilities.some((capability) => capability?.status === "pending");
  const waitsFor = isEnded ? "nobody" : asked.length > 0 ? "owner" : isPending ? "provider" : "nobody";
  return {
    waitsFor,
    waitsUntil: waitsFor === "owner" && time ? new Date(time) : null,
    problem: problem?.code ?? null,
  };
}

const WORKS = new Set(["active", "pending"]);
const ENDED = new Set(["rejected", "unsupported"]);
