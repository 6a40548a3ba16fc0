import type { Sql, TransactionSql } from "postgres";

/**
 * Keeps the driver (postgres.js 3.4.9) from sending another statement before this one is answered. PgBouncer (1.18) by
 * transaction takes the connection away after an answer: what was sent meanwhile would never be answered.
 */
const ALONE = { onexecute: () => false };

/**
 * A client that prepares each statement once per connection. Drizzle does this for its own prepared queries only;
 * others would be parsed and planned each time, after a round trip for the types of their parameters. `?prepare=false`
 * in the address turns it off, for a pooler that does not support it.
 */
export function prepared(client: Sql): Sql {
  const { begin } = client;
  const inTransaction = (...args: unknown[]) => {
    const inside = args.pop() as (transaction: TransactionSql) => unknown;
    return Reflect.apply(begin, client, [...args, (inner: TransactionSql) => inside(preparedIn(inner))]);
  };
  const how = client.options.prepare ? {} : ALONE;
  return Object.assign(preparing(client, how), { begin: inTransaction });
}

function preparedIn(transaction: TransactionSql): TransactionSql {
  const { savepoint } = transaction;
  const nested = (...args: unknown[]) => {
    const inside = args.pop() as (transaction: TransactionSql) => unknown;
    return Reflect.apply(savepoint, transaction, [
      ...args,
      (inner: TransactionSql) => inside(preparedIn(inner)),
    ]);
  };
  return Object.assign(preparing(transaction), { savepoint: nested });
}

function preparing<C extends Sql | TransactionSql>(client: C, how: object = {}): C {
  const { unsafe } = client;
  const prepares: typeof unsafe = (text, parameters = [], options) =>
    unsafe(text, parameters, { ...options, prepare: parameters.length > 0, ...how });
  return Object.assign(client, { unsafe: prepares });
}
