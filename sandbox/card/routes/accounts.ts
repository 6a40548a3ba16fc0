import { z } from "zod";
import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import type { UnitOfWork } from "../../state/unit-of-work";
import { missing } from "../http/api-error";
import { endpoint, ok } from "../http/endpoint";
import { page, params } from "../http/params";
import { listed } from "../http/readable";
import { V2Error, v2Endpoint } from "../http/v2-endpoint";
import { bankOf, bankView, closeAccount, createAccount, createLink, findAccount } from "../provider/accounts";
import { accountView, INCLUDABLE, type Includable } from "../provider/standing";
import type { AccountLink, ConnectedAccount } from "../records";

const include = z.array(z.enum(INCLUDABLE)).default([]);

/** What the application asks for: individuals who receive, with the provider's pages, at the platform's risk. */
const newAccount = z.strictObject({
  contact_email: z.email(),
  dashboard: z.literal("express"),
  identity: z.strictObject({
    country: z
      .string()
      .regex(/^[A-Za-z]{2}$/)
      .transform((country) => country.toUpperCase()),
    entity_type: z.literal("individual").optional(),
  }),
  configuration: z.strictObject({
    recipient: z.strictObject({
      capabilities: z.strictObject({
        stripe_balance: z.strictObject({ stripe_transfers: z.strictObject({ requested: z.literal(true) }) }),
      }),
    }),
  }),
  defaults: z.strictObject({
    currency: z.string().optional(),
    responsibilities: z.strictObject({
      fees_collector: z.literal("application"),
      losses_collector: z.literal("application"),
    }),
  }),
  metadata: z.record(z.string().max(40), z.string().max(500)).default({}),
  include,
});

/** /v2/core/accounts, the links to their pages, and the bank accounts of one in /v1/accounts. */
export function accountRoutes(app: App, sandbox: Sandbox): void {
  const path = "/v2/core/accounts";
  v2Endpoint(app, sandbox, `POST ${path}`, {
    params: newAccount,
    run: (work, { params: { contact_email: email, identity, metadata, include } }) =>
      ok(shown(work, createAccount(work, { email, country: identity.country, metadata }), include)),
  });
  v2Endpoint(app, sandbox, `GET ${path}/:id`, {
    params: z.strictObject({ include }),
    run: (work, { id, params }) => ok(shown(work, existing(work, id), params.include)),
  });
  v2Endpoint(app, sandbox, `POST ${path}/:id/close`, {
    params: z.strictObject({ applied_configurations: z.array(z.literal("recipient")).optional() }),
    run: (work, { id }) => ok(shown(work, closeAccount(work, existing(work, id)), [])),
  });
  const address = z.url({ protocol: /^https?$/ });
  v2Endpoint(app, sandbox, "POST /v2/core/account_links", {
    params: z.strictObject({
      account: z.string(),
      use_case: z.strictObject({
        type: z.literal("account_onboarding"),
        account_onboarding: z.strictObject({ refresh_url: address, return_url: address }),
      }),
    }),
    run: (work, { params: { account: id, use_case } }) => {
      const account = existing(work, id);
      if (account.closed) throw new V2Error(400, "cannot_proceed", `The account ${id} is closed.`);
      const { refresh_url: refreshUrl, return_url: returnUrl } = use_case.account_onboarding;
      return ok(linkView(sandbox, createLink(work, { account: id, refreshUrl, returnUrl }), use_case));
    },
  });
  const banks = "/v1/accounts/:id/external_accounts";
  endpoint(app, sandbox, `GET ${banks}`, {
    params: params(page),
    run: (work, { id, params }) => {
      if (!findAccount(work, id)) throw missing("account", id, "account");
      const bank = bankOf(work, id);
      return listed(banks.replace(":id", id), bank ? [bankView(bank)] : [], params);
    },
  });
}

function linkView({ options }: Sandbox, { id, account, expiresAt }: AccountLink, use_case: object) {
  return {
    object: "v2.core.account_link",
    account,
    created: new Date().toISOString(),
    expires_at: new Date(expiresAt * 1_000).toISOString(),
    livemode: false,
    url: `${options.publicUrl}/onboarding/${id}`,
    use_case,
  };
}

function shown(work: UnitOfWork, account: ConnectedAccount, include: readonly Includable[]) {
  return accountView(account, bankOf(work, account.id), include);
}

/** @throws V2Error not_found */
function existing(work: UnitOfWork, id: string): ConnectedAccount {
  const account = findAccount(work, id);
  if (!account) throw new V2Error(404, "not_found", `No such account: ${id}`);
  return account;
}
