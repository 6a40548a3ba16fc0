import type { Sql, TransactionSql } from "postgres";

/**
 * A client that has the server prepare each statement once per connection. Drizzle asks for that with its own prepared queries only; any other is
 * parsed and planned anew each time, after a question of its own to the server for what its parameters are. `?prepare=false` in the address turns
 * it off, for a pooler that cannot do it.
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
