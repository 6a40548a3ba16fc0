import type Stripe from "stripe";
import { z } from "zod";
import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import type { UnitOfWork } from "../../state/unit-of-work";
import { ApiError } from "../http/api-error";
import { endpoint, ok } from "../http/endpoint";
import { currency, expand, integer, metadata, params } from "../http/params";
import { readable } from "../http/readable";
import { bankOf, can, findAccount } from "../provider/accounts";
import { balancesOf } from "../provider/balances";
import { createPayout, payOutAutomatically, payoutView } from "../provider/payouts";
import { settingsOf } from "../provider/settings";
import type { BalanceSettings, ConnectedAccount } from "../records";

/** /v1/balance, /v1/balance_transactions, /v1/balance_settings, /v1/payouts: the platform's, or those of an account. */
export function balanceRoutes(app: App, sandbox: Sandbox): void {
  endpoint(app, sandbox, "GET /v1/balance", {
    onAccount: true,
    run: (work, { account }) => ok(balanceView(work, account)),
  });
  readable(app, sandbox, {
    path: "/v1/balance_transactions",
    kind: "balance_transaction",
    filters: ["source", "type", "currency"],
    onAccount: true,
    view: ({ account: _account, ...transaction }) => transaction,
  });
  settingsRoutes(app, sandbox);
  payoutRoutes(app, sandbox);
}

function balanceView(work: UnitOfWork, account: string | null): Stripe.Balance {
  const balances = [...balancesOf(work, account)];
  const listOf = (which: "available" | "pending") => {
    const amounts = balances.map(([currency, money]) => ({
      amount: money[which],
      currency,
      source_types: { card: money[which] },
    }));
    return amounts.length > 0 ? amounts : [{ amount: 0, currency: "eur", source_types: { card: 0 } }];
  };
  return { object: "balance", available: listOf("available"), livemode: false, pending: listOf("pending") };
}

function settingsRoutes(app: App, sandbox: Sandbox): void {
  const path = "/v1/balance_settings";
  endpoint(app, sandbox, `GET ${path}`, {
    onAccount: true,
    run: (work, { account }) => ok(settingsView(work, settingsOf(work, account))),
  });
  endpoint(app, sandbox, `POST ${path}`, {
    onAccount: true,
    params: params({
      payments: params({
        payouts: params({
          schedule: params({ interval: z.enum(["manual", "daily", "weekly", "monthly"]) }).optional(),
          statement_descriptor: z.string().max(22).optional(),
        }).optional(),
      }).optional(),
      expand,
    }),
    run: (work, { account, params: { payments } }) => {
      const before = settingsOf(work, account);
      const { schedule, statement_descriptor: descriptor } = payments?.payouts ?? {};
      const changed = work.put<BalanceSettings>({
        ...before,
        interval: schedule?.interval ?? before.interval,
        statementDescriptor: descriptor ?? before.statementDescriptor,
      });
      if (account !== null)
        for (const [currency] of balancesOf(work, account)) payOutAutomatically(work, account, currency);
      return ok(settingsView(work, changed));
    },
  });
}

function settingsView(work: UnitOfWork, settings: BalanceSettings): Stripe.BalanceSettings {
  const { account: id, interval, statementDescriptor } = settings;
  const account = id === null ? null : findAccount(work, id);
  const enabled = account === null || (can(work, account, "payouts") && bankOf(work, account.id) !== null);
  return {
    object: "balance_settings",
    payments: {
      debit_negative_balances: false,
      payouts: {
        automatic_transfer_rules_by_currency: null,
        minimum_balance_by_currency: null,
        schedule: { interval },
        statement_descriptor: statementDescriptor,
        status: enabled ? "enabled" : "disabled",
      },
      settlement_timing: { delay_days: 2, start_of_day: null },
    },
  };
}

/** /v1/payouts */
function payoutRoutes(app: App, sandbox: Sandbox): void {
  const path = "/v1/payouts";
  endpoint(app, sandbox, `POST ${path}`, {
    onAccount: true,
    keepsRefusals: true,
    params: params({
      amount: integer.pipe(z.int().positive()),
      currency,
      description: z.string().max(1_000).optional(),
      method: z.literal("standard").optional(),
      statement_descriptor: z.string().max(22).optional(),
      metadata,
      expand,
    }),
    run: (
      work,
      { account, params: { amount, currency, description = null, statement_descriptor, metadata } },
    ) => {
      const statementDescriptor = statement_descriptor ?? settingsOf(work, account).statementDescriptor;
      const wanted = { amount, currency, description, metadata, statementDescriptor, automatic: false };
      return ok(payoutView(createPayout(work, paying(work, account), wanted)));
    },
  });
  readable(app, sandbox, {
    path,
    kind: "payout",
    filters: ["status", "destination"],
    onAccount: true,
    view: payoutView,
  });
}

/** @throws ApiError for the platform, which has no bank account here: nothing of what is owed may leave that way */
function paying(work: UnitOfWork, id: string | null): ConnectedAccount {
  const account = id === null ? null : findAccount(work, id);
  if (!account) throw new ApiError(400, "Sorry, you don't have any external accounts in that currency.");
  return account;
}
