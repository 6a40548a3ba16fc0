import { newId } from "../ids";

/** How many messages are stored; the oldest go first. */
const LIMIT = 5_000;

/** A message that was accepted, still encrypted: only the browser's private key opens it. */
export type Push = {
  id: string;
  /** What follows /push/ in the endpoint. */
  subscription: string;
  receivedAt: string;
  /** By name in lower case. */
  headers: Record<string, string>;
  /** The claims of its VAPID token, and the public key that signed it. */
  vapid: { aud: string; exp: number; sub: string; publicKey: string };
  /** Base64. */
  body: string;
};

/** The push messages of this run, in the order in which they were accepted. In memory only: a restart forgets them. */
export class Pushes {
  readonly #pushes: Push[] = [];

  add(push: Omit<Push, "id" | "receivedAt">): Push {
    const stored = { id: newId("push"), receivedAt: new Date().toISOString(), ...push };
    this.#pushes.push(stored);
    if (this.#pushes.length > LIMIT) this.#pushes.shift();
    return stored;
  }

  /** Oldest first, of one subscription or of all. */
  list(subscription?: string): Push[] {
    return this.#pushes.filter((push) => subscription === undefined || push.subscription === subscription);
  }
}
