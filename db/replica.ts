import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { now } from "@/lib/ground/clock";
import { connect, type Db } from "./client";
import { codesOf, isDatabaseAway } from "./unavailable";

/** How often the replica is compared with the primary while it is read. */
const CHECK_MS = 1_000;
/** How long a replica that did not answer is left alone. */
const AWAY_MS = 10_000;
/** How long the replica may take to report its position, and to answer a read: a search may wait for its turn. */
const PATIENCE_MS = { check: 2_000, read: 5_000 };
/** How long the replica's positions are kept: the longest that a read may be old. */
const KNOWN_MS = 300_000;

/** PostgreSQL ends reads of a replica that keep it from applying what the primary wrote. */
const CONFLICTS = new Set(["40001", "40P01"]);

type Options = {
  primary: () => Db;
  url: string;
  /** Called when the replica stops answering, with the error, and when it answers again, with null. */
  onChange: (error: unknown) => void;
};

/**
 * Reads from a streaming replica what it has, and from the primary what it does not have yet. A replica that does not
 * answer, or is too far behind, changes nothing but where a read goes.
 */
export class Replica {
  readonly #options: Options;
  #pool: ReturnType<typeof connect> | null = null;
  /** Positions in the primary's log, and a moment before which everything committed is in front of each. */
  #written: { at: number; position: number }[] = [];
  /** What was committed before this moment can be read here. */
  #asOf = Number.NEGATIVE_INFINITY;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | null = null;
  #awayUntil = Number.NEGATIVE_INFINITY;
  #isAway = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Runs a read that must see what was committed before `since`; it may run a second time, on the primary. */
  async read<T>(since: Date, run: (db: Db) => Promise<T>): Promise<T> {
    this.#check();
    const { primary } = this.#options;
    // Also the primary where `since` is no time: nothing is known to be as recent.
    if (this.#pool === null || !(this.#asOf >= since.getTime())) return run(primary());
    try {
      return await within(PATIENCE_MS.read, run(this.#pool.db));
    } catch (error) {
      if (isUnanswered(error)) this.#leave(error);
      else if (!isConflict(error)) throw error;
      return run(primary());
    }
  }

  /** By how many milliseconds the replica is behind at most; null when that is unknown. */
  get age(): number | null {
    return Number.isFinite(this.#asOf) ? now().getTime() - this.#asOf : null;
  }

  async close(): Promise<void> {
    await this.#checking;
    await this.#pool?.close();
    this.#pool = null;
  }

  /** Not awaited: the next read uses what it finds. */
  #check(): void {
    const at = now().getTime();
    if (this.#checking || at < this.#awayUntil || at - this.#checkedAt < CHECK_MS) return;
    this.#checkedAt = at;
    this.#checking = this.#compare(at).finally(() => {
      this.#checking = null;
    });
  }

  /**
   * Asks the primary for its write position, then the replica for its replay position. The replica's own clock of its
   * last transaction would call it late whenever nobody writes.
   */
  async #compare(at: number): Promise<void> {
    const { primary, url, onChange } = this.#options;
    const position = await positionOf(primary()).catch(() => null);
    if (position !== null) this.#written.push({ at, position });
    this.#written = this.#written.filter((each) => each.at >= at - KNOWN_MS);
    this.#pool ??= connect(url);
    try {
      const reached = await within(PATIENCE_MS.check, positionOf(this.#pool.db));
      const last = this.#written.findLast((each) => reached !== null && each.position <= reached);
      if (last) this.#asOf = last.at;
      if (this.#isAway) onChange(null);
      this.#isAway = false;
    } catch (error) {
      this.#leave(error);
    }
  }

  /** Closing the pool fails what still waits for the replica, which then reads from the primary. */
  #leave(error: unknown): void {
    const pool = this.#pool;
    if (pool === null) return;
    this.#pool = null;
    this.#asOf = Number.NEGATIVE_INFINITY;
    this.#awayUntil = now().getTime() + AWAY_MS;
    pool.abandon().catch(() => undefined);
    if (!this.#isAway) this.#options.onChange(error);
    this.#isAway = true;
  }
}

/** How many bytes of the log a primary has written, or a replica has applied; null for one that does not say. */
export async function positionOf(db: Db): Promise<number | null> {
  const [row] = await db.execute<{ position: number | null }>(sql`
    select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end
      - '0/0')::float8 as position`);
  return row?.position ?? null;
}

class Unanswered extends Error {
  override name = "Unanswered";
}

async function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  const late = new AbortController();
  const silence = sleep(milliseconds, undefined, { ref: false, signal: late.signal }).then(() => {
    throw new Unanswered(`no answer within ${milliseconds} ms`);
  });
  return Promise.race([answer, silence]).finally(() => late.abort());
}

const isUnanswered = (error: unknown) => error instanceof Unanswered || isDatabaseAway(error);
const isConflict = (error: unknown) => codesOf(error).some((code) => CONFLICTS.has(code));
