import type Stripe from "stripe";
import { PAYOUT_CAUSES } from "@/lib/ground/vocabulary";
import type { ListedPayout, NewPayout, ProviderPayout } from "@/lib/providers/payout-provider";
import { nullIfMissing } from "../errors";
import { dateOf, idOf, secondsOf } from "../lists";

/** Pays from an account to the bank account of its owner. */
export async function createPayout(
  stripe: Stripe,
  { payoutId, cause, donationIds, account, amount, currency, idempotencyKey }: NewPayout,
): Promise<ProviderPayout> {
  const metadata = { payoutId, cause, ...packed(donationIds) };
  const payout = await stripe.payouts.create(
    { amount, currency, metadata },
    { stripeAccount: account, idempotencyKey },
  );
  return payoutFrom(payout);
}

/** Stripe takes 50 texts of 500 characters as metadata; a UUID is 22 characters in base64url. */
const ID_LENGTH = 22;
const IDS_A_TEXT = 22;
const TEXTS = 45;

/** The ids of the donations as metadata; none where they are too many for it. */
function packed(donationIds: readonly string[]): Record<string, string> {
  if (donationIds.length > IDS_A_TEXT * TEXTS) return {};
  const short = donationIds.map((id) => Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url"));
  const texts = Array.from({ length: Math.ceil(short.length / IDS_A_TEXT) }, (_, at) =>
    short.slice(at * IDS_A_TEXT, (at + 1) * IDS_A_TEXT).join(""),
  );
  return Object.fromEntries(texts.map((text, at) => [`donations${at}`, text]));
}

function unpacked(metadata: Record<string, string>): string[] | null {
  const all = Array.from({ length: TEXTS }, (_, at) => metadata[`donations${at}`] ?? "").join("");
  const ids = all.match(new RegExp(`.{${ID_LENGTH}}`, "g")) ?? [];
  const uuids = ids.map((id) => Buffer.from(id, "base64url").toString("hex").replace(UUID, "$1-$2-$3-$4-$5"));
  return uuids.length > 0 ? uuids : null;
}

const UUID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** The payouts of an account since a time. */
export async function listPayouts(stripe: Stripe, account: string, since: Date): Promise<ListedPayout[]> {
  const created = { gte: secondsOf(since) };
  const found: ListedPayout[] = [];
  for await (const payout of stripe.payouts.list({ limit: 100, created }, { stripeAccount: account })) {
    found.push(payoutFrom(payout));
  }
  return found;
}

/** A payout of an account; null if Stripe does not know it. */
export async function findPayout(
  stripe: Stripe,
  account: string,
  providerId: string,
): Promise<ProviderPayout | null> {
  const found = stripe.payouts.retrieve(providerId, {}, { stripeAccount: account });
  return found.then(payoutFrom).catch(nullIfMissing);
}

/** `pending`: not submitted to the bank yet. */
const STATES: Record<string, ProviderPayout["state"]> = {
  pending: "sent",
  in_transit: "on_the_way",
  paid: "paid",
  failed: "failed",
  canceled: "failed",
};

function payoutFrom(payout: Stripe.Payout): ListedPayout {
  const { id, status, amount, arrival_date, failure_code, created, trace_id, destination } = payout;
  const metadata = payout.metadata ?? {};
  const cause = PAYOUT_CAUSES.find((each) => each === metadata.cause) ?? null;
  const state = STATES[status];
  if (!state) throw new Error(`payout ${id} is in an unknown state: ${status}`);
  return {
    id,
    payoutId: metadata.payoutId ?? null,
    cause,
    donationIds: unpacked(metadata),
    createdAt: dateOf(created),
    state,
    amount,
    arrivesOn: dateOf(arrival_date).toISOString().slice(0, 10),
    traceId: trace_id?.value ?? null,
    failureCode: state === "failed" ? (failure_code ?? status) : null,
    destination: idOf(destination),
  };
}
