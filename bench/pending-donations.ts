import postgres from "postgres";
import type { Db } from "@/db/client";
import { handleEvent } from "@/lib/domain/settlement/handle-event";
import type { ProviderPayment } from "@/lib/providers/gateway";
import { unconfiguredCard, unconfiguredWallet } from "@/lib/providers/unconfigured";
import { UNPAID } from "@/tests/support/scripted-payment";
import { atEnd } from "./running";

/** The number of donors, and of requesters with one request each. */
export const PEOPLE = 10_000;
/** Cents: small enough that all rounds of a benchmark together reach no goal. */
const AMOUNT = 10;
const FEE = 1;

/** The recipient and the request of the n-th donation, among the first `spread` requests. */
export function partiesOf(n: number, spread = PEOPLE) {
  const request = 1 + (n % spread);
  return {
    donationId: numbered(n),
    requestId: numbered(request),
    recipientId: numbered(PEOPLE + request),
    donorId: numbered(1 + (n % PEOPLE)),
  };
}

/** The n-th row's id: its number, so that SQL can name it too. */
export function numbered(n: number): string {
  return `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;
}

/** The provider's id of the n-th donation's payment. */
export const paymentOf = (n: number) => `pi_${n}`;

/**
 * Creates the people and their requests in an empty, migrated database. People 1 to PEOPLE donate; the next PEOPLE own
 * the requests 1 to PEOPLE.
 */
export async function openBooks(url: string): Promise<postgres.Sql> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  atEnd(() => sql.end());
  await sql.unsafe(`
    create function numbered(n bigint) returns uuid language sql immutable return ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid;
    insert into users (id, email, username, name, created_at, updated_at)
    select numbered(n), 'person' || n || '@example.org', 'person' || n, 'Person ' || n, now(), now() from generate_series(1, ${2 * PEOPLE}) n;
    insert into requests (id, user_id, item, description, goal, created_at)
    select numbered(n), numbered(${PEOPLE} + n), 'Request ' || n, 'Why this is needed.', 1000000, now() from generate_series(1, ${PEOPLE}) n`);
  // Only these: analyzed while empty, the other tables would be scanned for as long as a connection keeps its plans.
  await sql.unsafe("vacuum analyze users, requests");
  return sql;
}

/** Adds pending donations `first` and the `count - 1` after it, to the first `spread` requests in turn. */
export async function addPending(
  sql: postgres.Sql,
  { first, count, spread = PEOPLE }: { first: number; count: number; spread?: number },
): Promise<void> {
  await sql.unsafe(`
    insert into donations (id, request_id, donor_id, recipient_id, amount, service_fee, currency, stripe_payment_intent_id, created_at)
    select numbered(n), numbered(1 + n % ${spread}), numbered(1 + n % ${PEOPLE}), numbered(${PEOPLE} + 1 + n % ${spread}),
      ${AMOUNT}, ${FEE}, 'eur', 'pi_' || n, now()
    from generate_series(${first}, ${first + count - 1}) n`);
  await sql.unsafe("analyze donations");
}

/** The n-th donation's payment at the provider. */
export function truthOf(n: number, spread = PEOPLE): ProviderPayment {
  return {
    ...UNPAID,
    id: paymentOf(n),
    state: "succeeded",
    amount: AMOUNT + FEE,
    received: AMOUNT + FEE,
    currency: "eur",
    clientSecret: "",
    metadata: partiesOf(n, spread),
    paidBy: "card",
    chargeId: `ch_bench_${n}`,
  };
}

/** Settles the n-th donation like its webhook, with a provider that answers at once. */
export function settle(db: Db, n: number, spread = PEOPLE): Promise<string> {
  const card = { ...unconfiguredCard, findPayment: async () => truthOf(n, spread) };
  const event = { id: `evt_${n}`, type: "payment_intent.succeeded", paymentId: paymentOf(n) };
  return handleEvent({ db, card, wallet: unconfiguredWallet }, "stripe", event);
}

/** @throws if a donation was not credited, because the benchmark then measured something else */
export async function assertCredited(sql: postgres.Sql): Promise<void> {
  const left = await sql`select from donations where credited_at is null`;
  if (left.length > 0) throw new Error(`${left.length} donations were not credited`);
}
