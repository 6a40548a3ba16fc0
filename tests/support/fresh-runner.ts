import diagnostics from "node:diagnostics_channel";
import { syncBuiltinESMExports } from "node:module";
import { type RunnerTestFile, type SerializedConfig, TestRunner, vi } from "vitest";

/**
 * Lets a project's files take turns in a few processes (`isolate: false`), which load Vitest and the packages once.
 * Each file still finds what a process of its own would have: our modules evaluated again, nothing replaced, nobody
 * who listens to the process, and the environment, the globals and the clock as they were.
 */
export default class FreshRunner extends TestRunner {
  private readonly environment = { ...process.env };
  private readonly globals = new Set(Reflect.ownKeys(globalThis));
  private readonly subscribe = diagnostics.subscribe;
  private readonly subscribed: Parameters<typeof diagnostics.subscribe>[] = [];

  constructor(config: SerializedConfig) {
    super(config);
    // Within a process this decides whether Vitest forgets modules and what replaces them before each file.
    config.isolate = true;
  }

  override onCollectStart(file: RunnerTestFile): void {
    super.onCollectStart(file);
    diagnostics.subscribe = (...listener) => {
      this.subscribed.push(listener);
      this.subscribe(...listener);
    };
    syncBuiltinESMExports();
  }

  override onAfterRunFiles(): void {
    super.onAfterRunFiles();
    vi.useRealTimers();
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    for (const name of Object.keys(process.env)) if (!(name in this.environment)) delete process.env[name];
    Object.assign(process.env, this.environment);
    for (const key of Reflect.ownKeys(globalThis))
      if (!this.globals.has(key)) Reflect.deleteProperty(globalThis, key);
    for (const listener of this.subscribed.splice(0)) diagnostics.unsubscribe(...listener);
    diagnostics.subscribe = this.subscribe;
    syncBuiltinESMExports();
    process.exitCode = 0;
  }
}
