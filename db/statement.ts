import { type Query, type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Db } from "./client";

const dialect = new PgDialect({ casing: "snake_case" });

/**
 * A statement whose text is built once, with `sql.placeholder(name)` for its values. Building a long text takes the
 * server as long as everything else about the statement.
 */
export function statement<Values extends Record<string, unknown>, Row>(text: () => SQL) {
  let query: Query | undefined;
  return (db: Db, values: Values): Promise<Row[]> => {
    query ??= dialect.sqlToQuery(text());
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
