import { type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { beyond } from "@/db/statement";
import { isOf } from "./holds-store";
import { notAboutOwn, notOf, notOwnDonation, notReceivedBy } from "./own-store";
import type { Part } from "./pages-store";

/** The parts of a person's timeline. */
export const TIMELINE_SOURCES = [
  "account",
  "request",
  "money",
  "hold",
  "safety",
  "mail",
  "operator",
] as const;
export type TimelineSource = (typeof TIMELINE_SOURCES)[number];

/** What happened to a person, their requests or their money. Cents. */
export type PersonEvent = {
  at: Date;
  /** Orders what happened at one time, and names nothing else. */
  id: string;
  source: TimelineSource;
  what: string;
  /** More of it: a code, a name or words. */
  note: string | null;
  /** Whose side of the money it is: an account of the ledger. */
  account: string | null;
  amount: number | null;
  /** What it is about: a payment's page, a report's, a request. */
  subject: "payment" | "report" | "request" | "hold" | "mail" | null;
  subjectId: string | null;
};

type Row = Omit<PersonEvent, "at" | "amount"> & { at: string; amount: string | null };

type Columns = Record<"at" | "what" | "from", SQL> &
  Partial<Record<"id" | "note" | "account" | "amount" | "subject" | "subjectId" | "where", SQL>>;

/** Of each movement the side that people understand, where both are the person's. */
const SHOWN_SIDE = sql`case l.kind when 'transfer' then l.account = 'payee' when 'transfer_return' then l.account = 'payee'
  when 'payout' then l.account = 'bank' when 'payout_return' then l.account = 'bank' when 'loss' then l.account = 'loss'
  when 'recovery' then l.account = 'loss' when 'dispute_fee' then false
  else l.account in ('donor', 'recipient', 'buyer') end`;

/**
 * Everything that is known of a person, by the tables' own indexes, without what is between them and the reader: it
 * would name who gave the reader anonymously.
 */
function sourcesOf(person: string, reader: string | undefined): Record<TimelineSource, Columns[]> {
  const own = sql`x.user_id = ${person}`;
  const but = (condition: SQL | undefined) => condition ?? sql`true`;
  // A message that the reader received with a donation has a donor too.
  const aboutPerson = sql`x.person_id = ${person} and ${but(notReceivedBy(reader, sql`x.subject_id`))}`;
  return {
    account: [
      { at: sql`x.created_at`, what: sql`'registered'`, from: sql`users x`, where: sql`x.id = ${person}` },
      { at: sql`x.erased_at`, what: sql`'erased'`, from: sql`users x`, where: sql`x.id = ${person}` },
      {
        at: sql`x.created_at`,
        what: sql`'signed_in'`,
        note: sql`concat_ws(', ', x.device, x.network)`,
        from: sql`sessions x`,
        where: sql`x.sess->>'userId' = ${person}`,
      },
      {
        at: sql`x.created_at`,
        what: sql`'changed'`,
        note: sql`x.account_change::text`,
        from: sql`notifications x`,
        where: sql`${own} and x.type = 'account' and x.account_change <> 'sign_in'`,
      },
      { at: sql`x.created_at`, what: sql`'payee_opened'`, from: sql`payee_accounts x`, where: own },
      { at: sql`x.closed_at`, what: sql`'payee_closed'`, from: sql`payee_accounts x`, where: own },
    ],
    request: (["made", "completed", "closed", "deleted"] as const).map((what) => ({
      at: {
        made: sql`x.created_at`,
        completed: sql`x.completed_at`,
        closed: sql`x.closed_at`,
        deleted: sql`x.deleted_at`,
      }[what],
      what: sql`${what}`,
      note: sql`x.item`,
      amount: sql`case when ${what} = 'made' then x.goal else x.raised end`,
      subject: sql`'request'`,
      subjectId: sql`x.id::text`,
      from: sql`requests x`,
      where: own,
    })),
    money: [
      {
        at: sql`l.created_at`,
        // Ids of the ledger are numbers: as the end of a uuid they order its rows in the same way.
        id: sql`lpad(to_hex(l.id), 32, '0')::uuid`,
        what: sql`l.kind::text`,
        account: sql`l.account::text`,
        amount: sql`l.amount`,
        subject: sql`case when l.donation_id is not null or t.donation_id is not null or b.donation_id is not null
          or l.boost_purchase_id is not null or l.subscription_payment_id is not null then 'payment' end`,
        subjectId: sql`coalesce(l.donation_id, b.donation_id, t.donation_id, l.boost_purchase_id, l.subscription_payment_id)::text`,
        from: sql`ledger_entries l
          left join donation_returns b on b.id = l.donation_return_id
          left join transfer_returns r on r.id = l.transfer_return_id
          left join transfers t on t.id = coalesce(l.transfer_id, r.transfer_id)`,
        where: sql`l.user_id = ${person} and ${SHOWN_SIDE}
          and ${but(notOwnDonation(reader, sql`coalesce(l.donation_id, b.donation_id, t.donation_id)`))}`,
      },
      {
        at: sql`x.created_at`,
        what: sql`'begun'`,
        note: sql`x.payment_status::text`,
        account: sql`'donor'`,
        amount: sql`-(x.amount + x.service_fee)`,
        subject: sql`'payment'`,
        subjectId: sql`x.id::text`,
        from: sql`donations x`,
        where: sql`x.donor_id = ${person} and x.payment_status in ('pending', 'failed')
          and ${but(notOf(reader, sql`x.recipient_id`))}`,
      },
      {
        at: sql`x.failed_at`,
        what: sql`'payout_failed'`,
        note: sql`x.failure_code`,
        account: sql`'bank'`,
        amount: sql`x.amount`,
        from: sql`payouts x`,
        where: own,
      },
    ],
    hold: (["placed", "lifted"] as const).map((what) => ({
      at: what === "placed" ? sql`holds.placed_at` : sql`holds.lifted_at`,
      id: sql`holds.id`,
      what: sql`${what}`,
      note: sql`holds.cause::text`,
      subject: sql`'hold'`,
      subjectId: sql`holds.id::text`,
      from: sql`holds`,
      where: sql`${isOf(person)} and ${but(notOwnDonation(reader, sql`holds.donation_id`))}`,
    })),
    safety: [
      {
        at: sql`x.created_at`,
        what: sql`'reported'`,
        note: sql`x.ground::text`,
        subject: sql`'report'`,
        subjectId: sql`x.reference`,
        from: sql`reports x`,
        where: sql`${aboutPerson} and ${but(notOf(reader, sql`x.reporter_id`))}`,
      },
      ...(["decided", "lifted"] as const).map((what) => ({
        at: what === "decided" ? sql`x.starts_at` : sql`x.lifted_at`,
        what: sql`${what}`,
        note: sql`x.measure::text`,
        from: sql`decisions x`,
        where: aboutPerson,
      })),
      ...(["appealed", "answered"] as const).map((what) => ({
        at: what === "appealed" ? sql`a.created_at` : sql`a.answered_at`,
        id: sql`a.decision_id`,
        what: sql`${what}`,
        note: what === "appealed" ? sql`null::text` : sql`a.state::text`,
        from: sql`appeals a join decisions x on x.id = a.decision_id`,
        where: aboutPerson,
      })),
    ],
    mail: [
      {
        at: sql`x.created_at`,
        what: sql`x.state::text`,
        note: sql`x.kind`,
        subject: sql`'mail'`,
        subjectId: sql`x.id::text`,
        from: sql`mails x`,
        where: sql`${own} and x.channel = 'mail' and ${but(notAboutOwn(reader, sql`x.cause`))}`,
      },
    ],
    operator: [
      {
        at: sql`x.created_at`,
        id: sql`lpad(to_hex(x.id), 32, '0')::uuid`,
        what: sql`'did'`,
        note: sql`concat_ws(': ', x.action, x.reason)`,
        account: sql`x.operator`,
        from: sql`audit_entries x`,
        // Every opening of the page would be the first row of the page: the audit lists them.
        where: sql`x.subject_id in (select ${person}::uuid union all select id from requests where user_id = ${person})
          and x.action not in ('look_up_person', 'look_up_money')`,
      },
    ],
  };
}

/**
 * What happened to a person, newest first, all of it or of one source. Each table is read to the end of the page only.
 */
export async function selectTimelineOf(
  db: Db,
  { person, source, after, limit, reader }: Part & { person: string; source: TimelineSource | null },
): Promise<PersonEvent[]> {
  const sources = Object.entries(sourcesOf(person, reader)) as [TimelineSource, Columns[]][];
  const parts = sources
    .filter(([name]) => source === null || name === source)
    .flatMap(([name, tables]) => tables.map((table) => partOf(name, table, { after, limit })));
  const rows = await db.execute<Row>(
    sql`select * from (${sql.join(parts, sql` union all `)}) e order by at desc, id desc limit ${limit}`,
  );
  return rows.map(({ at, amount, ...row }) => ({
    ...row,
    at: new Date(at),
    amount: amount === null ? null : Number(amount),
  }));
}

function partOf(source: TimelineSource, columns: Columns, { after, limit }: Part): SQL {
  const { at, what, from, where = sql`true`, id = sql`x.id` } = columns;
  const { note, account, amount, subject, subjectId } = columns;
  const text = (value: SQL | undefined) => sql`${value ?? sql`null`}::text`;
  const older = beyond(at, id, after, "newest") ?? sql`true`;
  return sql`(select ${at} as at, ${id}::uuid as id, ${source}::text as source, ${what}::text as what, ${text(note)} as note,
      ${text(account)} as account, ${amount ?? sql`null`}::bigint as amount, ${text(subject)} as subject,
      ${text(subjectId)} as "subjectId"
    from ${from} where ${where} and ${at} is not null and ${older} order by ${at} desc, ${id} desc limit ${limit})`;
}
