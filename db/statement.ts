import { eq, isNull, type Query, type SQL, sql } from "drizzle-orm";
import { type PgColumn, PgDialect, type PgTable } from "drizzle-orm/pg-core";
import type { After } from "@/lib/ground/paging";
import type { Db } from "./client";

const dialect = new PgDialect({ casing: "snake_case" });

/** Has a placeholder under every name. */
const everyPlaceholder = new Proxy<Record<string, SQL>>(
  {},
  { get: (_, name) => sql`${sql.placeholder(String(name))}` },
);

/**
 * A statement whose text is built once, with placeholders for its values. Building a long text takes the server as long
 * as everything else about the statement.
 */
export function statement<Values extends Record<string, unknown>, Row>(
  text: (value: Record<keyof Values, SQL>) => SQL,
) {
  let query: Query | undefined;
  return (db: Db, values: Values): Promise<Row[]> => {
    query ??= dialect.sqlToQuery(text(everyPlaceholder as Record<keyof Values, SQL>));
    return db._.session.prepareQuery(query, undefined, undefined, false).execute(values) as Promise<Row[]>;
  };
}

/** Placeholders by their names, for the text of a statement. */
export function placeholders<const Name extends string>(...names: Name[]): Record<Name, SQL> {
  return Object.fromEntries(names.map((name) => [name, sql`${sql.placeholder(name)}`])) as Record<Name, SQL>;
}

/** One of Drizzle's prepared queries, built once for each handle. */
export function preparedQuery<Query>(make: (db: Db) => Query): (db: Db) => Query {
  const made = new WeakMap<Db, Query>();
  return (db) => {
    const query = made.get(db) ?? make(db);
    made.set(db, query);
    return query;
  };
}

/** Some columns of a table or a subquery, to be selected under their names. */
export function pick<T extends object, const Name extends string & keyof T>(
  table: T,
  ...names: Name[]
): Pick<T, Name> {
  return Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<T, Name>;
}

/** A time as a value of SQL that needs no column to say its type. */
export function timestamptz(at: Date): SQL {
  return sql`${at.toISOString()}::timestamptz`;
}

/** The rows that come after the last one, in a list by time with the oldest or the newest first. */
export function beyond(
  at: PgColumn | SQL,
  id: PgColumn | SQL,
  after: After,
  first: "oldest" | "newest",
): SQL | undefined {
  if (after === null) return undefined;
  const than = sql.raw(first === "oldest" ? ">" : "<");
  return sql`(${at}, ${id}) ${than} (${after[0].toISOString()}::timestamptz, ${after[1]}::uuid)`;
}

/** Whether a column has this value; null is a value like others. */
export function isSame(column: PgColumn, value: Date | null): SQL {
  return value === null ? isNull(column) : eq(column, value);
}

/** Rows of a table that are due for a check, for `update … where`: other servers skip them. */
export function dueRows(table: PgTable, at: Date, limit: number): SQL {
  return sql`id in (
    select id from ${table} where check_at <= ${timestamptz(at)} order by check_at limit ${limit}
    for update skip locked)`;
}
