import { type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { PaymentKind, PaymentRecord, TimelineEntry } from "./types";

/** The column that names the payment in the ledger, boost entries and notifications. */
const CAUSE: Record<PaymentKind, SQL> = {
  donation: sql`x.donation_id`,
  boost_purchase: sql`x.boost_purchase_id`,
  subscription_payment: sql`x.subscription_payment_id`,
};

type Part = { source: TimelineEntry["source"] } & Record<"at" | "what" | "from", SQL> &
  Partial<Record<"id" | "note" | "amount" | "personId", SQL>>;

/** What the books have of a payment, in the order in which it is listed where the time is the same. */
function partsOf({ kind, id, payerId, recipientId, providerId }: PaymentRecord): Part[] {
  const isCause = sql`${CAUSE[kind]} = ${id}`;
  // Of a donation also its partial refunds and its way to the recipient.
  const isOfDonation = sql`${isCause}
    or x.donation_return_id in (select id from donation_returns where donation_id = ${id})
    or x.transfer_id in (select id from transfers where donation_id = ${id})
    or x.transfer_return_id in (
      select r.id from transfer_returns r join transfers t on t.id = r.transfer_id where t.donation_id = ${id})`;
  const boosts: Part = {
    source: "boosts",
    at: sql`x.created_at`,
    what: sql`concat(x.kind, ': ', to_char(x.quantity, 'FMSG99999'), ' ', x.boost_type)`,
    personId: sql`x.user_id`,
    from: sql`boost_entries x where ${isCause}`,
  };
  // Holds of its request and of its recipient are in `payouts show`.
  const hold = { source: "hold", from: sql`holds x where x.donation_id = ${id}` } as const;
  return [
    {
      source: "provider",
      at: sql`x.received_at`,
      id: sql`x.event_id`,
      what: sql`x.type`,
      note: sql`case when x.handled_at is null then 'not handled yet' else x.outcome end`,
      from: sql`provider_events x where x.payment_id = ${providerId}`,
    },
    {
      source: "operator",
      at: sql`x.created_at`,
      what: sql`x.action`,
      note: sql`concat_ws(': ', x.operator, x.reason)`,
      from: sql`audit_entries x where x.subject_id = ${id}`,
    },
    {
      source: "ledger",
      at: sql`x.created_at`,
      what: sql`concat(x.kind, ': ', x.account)`,
      amount: sql`x.amount`,
      personId: sql`x.user_id`,
      from: sql`ledger_entries x where ${kind === "donation" ? isOfDonation : isCause}`,
    },
    ...(kind === "donation" ? [] : [boosts]),
    ...["created", "sent", "paid", "failed"].map(
      (what): Part => ({
        source: "payout",
        at: sql.raw(`x.${what}_at`),
        what: sql`${what}`,
        amount: sql`g.amount`,
        personId: sql`x.user_id`,
        note: what === "failed" ? sql`concat_ws(': ', x.id, x.failure_code)` : sql`x.id`,
        from: sql`payout_donations g join payouts x on x.id = g.payout_id where g.donation_id = ${id}`,
      }),
    ),
    { ...hold, at: sql`x.placed_at`, what: sql`concat('placed: ', x.cause)`, note: sql`x.decision` },
    { ...hold, at: sql`x.lifted_at`, what: sql`concat('lifted: ', x.cause)` },
    {
      source: "notification",
      at: sql`x.created_at`,
      what: sql`x.type`,
      amount: sql`x.amount`,
      personId: sql`x.user_id`,
      note: sql`x.reason`,
      from: sql`notifications x where ${isCause} and x.user_id in (${payerId}, ${recipientId})`,
    },
  ];
}

/** What the books have of a payment beside its own row, by time. Cents. */
export async function selectHistory(db: Db, payment: PaymentRecord): Promise<TimelineEntry[]> {
  const none = sql`null`;
  const parts = partsOf(payment).map(
    ({ source, at, id = sql`x.id`, what, note = none, amount = none, personId = none, from }, place) => sql`
      select ${at} as at, ${place}::integer as place, lpad(${id}::text, 64, '0') as id, ${source}::text as source,
        ${what}::text as what, ${note}::text as note, ${amount}::bigint as amount, ${personId}::uuid as "personId"
      from ${from}`,
  );
  type Row = Omit<TimelineEntry, "at" | "amount"> & { at: string; amount: string | null };
  const rows = await db.execute<Row>(sql`
    select at, source, what, note, amount, "personId" from (${sql.join(parts, sql` union all `)}) parts
    where at is not null order by at, place, id`);
  return rows.map((row) => ({
    ...row,
    at: new Date(row.at),
    amount: row.amount === null ? null : Number(row.amount),
  }));
}
