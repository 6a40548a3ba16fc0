import { setImmediate as nextTurn } from "node:timers/promises";
import type { Sql, TransactionSql } from "postgres";
import { isLost } from "./unavailable";

/** How long statements that were given to a client before it was replaced have left. */
const LAST_MS = 30_000;
/** The most replaced clients with connections of their own, where one loss follows another. */
const MOST_REPLACED = 3;

/** A client of the driver, and how to reject each of its statements and transactions that has no answer yet. */
type Client = { sql: Sql; unanswered: Set<(error: unknown) => void> };

/**
 * A client that is replaced once one of its connections was lost. postgres.js (3.4.9) cannot use that connection again:
 * what waited to be sent is never sent, and later statements on it wait for `connect_timeout`. It would also send what
 * is left of the lost transaction on the next connection, within another transaction.
 */
export function renewed(open: () => Sql): Sql {
  const openClient = (): Client => ({ sql: open(), unanswered: new Set() });
  let current = openClient();
  const { options } = current.sql;
  const replaced = new Set<Client>();

  const onError = (client: Client) => (error: unknown) => {
    if (client !== current || !isLost(error)) return;
    current = openClient();
    // Drizzle changed how the first client reads and writes values.
    Object.assign(current.sql.options.parsers, options.parsers);
    Object.assign(current.sql.options.serializers, options.serializers);
    // Not ended at once: others may be answered yet.
    replaced.add(client);
    setTimeout(() => endReplaced(client), LAST_MS).unref();
    const [oldest] = replaced;
    if (oldest && replaced.size > MOST_REPLACED) endReplaced(oldest);
  };

  const endReplaced = (client: Client) => {
    replaced.delete(client);
    client.sql.end({ timeout: 0 }).catch(() => undefined);
    // The driver forgets what waits for a connection.
    for (const reject of client.unanswered) reject(lost());
  };

  const unsafe = (...args: Parameters<Sql["unsafe"]>) => {
    const client = current;
    const query = watched(client.sql.unsafe(...args), onError(client));
    return counted(query, client.unanswered);
  };

  const begin = (...args: unknown[]) => {
    const client = current;
    const inside = args.pop() as (transaction: TransactionSql) => unknown;
    const transaction = new Transaction();
    const done: Promise<unknown> = Reflect.apply(client.sql.begin, client.sql, [
      ...args,
      transaction.around(inside),
    ]);
    return new Promise((resolve, reject) => {
      const fail = (error: unknown) => {
        transaction.end();
        onError(client)(error);
        reject(error);
      };
      client.unanswered.add(fail);
      done.then(resolve, fail).finally(() => client.unanswered.delete(fail));
    });
  };

  const end: Sql["end"] = async (...args) => {
    await Promise.all([...replaced, current].map(({ sql }) => sql.end(...args)));
  };
  return { unsafe, begin, end, options } as unknown as Sql;
}

/**
 * Calls back with a query's error before its caller has it, because a statement that the caller sends next on the lost
 * connection would never be answered.
 */
function watched<Query extends object>(query: Query, onError: (error: unknown) => void): Query {
  const pending = query as { reject: (error: unknown) => void };
  const { reject } = pending;
  pending.reject = (error) => {
    onError(error);
    reject(error);
  };
  return query;
}

/** Keeps a query among the unanswered ones until it is answered. */
function counted<Query extends object>(query: Query, unanswered: Client["unanswered"]): Query {
  const pending = query as { resolve: (rows: unknown) => void; reject: (error: unknown) => void };
  const { resolve, reject } = pending;
  pending.resolve = (rows) => {
    unanswered.delete(pending.reject);
    resolve(rows);
  };
  pending.reject = (error) => {
    unanswered.delete(pending.reject);
    reject(error);
  };
  unanswered.add(pending.reject);
  return query;
}

/** Keeps the driver from sending anything for a transaction that has ended because its connection was lost. */
class Transaction {
  #hasEnded = false;

  /** The connection was lost, or the driver rejected it, which it does before the transaction only in that case. */
  end(): void {
    this.#hasEnded = true;
  }

  around(
    inside: (transaction: TransactionSql) => unknown,
  ): (transaction: TransactionSql) => Promise<unknown> {
    return async (client) => {
      const { unsafe } = client;
      const guarded = (...args: Parameters<typeof unsafe>) => {
        if (this.#hasEnded) throw lost();
        return watched(unsafe(...args), (error) => {
          if (isLost(error)) this.end();
        });
      };
      try {
        const result = await inside(Object.assign(client, { unsafe: guarded }));
        await this.#unlessEnded();
        return result;
      } catch (error) {
        // The statement fails a moment before the driver notices that its connection has ended.
        await nextTurn();
        await this.#unlessEnded();
        throw error;
      }
    };
  }

  /** Never resolves after the end: the driver would commit or roll back. Its caller has the error already. */
  async #unlessEnded(): Promise<void> {
    if (this.#hasEnded) await new Promise(() => undefined);
  }
}

const lost = () => Object.assign(new Error("connection lost"), { code: "CONNECTION_CLOSED" });
