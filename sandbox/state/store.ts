import { closeSync, existsSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { CardRecords } from "../card/records";
import type { WalletRecords } from "../wallet/records";

/** Everything that is stored, by kind. */
export type Records = CardRecords & WalletRecords;
export type Kind = keyof Records;

const EVENTS = ["event", "v2.core.event", "wallet_event"] as const;

/** An event of either provider. */
export type SandboxEvent = Records[(typeof EVENTS)[number]];

export type Answer = { status: number; body: unknown };
export type KeyedAnswer = Answer & { key: string; fingerprint: string; requestId: string };

export type EventOutcome = "delivered" | "lost" | "given_up";

/** One line of the journal: everything that one call changed, so that a crash keeps all of it or nothing. */
type Entry = { put?: Records[Kind][]; answer?: KeyedAnswer; settled?: { event: string; as: EventOutcome } };

/** The sandbox's state: in memory, and in a journal that survives a restart. */
export class Store {
  readonly #records = new Map<Kind, Map<string, Records[Kind]>>();
  readonly #answers = new Map<string, KeyedAnswer>();
  readonly #outcomes = new Map<string, EventOutcome>();
  /** An append-only file of JSON lines. */
  readonly #journal: number;

  /**
   * Opens a folder's journal and replays it. A last line that a crash cut off is dropped.
   * @throws Error when an earlier line cannot be read
   */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, "journal.jsonl");
    const content = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
    const whole = content.lastIndexOf(0x0a) + 1;
    if (whole < content.length) truncateSync(path, whole);
    const lines = content.subarray(0, whole).toString("utf8").split("\n").slice(0, -1);
    for (const [index, line] of lines.entries()) {
      let entry: Entry;
      try {
        entry = JSON.parse(line) as Entry;
      } catch (cause) {
        throw new Error(`${path}: line ${index + 1} cannot be read`, { cause });
      }
      this.#apply(entry);
    }
    this.#journal = openSync(path, "a");
  }

  find<K extends Kind>(kind: K, id: string): Records[K] | null {
    return (this.#records.get(kind)?.get(id) as Records[K] | undefined) ?? null;
  }

  /** Oldest first. */
  all<K extends Kind>(kind: K): Records[K][] {
    return [...(this.#records.get(kind)?.values() ?? [])] as Records[K][];
  }

  event(id: string): SandboxEvent | null {
    return EVENTS.map((kind) => this.find(kind, id)).find((event) => event !== null) ?? null;
  }

  /** Oldest first, those of one provider after those of the other. */
  events(): SandboxEvent[] {
    return EVENTS.flatMap((kind) => this.all<(typeof EVENTS)[number]>(kind));
  }

  answerFor(key: string): KeyedAnswer | null {
    return this.#answers.get(key) ?? null;
  }

  /** Null while an event waits to be delivered. */
  outcomeOf(eventId: string): EventOutcome | null {
    return this.#outcomes.get(eventId) ?? null;
  }

  /** Writes the records that a call changed, with the answer to its idempotency key. */
  commit(put: Records[Kind][], answer?: KeyedAnswer): void {
    if (put.length === 0 && !answer) return;
    this.#write({ ...(put.length > 0 && { put }), ...(answer && { answer }) });
  }

  recordOutcome(event: string, as: EventOutcome): void {
    this.#write({ settled: { event, as } });
  }

  close(): void {
    closeSync(this.#journal);
  }

  #write(entry: Entry): void {
    writeSync(this.#journal, `${JSON.stringify(entry)}\n`);
    this.#apply(entry);
  }

  #apply({ put = [], answer, settled }: Entry): void {
    for (const record of put) {
      const ofKind = this.#records.get(record.object) ?? new Map<string, Records[Kind]>();
      this.#records.set(record.object, ofKind.set(record.id, record));
    }
    if (answer) this.#answers.set(answer.key, answer);
    if (settled) this.#outcomes.set(settled.event, settled.as);
  }
}
