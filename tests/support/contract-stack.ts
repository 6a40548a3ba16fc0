import type { TestProject } from "vitest/node";
import { withPostgres } from "./postgres";
import { startStack } from "./stack";

/** Gives the contract tests a running application. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await withPostgres();
  const { stack, stop } = await startStack({
    postgresUrl: server.url,
    env: async () => ({ RATE_LIMITS: "off" }),
  });
  project.provide("stack", stack);
  return async () => {
    await stop();
    await server.stop();
  };
}
