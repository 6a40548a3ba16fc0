/** A cache of the most recently used results. Concurrent callers share one computation; failures are not cached. */
export class Recent<T> {
  readonly #results = new Map<string, Promise<T>>();

  constructor(readonly size: number) {}

  get(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#results.get(key);
    const result = known ?? make();
    this.#results.delete(key);
    this.#results.set(key, result);
    if (!known) {
      result.catch(() => {
        if (this.#results.get(key) === result) this.#results.delete(key);
      });
      const [oldest] = this.#results.keys();
      if (this.#results.size > this.size && oldest !== undefined) this.#results.delete(oldest);
    }
    return result;
  }
}
