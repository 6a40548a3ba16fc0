import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));
const resolve = { alias: { "@/": root, "server-only": `${root}tests/support/server-only.ts` } };

/**
 * What takes a second on an idle machine may take thirty on one that is busy and slow. These limits end what would
 * never end.
 */
const patient = {
  expect: { poll: { timeout: 60_000 } },
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // Fewer new objects are copied, as in the servers (docs/performance.md): a sixth of the processor time.
  execArgv: ["--max-semi-space-size=32"],
};

/** Files take turns in a few processes. */
const shared = { ...patient, isolate: false, runner: "tests/support/fresh-runner.ts" };

/** `npm test` leaves these out, `npm run test:long` does not. */
const tags = [{ name: "long" }];

export default defineConfig({
  test: {
    tags,
    projects: [
      {
        resolve,
        // React as in a build, without its checks, which are half of the work of drawing a message.
        oxc: { jsx: { development: false } },
        test: {
          name: "unit",
          tags,
          ...shared,
          env: { NODE_ENV: "production" },
          include: ["{app,components,db,lib,messages,sandbox,scripts,seed,tools}/**/*.test.{ts,tsx}"],
          exclude: ["components/**/*.test.tsx"],
        },
      },
      {
        resolve,
        test: {
          name: "components",
          tags,
          ...shared,
          include: ["components/**/*.test.tsx"],
          environment: "happy-dom",
        },
      },
      {
        resolve,
        test: {
          name: "integration",
          tags,
          ...shared,
          include: ["tests/integration/**/*.test.{ts,tsx}"],
          // Each file has a database of its own. A quarter of their time they wait for a provider that does not answer.
          maxWorkers: 4,
          globalSetup: "tests/support/postgres.ts",
          // next-auth asks for `next/server` without its extension, which only a bundler resolves.
          server: { deps: { inline: ["next-auth"] } },
        },
      },
      {
        resolve,
        test: {
          name: "contract",
          tags,
          ...shared,
          include: ["tests/contract/**/*.test.ts"],
          maxWorkers: 2,
          globalSetup: "tests/support/contract-stack.ts",
        },
      },
      {
        resolve,
        test: {
          name: "servers",
          tags,
          ...patient,
          include: ["tests/{cluster,servers}/**/*.test.ts"],
          // The long ones measure: another file beside them would slow what they watch.
          ...(process.env.TEST_LONG && { maxWorkers: 1 }),
          globalSetup: "tests/support/postgres.ts",
        },
      },
      {
        resolve,
        test: {
          name: "faults",
          tags,
          ...patient,
          include: ["tests/faults/**/*.test.ts"],
        },
      },
      {
        resolve,
        test: {
          name: "launcher",
          tags,
          ...patient,
          include: ["tests/launcher/**/*.test.ts"],
        },
      },
    ],
  },
});
