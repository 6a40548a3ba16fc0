import { setImmediate as nextTurn } from "node:timers/promises";
import type { Sql, TransactionSql } from "postgres";

/** The driver's codes for a connection that ended, or that cannot begin any more. */
const LOST = new Set(["CONNECTION_CLOSED", "CONNECT_TIMEOUT", "ECONNRESET", "EPIPE"]);

/** How long statements that were given to a client before it was replaced have left. */
const LAST_MS = 30_000;

/**
 * A client that is replaced once one of its connections was lost. postgres.js (3.4.9) cannot use that connection again:
 * what waited to be sent is never sent, and later statements on it wait for `connect_timeout`. It would also send what
 * is left of the lost transaction on the next connection, within another transaction.
 */
export function renewed(open: () => Sql): Sql {
  let current = open();
  const { options } = current;
  const replaced = new Set<Sql>();

  const onError = (client: Sql) => (error: unknown) => {
    if (client !== current || !isLost(error)) return;
    current = open();
    // Drizzle changed how the first client reads and writes values.
    Object.assign(current.options.parsers, options.parsers);
    Object.assign(current.options.serializers, options.serializers);
    // Not ended at once: the driver would forget the statements that wait for a connection.
    replaced.add(client);
    setTimeout(() => {
      replaced.delete(client);
      client.end({ timeout: 0 }).catch(() => undefined);
    }, LAST_MS).unref();
  };

  const unsafe = (...args: Parameters<Sql["unsafe"]>) => watched(current.unsafe(...args), onError(current));

  const begin = (...args: unknown[]) => {
    const client = current;
    const inside = args.pop() as (transaction: TransactionSql) => unknown;
    const transaction = new Transaction();
    const done = Reflect.apply(client.begin, client, [...args, transaction.around(inside)]);
    done.catch(() => transaction.end());
    done.catch(onError(client));
    return done;
  };

  const end: Sql["end"] = async (...args) => {
    await Promise.all([...replaced, current].map((client) => client.end(...args)));
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
        if (this.#hasEnded) throw Object.assign(new Error("connection lost"), { code: "CONNECTION_CLOSED" });
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

function isLost(error: unknown): boolean {
  return error instanceof Error && LOST.has(String((error as { code?: unknown }).code));
}
