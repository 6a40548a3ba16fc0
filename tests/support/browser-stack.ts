import { withPostgres } from "./postgres";
import { startStack } from "./stack";

/** Gives the browser tests a running application; its address reaches them through the environment. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await withPostgres();
  const { stop, ...stack } = await startStack({ postgresUrl: server.url, env: { RATE_LIMITS: "off" } });
  process.env.E2E_URL = stack.appUrl;
  process.env.E2E_STACK = JSON.stringify(stack);
  return async () => {
    await stop();
    await server.stop();
  };
}
