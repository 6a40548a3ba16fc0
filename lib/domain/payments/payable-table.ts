import { and, eq, isNull, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { firstOf, PAYMENT_ID, paymentIdsOf } from "@/db/provider-ids";
import { dueRows, isSame, pick, preparedQuery, timestamptz } from "@/db/statement";
import { writeOperatorMail } from "@/lib/domain/messages/write-messages";
import { now } from "@/lib/ground/clock";
import type { PaymentProvider } from "@/lib/ground/vocabulary";
import { REVIEW_DAYS } from "./rules";
import type { PayableRecords, PayableRow } from "./types";

type Columns = Record<string, PgColumn | SQL>;

/** The columns of every table of payables. */
type PayableTable = PgTable &
  Record<
    | (typeof PAYMENT_ID)[PaymentProvider]
    | Exclude<keyof PayableRow, "paymentId" | "pageId" | "refundPart">
    | "checkAt",
    PgColumn
  >;

/** The columns of a `PayableRow`; `pageId` if the payment has a page with an id of its own. */
export function payableColumns(table: PayableTable, pageId?: SQL): Record<keyof PayableRow, PgColumn | SQL> {
  return {
    ...pick(table, "id", "currency", "paymentMethod", "paymentStatus", "createdAt", "settledAt"),
    ...pick(table, "refundReason", "refundRefusal", "captureRefusedAt"),
    paymentId: firstOf(paymentIdsOf(table)),
    pageId: pageId ?? sql<null>`null`,
    refundPart: sql<null>`null`,
  };
}

/**
 * The queries of settlement for one table; `columns` are those of its row. `isPartDue`: a part of a credited row has to
 * go back.
 */
export function payableRecords<Row extends PayableRow>(
  table: PayableTable,
  columns: Columns & Record<keyof Row & string, unknown>,
  isPartDue = sql`false`,
): PayableRecords<Row> {
  const select = (db: Db, id: string | Placeholder) => db.select(columns).from(table).where(eq(table.id, id));
  const byId = preparedQuery((db) => select(db, sql.placeholder("id")).prepare("payable_by_id"));
  const set = (db: Db, id: string, values: Record<string, unknown>, only?: SQL) =>
    db
      .update(table)
      .set(values)
      .where(and(eq(table.id, id), only));
  return {
    find: async (db, id) => {
      if (!isUuid(id)) return null;
      const [row] = await byId(db).execute({ id });
      return (row as Row | undefined) ?? null;
    },
    lock: async (tx, id) => {
      const [row] = await select(tx, id).for("no key update");
      return (row as Row | undefined) ?? null;
    },
    attachPayment: (db, { id, paymentMethod }, paymentId, extra) =>
      attachOnce(db, table, { id, name: PAYMENT_ID[paymentMethod], providerId: paymentId }, extra),
    fail: async (db, id) => {
      const isPending = eq(table.paymentStatus, "pending");
      const rows = await set(db, id, { paymentStatus: "failed", checkAt: null }, isPending).returning({
        id: table.id,
      });
      return rows.length > 0;
    },
    recordCaptureDecline: async (db, { id, captureRefusedAt: previous }, at) => {
      await set(db, id, { captureRefusedAt: at }, isSame(table.captureRefusedAt, previous));
    },
    recordRefundRefusal: async (db, id, refundRefusal) => {
      await db.transaction(async (tx) => {
        const at = now();
        await set(tx, id, { refundRefusal, refundRefusedAt: at });
        const facts = { code: refundRefusal };
        await writeOperatorMail(tx, { about: "refund_refused", cause: id, reference: id, at, facts });
      });
    },
    claim: async (db, at, limit) => {
      const rows = await db
        .update(table)
        .set({ checkAt: nextCheck(at, isPartDue) })
        .where(dueRows(table, at, limit))
        .returning(columns);
      return rows as Row[];
    },
  };
}

/** Stores the provider's id in a column, with `extra` ones, once. False if another one is stored there already. */
export async function attachOnce<Name extends string>(
  db: Db,
  table: PgTable & Record<Name | "id", PgColumn>,
  { id, name, providerId }: { id: string; name: Name; providerId: string },
  extra?: Record<string, unknown>,
): Promise<boolean> {
  const rows = await db
    .update(table as PgTable)
    .set({ ...extra, [name]: providerId })
    .where(and(eq(table.id, id), or(isNull(table[name]), eq(table[name], providerId))))
    .returning({ id: table.id });
  return rows.length > 0;
}

/**
 * The schedule of checks (D27, D28). An unfinished row is checked again after a quarter of its age, between a minute
 * and an hour. A settled one is checked each time its age since the settlement has doubled, for `REVIEW_DAYS`.
 */
function nextCheck(at: Date, isPartDue: SQL): SQL {
  const time = timestamptz(at);
  return sql`case
    when payment_status <> 'completed' or refund_reason is not null or ${isPartDue}
      then ${time} + greatest(interval '1 minute', least((${time} - created_at) / 4, interval '1 hour'))
    when ${time} + (${time} - settled_at) < settled_at + make_interval(days => ${REVIEW_DAYS}::int)
      then ${time} + (${time} - settled_at) end`;
}
