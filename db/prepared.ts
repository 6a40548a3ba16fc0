import type { Sql, TransactionSql } from "postgres";

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
  return Object.assign(preparing(client), { begin: inTransaction });
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

function preparing<C extends Sql | TransactionSql>(client: C): C {
  const { unsafe } = client;
  const prepares: typeof unsafe = (text, parameters = [], options) =>
    unsafe(text, parameters, { ...options, prepare: parameters.length > 0 });
  return Object.assign(client, { unsafe: prepares });
}
