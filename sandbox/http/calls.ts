/** A call that was served. `caller` is the `X-Request-Id` that came with it. */
export type Call = { call: string; about: string | null; requestId: string; caller: string | null };

const LIMIT = 1_000;

/** The last calls, for tests that follow a request to the provider. A restart forgets them. */
export class Calls {
  readonly list: Call[] = [];

  add(call: Call): void {
    this.list.push(call);
    if (this.list.length > LIMIT) this.list.shift();
  }
}
