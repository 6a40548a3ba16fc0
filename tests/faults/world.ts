import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "./random";
import type { System } from "./system";

export type Person = { id: string; username: string; password: string; cookie: string };
export type Asked = { id: string; ownerId: string; goal: number };
export type Started = {
  donorId: string;
  requestId: string;
  key: string;
  amount: number;
  clientSecret: string;
  paymentId: string;
  /** Of a guest's; `donorId` is then a person with the same address, or empty. */
  receiptToken?: string;
};

/** A page of a provider's where somebody was sent to pay or to agree. */
export type Page = { kind: "order" | "checkout" | "subscription"; ownerId: string; url: string };

/** Something that happens at random. It answers a few words for the diary, or nothing when it was not possible. */
export type Step = { name: string; weight: number; run: (world: World) => Promise<string | undefined> };

type Answer = { status: number; body: unknown };

/** Refusals that are right while faults are injected. */
const TROUBLE = new Set([0, 502, 503]);

/** What the people of a run know and did, and how they reach the application. */
export class World {
  people: Person[] = [];
  requests: Asked[] = [];
  readonly started: Started[] = [];
  readonly pages: Page[] = [];
  /** How many steps were taken. */
  steps = 0;
  /** What happened, printed when something was wrong. */
  readonly diary: string[] = [];

  constructor(
    readonly random: Random,
    readonly system: System,
  ) {}

  note(line: string): void {
    this.diary.push(line);
  }

  person(): Person | undefined {
    return this.random.pick(this.people);
  }

  personBy(id: string): Person | undefined {
    return this.people.find((person) => person.id === id);
  }

  /**
   * Calls the application as somebody, or as a visitor. Status 0 means that no answer came.
   * @throws Error when the application answers that it is itself at fault
   */
  async call(
    as: Person | null,
    method: string,
    path: string,
    { body, key }: { body?: unknown; key?: string } = {},
  ): Promise<Answer & { cookie: string | null }> {
    const sent = {
      method,
      redirect: "manual" as const,
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(as && { cookie: as.cookie }),
        ...(key !== undefined && { "idempotency-key": key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    };
    const response = await fetch(`${this.system.stack.appUrl}${path}`, sent).catch(() => null);
    if (!response) return { status: 0, body: null, cookie: null };
    const text = await response.text().catch(() => "");
    if (response.status === 500) throw new Error(`${method} ${path} answered 500: ${text.slice(0, 300)}`);
    const isJson = response.headers.get("content-type")?.includes("application/json");
    const [session = ""] = (response.headers.getSetCookie().find((set) => /session=/.test(set)) ?? "").split(
      ";",
    );
    return { status: response.status, body: isJson ? parse(text) : text, cookie: session || null };
  }

  /** Whether a call did what was asked; one that met trouble did it or not, and that is for the books to show. */
  succeeded({ status }: Answer): boolean {
    return status >= 200 && status < 300;
  }

  inTrouble({ status }: Answer): boolean {
    return TROUBLE.has(status);
  }

  newKey(): string {
    // Not from the seed: a replay needs keys that its application never saw.
    return randomUUID();
  }

  async pause(ms: number): Promise<void> {
    await sleep(ms);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
