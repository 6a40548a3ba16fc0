import { closeSync, existsSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";

/** An append-only file of JSON lines, replayed on start. */
export class Journal<Entry> {
  readonly #file: number;

  private constructor(path: string) {
    this.#file = openSync(path, "a");
  }

  /**
   * Opens a folder's journal and passes every entry to `replay`. A last line that a crash cut off is dropped.
   * @throws Error when an earlier line cannot be read
   */
  static open<Entry>(folder: string, replay: (entry: Entry) => void): Journal<Entry> {
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
      replay(entry);
    }
    return new Journal<Entry>(path);
  }

  append(entry: Entry): void {
    writeSync(this.#file, `${JSON.stringify(entry)}\n`);
  }

  close(): void {
    closeSync(this.#file);
  }
}
