import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { Command } from "./commands";
import type { Gate } from "./gate";
import type { Answered, Told } from "./settling-server";

/** A process of its own that does what the domain does, and can be killed in the middle of it. */
export class KillableServer {
  #count = 0;
  readonly #waiting = new Map<number, (answered: Answered) => void>();

  private constructor(private readonly child: ChildProcess & { stdin: Writable; stdout: Readable }) {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const answered = JSON.parse(line) as Answered;
      this.#waiting.get(answered.id)?.(answered);
      this.#waiting.delete(answered.id);
    });
  }

  static start(env: Record<string, string>): KillableServer {
    const options = ["--conditions=react-server", "--import", "tsx", "tests/faults/settling-server.ts"];
    const { PATH, HOME } = process.env;
    const child = spawn(process.execPath, options, {
      env: { PATH, HOME, NODE_ENV: "production", ...env },
      stdio: ["pipe", "pipe", "inherit"],
    });
    return new KillableServer(child);
  }

  /** Lets it do something through a gate; never answers if it is killed before. */
  perform(
    command: Command,
    { databaseUrl, apiUrl }: Pick<Gate, "databaseUrl" | "apiUrl">,
  ): Promise<Answered> {
    this.#count += 1;
    const told: Told = { id: this.#count, databaseUrl, apiUrl, command };
    return new Promise((resolve) => {
      this.#waiting.set(told.id, resolve);
      this.child.stdin.write(`${JSON.stringify(told)}\n`);
    });
  }

  /** Ends it with SIGKILL. */
  async kill(): Promise<void> {
    const exit = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await exit;
  }
}
