import type { AppError } from "./errors";
import { perProcess } from "./per-process";

type Options = {
  /** How many run at once in this process. */
  places: number;
  /** The error for who finds no place. */
  refusal: () => AppError;
};

/** How many of one name wait, and how long, in milliseconds. */
type Bounds = { waitingEach: number; patienceMs: number };

type Waiting = () => void;
type State = { taken: number; lines: Map<string, Waiting[]> };

/**
 * Few places for expensive work, so that many calls cost time and not memory, and other calls still find a processor
 * (D43). Those who wait take turns by their name, such as a person's id: many of one do not delay others.
 */
export class Places {
  readonly #options: Options;
  readonly #state: State;

  /** `name`: the same in every bundle of the process. */
  constructor(name: string, options: Options) {
    this.#options = options;
    this.#state = perProcess(`places: ${name}`, () => ({ taken: 0, lines: new Map() }));
  }

  /**
   * Runs work once there is a place.
   * @throws AppError the refusal when too many of this name wait, or none is free in time; and what `work` throws
   */
  async take<T>(who: string, work: () => Promise<T>, bounds?: Bounds): Promise<T> {
    await this.#enter(who, bounds);
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  async #enter(who: string, bounds: Bounds | undefined): Promise<void> {
    const { places, refusal } = this.#options;
    const { lines } = this.#state;
    if (this.#state.taken < places) {
      this.#state.taken += 1;
      return;
    }
    const line = lines.get(who) ?? [];
    if (bounds && line.length >= bounds.waitingEach) throw refusal();
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(patience);
        resolve();
      };
      const giveUp = () => {
        this.#leave(who, start);
        reject(refusal());
      };
      const patience = bounds && setTimeout(giveUp, bounds.patienceMs);
      lines.set(who, [...line, start]);
    });
  }

  /** Gives the place to whose turn it is; the others of that name move to the end of the queue. */
  #next(): void {
    const { lines } = this.#state;
    const [first] = lines;
    if (!first) {
      this.#state.taken -= 1;
      return;
    }
    const [who, [start, ...others]] = first;
    lines.delete(who);
    if (others.length > 0) lines.set(who, others);
    start?.();
  }

  #leave(who: string, waiting: Waiting): void {
    const { lines } = this.#state;
    const others = (lines.get(who) ?? []).filter((each) => each !== waiting);
    if (others.length > 0) lines.set(who, others);
    else lines.delete(who);
  }
}
