import { z } from "zod";
import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import type { UnitOfWork } from "../../state/unit-of-work";
import { ApiError } from "../http/api-error";
import { endpoint, ok } from "../http/endpoint";
import { currency, expand, integer, metadata, params } from "../http/params";
import { readable } from "../http/readable";
import { findAccount } from "../provider/accounts";
import { balancesOf } from "../provider/balances";
import { createPayout, payOutAutomatically, payoutView } from "../provider/payouts";
import { settingsOf } from "../provider/settings";
import type { BalanceSettings } from "../records";

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

function balanceView(work: UnitOfWork, account: string | null) {
  const balances = [...balancesOf(work, account)];
  const listOf = (which: "available" | "pending") =>
    balances.length > 0
      ? balances.map(([currency, money]) => ({ amount: money[which], currency }))
      : [{ amount: 0, currency: "eur" }];
  return { object: "balance", available: listOf("available"), pending: listOf("pending") };
}

/** /v1/balance_settings */
function settingsRoutes(app: App, sandbox: Sandbox): void {
  const path = "/v1/balance_settings";
  endpoint(app, sandbox, `GET ${path}`, {
    onAccount: true,
    run: (work, { account }) => ok(settingsView(settingsOf(work, account))),
  });
  endpoint(app, sandbox, `POST ${path}`, {
    onAccount: true,
    params: params({
      payments: params({ payouts: params({ schedule: params({ interval: z.enum(["manual", "daily"]) }) }) }),
      expand,
    }),
    run: (work, { account, params: { payments } }) => {
      const { interval } = payments.payouts.schedule;
      const changed = work.put<BalanceSettings>({ ...settingsOf(work, account), interval });
      if (account !== null)
        for (const [currency] of balancesOf(work, account)) payOutAutomatically(work, account, currency);
      return ok(settingsView(changed));
    },
  });
}

const settingsView = ({ interval }: BalanceSettings) => ({
  object: "balance_settings",
  payments: { payouts: { schedule: { interval } } },
});

/** /v1/payouts */
function payoutRoutes(app: App, sandbox: Sandbox): void {
  const path = "/v1/payouts";
  endpoint(app, sandbox, `POST ${path}`, {
    onAccount: true,
    params: params({ amount: integer.pipe(z.int().positive()), currency, metadata, expand }),
    run: (work, { account: id, params: { amount, currency, metadata } }) => {
      const account = id === null ? null : findAccount(work, id);
      // The platform has no bank account here: nothing of what is owed may leave that way.
      if (!account) throw new ApiError(400, "Sorry, you don't have any external accounts in that currency.");
      return ok(payoutView(createPayout(work, account, { amount, currency, metadata, automatic: false })));
    },
  });
  readable(app, sandbox, { path, kind: "payout", filters: ["status"], onAccount: true, view: payoutView });
}
