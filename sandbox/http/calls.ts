/** A call that was served, and whose it was by the caller's own words (`X-Request-Id`). */
export type Call = { call: string; about: string | null; requestId: string; caller: string | null };

const KEPT = 1_000;

/** The last calls, for tests that follow a request to the provider. They are forgotten on a restart. */
export class Calls {
  readonly list: Call[] = [];

  note(call: Call): void {
    this.list.push(call);
    if (this.list.length > KEPT) this.list.shift();
  }
}
