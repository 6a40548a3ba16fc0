import type { TestProject } from "vitest/node";
import { dropDatabase, makeTemplate, roomyFolder, withPostgres } from "./postgres";
import { startStack, WHOLE_SITE } from "./stack";

/** Gives every worker of the contract tests a running application of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await withPostgres(roomyFolder());
  const template = await makeTemplate(server.url);
  const env = async () => WHOLE_SITE;
  const running = await Promise.all(
    Array.from({ length: project.config.maxWorkers }, () => startStack({ postgresUrl: server.url, env })),
  );
  project.provide(
    "stacks",
    running.map(({ stack }) => stack),
  );
  return async () => {
    await Promise.all(running.map(({ stop }) => stop()));
    await dropDatabase(server.url, template);
    await server.stop();
  };
}
