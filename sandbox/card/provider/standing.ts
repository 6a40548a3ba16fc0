import type Stripe from "stripe";
import type { Bank, Capability, ConnectedAccount } from "../records";

type Account = Stripe.V2.Core.Account;
type Balance = NonNullable<Stripe.V2.Core.Account.Configuration.Recipient.Capabilities["stripe_balance"]>;
type Status = NonNullable<Balance["payouts"]>;
type Detail = Status["status_details"][number];
type Entry = NonNullable<NonNullable<Account["requirements"]>["entries"]>[number];
type Deadline = Entry["minimum_deadline"]["status"];

export const CAPABILITIES = ["stripe_transfers", "payouts"] as const satisfies Capability[];

/** Countries between which the provider pays: the European Economic Area, Switzerland and the United Kingdom. */
const COUNTRIES = new Set(
  "AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(
    " ",
  ),
);

const ACTIVE: Status = { status: "active", status_details: [] };
const because = (
  status: Status["status"],
  code: Detail["code"],
  resolution: Detail["resolution"],
): Status => ({
  status,
  status_details: [{ code, resolution }],
});
const ASKED = because("restricted", "requirements_past_due", "provide_info");
const TAKEN_AWAY = because("restricted", "restricted_other", "contact_stripe");

/** What an account may do with its balance, and what is asked for, by the facts known about it. */
export function standingOf(
  account: ConnectedAccount,
  bank: Bank | null,
): { stripe_transfers: Status; payouts: Status; entries: Entry[] } {
  const base = reviewed(account);
  const [transfers, payouts] = CAPABILITIES.map((one) =>
    base.status === "active" && account.lost.includes(one) ? TAKEN_AWAY : base,
  ) as [Status, Status];
  const lacksBank = bank?.status !== "new";
  return {
    stripe_transfers: transfers,
    payouts: payouts.status === "active" && lacksBank ? ASKED : payouts,
    entries: isOpen(account) ? entriesOf(account, lacksBank) : [],
  };
}

function reviewed(account: ConnectedAccount): Status {
  const { standing, country, closed } = account;
  if (!COUNTRIES.has(country)) return because("unsupported", "unsupported_country", "no_resolution");
  if (closed || standing === "restricted") return TAKEN_AWAY;
  if (standing === "refused") return because("rejected", "rejected_other", "contact_stripe");
  if (standing === "review") return because("pending", "requirements_pending_verification", "no_resolution");
  return standing === "asked" ? ASKED : ACTIVE;
}

/** Whether the owner, or the provider, can still do something for it. */
function isOpen({ closed, country, standing }: ConnectedAccount): boolean {
  return !closed && COUNTRIES.has(country) && standing !== "refused" && standing !== "restricted";
}

/** What a new account is asked for. */
const IDENTITY = [
  "identity.individual.given_name",
  "identity.individual.surname",
  "identity.individual.date_of_birth",
  "identity.individual.address",
  "identity.attestations.terms_of_service.account",
];
const DOCUMENT = "identity.individual.documents.primary_verification";
const BANK = "external_account";

function entriesOf({ standing, ask }: ConnectedAccount, lacksBank: boolean): Entry[] {
  const bank = lacksBank ? [entry(BANK, "past_due", { restricts: ["payouts"] })] : [];
  if (standing === "review") return [entry(DOCUMENT, "past_due", { from: "stripe" }), ...bank];
  if (!ask) return bank;
  const deadline = ask.until === null ? "past_due" : "currently_due";
  if (ask.what === "identity") return [...IDENTITY.map((one) => entry(one, deadline)), ...bank];
  const errors = [
    {
      code: "verification_failed_keyed_identity",
      description: "The person's keyed-in identity information could not be verified.",
    },
  ];
  return [entry(DOCUMENT, deadline, { errors, reason: "routine_verification" }), ...bank];
}

type Details = {
  from?: Entry["awaiting_action_from"];
  errors?: Entry["errors"];
  reason?: Entry["requested_reasons"][number]["code"];
  restricts?: readonly Capability[];
};

function entry(description: string, status: Deadline, details: Details = {}): Entry {
  const { from = "user", errors = [], reason = "routine_onboarding", restricts = CAPABILITIES } = details;
  return {
    awaiting_action_from: from,
    description,
    errors,
    impact: {
      restricts_capabilities: restricts.map((capability) => ({
        capability: `stripe_balance.${capability}` as const,
        configuration: "recipient",
        deadline: { status },
      })),
    },
    minimum_deadline: { status },
    requested_reasons: [{ code: reason }],
  };
}

/** The parts of an account that an answer has only when they are asked for. */
export const INCLUDABLE = ["configuration.recipient", "identity", "requirements"] as const;
export type Includable = (typeof INCLUDABLE)[number];

/** An account as the second version of the API shows it: what is not included is null. */
export function accountView(account: ConnectedAccount, bank: Bank | null, include: readonly Includable[]) {
  const { id, closed, email, created, country, metadata } = account;
  const { entries, ...stripe_balance } = standingOf(account, bank);
  const included = <T>(part: Includable, value: T) => (include.includes(part) ? value : null);
  return {
    id,
    object: "v2.core.account",
    applied_configurations: ["recipient"],
    closed,
    configuration: included("configuration.recipient", { recipient: { capabilities: { stripe_balance } } }),
    contact_email: email,
    created,
    dashboard: "express",
    identity: included("identity", { country, entity_type: "individual" }),
    livemode: false,
    metadata,
    requirements: included("requirements", { entries, summary: summaryOf(account, entries) }),
  } satisfies Partial<Record<keyof Account, unknown>>;
}

function summaryOf({ ask }: ConnectedAccount, entries: Entry[]) {
  const [first] = entries;
  if (!first) return null;
  const status = entries.some((one) => one.minimum_deadline.status === "past_due")
    ? "past_due"
    : first.minimum_deadline.status;
  const time = status === "past_due" || !ask?.until ? null : new Date(ask.until * 1_000).toISOString();
  return { minimum_deadline: { status, time } };
}
