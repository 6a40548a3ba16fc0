import type { Child } from "./child";
import { LaunchProblem } from "./problem";

/** Thrown by a start that was cancelled. */
export class Stopped extends Error {
  override name = "Stopped";
}

/** The running children, in the order of their start. */
export class Supervisor {
  private readonly children: Child[] = [];
  private stopping = false;

  /** @throws Stopped after `stop`; the child is then stopped too */
  async add(child: Child): Promise<void> {
    if (!this.stopping) return void this.children.push(child);
    await child.stop();
    throw new Stopped();
  }

  /** @throws Stopped after `stop` */
  assertNotStopping(): void {
    if (this.stopping) throw new Stopped();
  }

  /** Removes a child that ended as expected. */
  remove(child: Child): void {
    this.children.splice(this.children.indexOf(child), 1);
  }

  /** Stops every child, the last first. */
  async stop(): Promise<void> {
    this.stopping = true;
    for (let child = this.children.pop(); child; child = this.children.pop()) await child.stop();
  }

  /** Resolves when one of the present children ends unexpectedly. */
  async lost(): Promise<LaunchProblem> {
    const ends = this.children
      .filter(({ isTask }) => !isTask)
      .map(async ({ name, ended }) => `${name} ended (${await ended})`);
    return new LaunchProblem(`${await Promise.race(ends)}: everything is stopped. Start again to go on.`);
  }

  /**
   * Waits for the build and for what the application needs, which has to keep running during the build. When one of
   * them fails or ends, every child is stopped.
   * @throws LaunchProblem, Stopped
   */
  async together<T>(built: Promise<void>, prepared: Promise<T>): Promise<T> {
    const lost = prepared
      .then(() => this.lost())
      .then((problem) => {
        throw problem;
      });
    try {
      const [result] = await Promise.race([Promise.all([prepared, built]), lost]);
      return result;
    } catch (error) {
      await this.stop();
      await Promise.allSettled([prepared, built]);
      throw error;
    }
  }
}
