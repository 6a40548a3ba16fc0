import type Stripe from "stripe";
import { newId, seconds } from "../../ids";
import type { UnitOfWork } from "../../state/unit-of-work";
import type { BankFacts } from "../bank-accounts";
import { emit, emitThin } from "../events";
import { V2Error } from "../http/v2-endpoint";
import {
  type AccountLink,
  type Ask,
  type Bank,
  type Capability,
  type ConnectedAccount,
  partOf,
} from "../records";
import { dateIn, schedule, unschedule } from "./agenda";
import { balancesOf } from "./balances";
import { CAPABILITIES, standingOf } from "./standing";

/** How long a link to the hosted page works, in seconds: the provider says "a few minutes". */
const LINK_LIFETIME = 300;

/** Bank days that a review takes. */
const REVIEW_DAYS = 1;

/** Days until something that is asked of a verified account is due. */
const ASK_DAYS = 14;

type NewAccount = Pick<ConnectedAccount, "email" | "country" | "metadata">;

/** Opens a connected account. Its owner has to say who they are before it can be used. */
export function createAccount(work: UnitOfWork, wanted: NewAccount): ConnectedAccount {
  return work.put<ConnectedAccount>({
    ...wanted,
    id: newId("acct", 16),
    object: "connected_account",
    created: new Date().toISOString(),
    closed: false,
    standing: "asked",
    ask: { what: "identity", until: null },
    lost: [],
    asksAfter: null,
  });
}

/** The account with this id, closed ones included; null when there is none. */
export function findAccount(work: UnitOfWork, id: string): ConnectedAccount | null {
  return work.find("connected_account", id);
}

/** The bank account that an account's payouts go to; null before its owner named one. */
export function bankOf(work: UnitOfWork, account: string): Bank | null {
  return work.all("bank_account").findLast((bank) => bank.account === account) ?? null;
}

/** Whether an account has a capability. */
export function can(work: UnitOfWork, account: ConnectedAccount, capability: Capability): boolean {
  return standingOf(account, bankOf(work, account.id))[capability].status === "active";
}

/** Runs what changes an account or its bank account, and reports what became of its capabilities and requirements. */
function changing<T>(work: UnitOfWork, id: string, change: (account: ConnectedAccount) => T): T {
  const look = () => {
    const account = work.find("connected_account", id) as ConnectedAccount;
    return { account, ...standingOf(account, bankOf(work, id)) };
  };
  const before = look();
  const result = change(before.account);
  report(work, before, look());
  return result;
}

type Look = ReturnType<typeof standingOf> & { account: ConnectedAccount };

function report(work: UnitOfWork, before: Look, after: Look): void {
  const { id } = after.account;
  if (JSON.stringify(before.entries) !== JSON.stringify(after.entries)) {
    emitThin(work, id, { type: "v2.core.account[requirements].updated" });
  }
  for (const capability of CAPABILITIES) {
    if (JSON.stringify(before[capability]) === JSON.stringify(after[capability])) continue;
    emitThin(work, id, {
      type: "v2.core.account[configuration.recipient].capability_status_updated",
      data: { updated_capability: `stripe_balance.${capability}` },
    });
  }
  if (!before.account.closed && after.account.closed) emitThin(work, id, { type: "v2.core.account.closed" });
}

function change(work: UnitOfWork, id: string, changes: Partial<ConnectedAccount>): ConnectedAccount {
  return changing(work, id, (account) => work.put<ConnectedAccount>({ ...account, ...changes }));
}

/** The people that the hosted page offers: what the provider says to them. */
export const PERSONS = ["verified", "review", "document", "refused", "again"] as const;
type Person = (typeof PERSONS)[number];

/** After how many transfers the fifth person is asked for a document. */
const TRANSFERS_BEFORE_ASKING = 3;

/** What was entered on the hosted page about a new account's owner. */
export function identify(work: UnitOfWork, id: string, person: Person): ConnectedAccount {
  if (person === "review") {
    schedule(work, { what: "reviewed", about: id, bankDays: REVIEW_DAYS });
    return change(work, id, { standing: "review", ask: null });
  }
  if (person === "refused") return refuse(work, id);
  if (person === "document") {
    return change(work, id, { standing: "asked", ask: { what: "document", until: null } });
  }
  return change(work, id, {
    standing: "verified",
    ask: null,
    asksAfter: person === "again" ? TRANSFERS_BEFORE_ASKING : null,
  });
}

