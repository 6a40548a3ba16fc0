import { setTimeout as sleep } from "node:timers/promises";
import { contract } from "@/lib/web/contract";
import { confirm, give, STEPS } from "../faults/steps";
import type { Asked, Person, World } from "../faults/world";

const CARD = "4242424242424242";
const DONORS = 8;
const READERS = 2;
/** The highest goal of somebody without a plan, in cents: it takes hundreds of donations. */
const GOAL = 50_000;
const READS = ["/", "/leaderboard", "/api/requests", "/api/leaderboard?period=daily"];
/** Reading takes processor time that settling needs. */
const BETWEEN_READS_MS = 100;
const AFTER_TROUBLE_MS = 100;

/** An answer to somebody, at a time in milliseconds. */
type Answered = { at: number; ok: boolean };

/** People who donate and people who read, all at once, until they are stopped. */
export class Load {
  /** The payments whose donation was begun, as the application answered. */
  readonly begun: string[] = [];
  readonly writes: Answered[] = [];
  readonly reads: Answered[] = [];
  private isOn = true;
  private loops: Promise<unknown>[] = [];

  private constructor(private readonly world: World) {}

  static async start(world: World): Promise<Load> {
    const register = STEPS.find(({ name }) => name === "register");
    while (world.people.length < DONORS + READERS) await register?.run(world);
    const donors = world.people.slice(0, DONORS);
    for (const owner of donors) await ask(world, owner);
    const load = new Load(world);
    load.loops = [
      ...donors.map((donor) => load.donate(donor)),
      ...world.people.slice(DONORS).map((reader) => load.read(reader)),
    ].map((loop) => loop.catch((error: unknown) => error));
    return load;
  }

  /** @throws Error when the application answered one of them that it is itself at fault */
  async stop(): Promise<void> {
    this.isOn = false;
    const error = (await Promise.all(this.loops)).find((end) => end !== undefined);
    if (error) throw error;
  }

  /** Gives and pays, again and again. Who gets no answer asks once more with the same key, as the page does. */
  private async donate(donor: Person): Promise<void> {
    const { world } = this;
    const others = world.requests.filter(({ ownerId }) => ownerId !== donor.id);
    while (this.isOn) {
      const request = world.random.pick(others);
      const key = world.newKey();
      const amount = world.random.whole(50, 150);
      const payment = request && (await this.begin(donor, request, { key, amount }));
      if (!payment) continue;
      this.begun.push(payment.paymentId);
      await confirm(world, payment.clientSecret, CARD);
    }
  }

  private async begin(donor: Person, request: Asked, { key, amount }: { key: string; amount: number }) {
    while (this.isOn) {
      await give(this.world, donor.id, request, key, amount);
      const begun = this.world.started.find((payment) => payment.key === key);
      this.writes.push({ at: Date.now(), ok: begun !== undefined });
      if (begun) return begun;
      await sleep(AFTER_TROUBLE_MS);
    }
    return null;
  }

  private async read(reader: Person): Promise<void> {
    while (this.isOn) {
      for (const path of READS) {
        const { status } = await this.world.call(reader, "GET", path).catch((error: unknown) => {
          // The framework answers 500 for a page that it had begun to make when the database was lost.
          if (path.startsWith("/api/")) throw error;
          return { status: 500 };
        });
        this.reads.push({ at: Date.now(), ok: status === 200 });
        await sleep(BETWEEN_READS_MS);
      }
    }
  }
}

async function ask(world: World, owner: Person): Promise<void> {
  const body = { item: `Something for ${owner.username}`, description: "It is needed.", goal: GOAL };
  const answer = await world.call(owner, "POST", contract.createRequest.path, { body, key: world.newKey() });
  if (!world.succeeded(answer)) throw new Error(`asking was answered with ${answer.status}`);
  world.requests.push({ id: (answer.body as { id: string }).id, ownerId: owner.id, goal: GOAL });
}
