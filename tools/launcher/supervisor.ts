import type { Child } from "./child";
import { LaunchProblem } from "./problem";

/** Thrown out of a start that is no longer wanted. */
export class Stopped extends Error {
  override name = "Stopped";
}

/** The parts that run, in the order in which they were started. */
export class Supervisor {
  private readonly parts: Child[] = [];
  private stopping = false;

  /** @throws Stopped when everything is being stopped; the part then is, too */
  async add(part: Child): Promise<void> {
    if (!this.stopping) return void this.parts.push(part);
    await part.stop();
    throw new Stopped();
  }

  /** @throws Stopped when everything is being stopped */
  assertWanted(): void {
    if (this.stopping) throw new Stopped();
  }

  /** Forgets a part that ended as it should. */
  remove(part: Child): void {
    this.parts.splice(this.parts.indexOf(part), 1);
  }

  /** Stops every part, the last first. */
  async stop(): Promise<void> {
    this.stopping = true;
    for (let part = this.parts.pop(); part; part = this.parts.pop()) await part.stop();
  }

  /** Settles when a part ends that nobody told to. */
  async lost(): Promise<LaunchProblem> {
    const ends = this.parts.map(async ({ name, ended }) => `${name} ended (${await ended})`);
    return new LaunchProblem(`${await Promise.race(ends)}: everything is stopped. Start again to go on.`);
  }
}
