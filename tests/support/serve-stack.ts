import { withPostgres } from "./postgres";
import { startStack } from "./stack";

/** Runs a stack for another process: prints where it is, one line of JSON, and stops when it is told to. */
const server = await withPostgres();
const { stop, ...stack } = await startStack({ postgresUrl: server.url, env: { RATE_LIMITS: "off" } });
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, async () => {
    await stop();
    await server.stop();
    process.exit(0);
  });
}
console.log(JSON.stringify(stack));