/** The provider has verified the owner. */
export function verify(work: UnitOfWork, id: string): ConnectedAccount {
  unschedule(work, { what: "past_due", about: id });
  return change(work, id, { standing: "verified", ask: null, lost: [] });
}

/** The provider refuses the owner for good. */
export function refuse(work: UnitOfWork, id: string): ConnectedAccount {
  return change(work, id, { standing: "refused", ask: null });
}

/** The provider stops an account that its owner cannot free. */
export function restrict(work: UnitOfWork, id: string): ConnectedAccount {
  return change(work, id, { standing: "restricted", ask: null });
}

export function loseCapability(work: UnitOfWork, id: string, capability: Capability): ConnectedAccount {
  return changing(work, id, (account) =>
    work.put<ConnectedAccount>({ ...account, lost: [...new Set([...account.lost, capability])] }),
  );
}

/** The provider asks a verified owner for a document. The account can be used until the date, in days. */
export function askForDocument(work: UnitOfWork, id: string, days = ASK_DAYS): ConnectedAccount {
  const ask: Ask = { what: "document", until: dateIn(days) };
  unschedule(work, { what: "past_due", about: id });
  schedule(work, { what: "past_due", about: id, at: ask.until ?? 0 });
  return change(work, id, { standing: "verified", ask });
}

/** The date for a document has come: without it, the account is stopped. */
export function passDeadline(work: UnitOfWork, account: ConnectedAccount): ConnectedAccount {
  if (!account.ask?.until || account.standing !== "verified") return account;
  return change(work, account.id, { standing: "asked", ask: { ...account.ask, until: null } });
}

/** An account got a transfer: some are asked for a document after a few. */
export function countTransfer(work: UnitOfWork, id: string): void {
  const account = work.find("connected_account", id);
  if (!account?.asksAfter) return;
  const left = account.asksAfter - 1;
  work.put<ConnectedAccount>({ ...account, asksAfter: left === 0 ? null : left });
  if (left === 0) askForDocument(work, id);
}

/** Names the bank account that payouts go to, instead of the one before. */
export function setBank(work: UnitOfWork, id: string, facts: BankFacts): Bank {
  const { last4, country, fingerprint, behaviour } = facts;
  return changing(work, id, () => {
    const bank = work.put(
      partOf<Bank>({
        id: newId("ba"),
        object: "bank_account",
        account: id,
        country,
        default_for_currency: true,
        fingerprint,
        last4,
        status: "new",
        behaviour,
      }),
    );
    emit(work, "account.external_account.created", bankView(bank), id);
    return bank;
  });
}

/** A payout came back: nothing is paid to this bank account until its owner names another. */
export function disableBank(work: UnitOfWork, id: string): void {
  const bank = bankOf(work, id);
  if (!bank || bank.status === "errored") return;
  changing(work, id, () => {
    const disabled = work.put<Bank>({ ...bank, status: "errored" });
    emit(work, "account.external_account.updated", bankView(disabled), id);
  });
}

/** A bank account as the API shows it. */
export function bankView({ behaviour: _behaviour, ...bank }: Bank): Stripe.BankAccount {
  return bank;
}

/** Closes an account for good. @throws ApiError while there is money on it */
export function closeAccount(work: UnitOfWork, account: ConnectedAccount): ConnectedAccount {
  const isEmpty = [...balancesOf(work, account.id).values()].every(
    ({ available, pending }) => available === 0 && pending === 0,
  );
  if (!isEmpty) {
    throw new V2Error(400, "cannot_proceed", "Accounts can be closed when all of their balances are zero.");
  }
  return closeAtOnce(work, account.id);
}

/** The provider closes an account, whatever lies there. */
export function closeAtOnce(work: UnitOfWork, id: string): ConnectedAccount {
  return change(work, id, { closed: true, ask: null });
}

/** A page where an account's owner says who they are. It can be opened once, for a few minutes. */
export function createLink(
  work: UnitOfWork,
  { account, refreshUrl, returnUrl }: Pick<AccountLink, "account" | "refreshUrl" | "returnUrl">,
): AccountLink {
  return work.put<AccountLink>({
    id: newId("aln"),
    object: "account_link",
    account,
    refreshUrl,
    returnUrl,
    expiresAt: seconds() + LINK_LIFETIME,
    visit: null,
    state: "open",
  });
}
