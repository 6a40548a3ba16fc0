import type { Sql, TransactionSql } from "postgres";
import { perProcess } from "@/lib/ground/per-process";
import { inSpan, isMeasured } from "@/lib/ground/spans";

const statements = perProcess("statements", () => ({ underWay: 0 }));

/** How many statements and transactions wait for a connection or for their result; 0 where nothing is measured. */
export function statementsUnderWay(): number {
  return statements.underWay;
}

/**
 * A client whose statements and transactions are counted and traced as spans; the client itself where nothing is
 * measured. A span has the statement with its placeholders, never the values.
 */
export function measured(client: Sql): Sql {
  return isMeasured() ? watched(client, counted) : client;
}

type Count = <T>(run: () => Promise<T>) => Promise<T>;

/** Statements in a transaction are traced but not counted: they share its connection. */
function watched<C extends object>(client: C, count: Count): C {
  return new Proxy(client, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      if (key === "unsafe") return statement(value as Unsafe, target, count);
      if (key === "begin" || key === "savepoint") return transaction(value as Transact, target, count);
      return value;
    },
  });
}

type Unsafe = (text: string, ...rest: unknown[]) => PromiseLike<unknown>;
type Inside = (client: TransactionSql) => unknown;
type Transact = (...args: unknown[]) => Promise<unknown>;

const SYSTEM = { "db.system.name": "postgresql" };

function statement(unsafe: Unsafe, client: object, count: Count): Unsafe {
  return (text, ...rest) => {
    const query = Reflect.apply(unsafe, client, [text, ...rest]);
    const operation = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? "statement";
    const attributes = { ...SYSTEM, "db.operation.name": operation, "db.query.text": text };
    // Not awaited here: the caller may still choose the form of the rows before the query is sent.
    count(() => inSpan(`sql ${operation}`, attributes, () => Promise.resolve(query))).catch(() => undefined);
    return query;
  };
}

function transaction(begin: Transact, client: object, count: Count): Transact {
  return (...args) => {
    const inside = args.pop() as Inside;
    const run = (inner: TransactionSql) => inside(watched(inner, (each) => each()));
    return count(() => inSpan("sql transaction", SYSTEM, () => Reflect.apply(begin, client, [...args, run])));
  };
}

async function counted<T>(run: () => Promise<T>): Promise<T> {
  statements.underWay += 1;
  try {
    return await run();
  } finally {
    statements.underWay -= 1;
  }
}
