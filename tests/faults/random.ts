/** Chance that can be had again: the same seed gives the same course. */
export class Random {
  #state: number;

  constructor(readonly seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(of: number): boolean {
    return this.next() < of;
  }

  pick<T>(among: readonly T[]): T | undefined {
    return among[this.whole(0, among.length - 1)];
  }

  /** One of the things, each as often as its weight says. */
  weighted<T extends { weight: number }>(among: readonly T[]): T {
    const total = among.reduce((sum, { weight }) => sum + weight, 0);
    let left = this.next() * total;
    for (const one of among) {
      left -= one.weight;
      if (left < 0) return one;
    }
    throw new Error("nothing to choose from");
  }
}
