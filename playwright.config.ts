import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/** Debian's Chromium where there is one, else the one Playwright brings. */
const CHROMIUM = "/usr/bin/chromium";
/** The same without a window: it takes little more than half of the processor time. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

/** It shows what a push message says, which only a browser with windows can. */
const NOTIFYING = "**/push.spec.ts";

/** It makes the pictures of `npm run screens`. */
const PICTURES = "**/pictures.spec.ts";

/** They fill the feed's first page, where the others look for what they asked for: they run after them, one by one. */
const FLOOD = ["**/full-feed.spec.ts", "**/injections.spec.ts"];

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/support/browser-stack.ts",
  fullyParallel: true,
  // The command line's --grep-invert does not reach a project that another depends on.
  ...(!process.env.TEST_LONG && { grepInvert: /@long/ }),
  projects: [
    { name: "journeys", testIgnore: [...FLOOD, NOTIFYING, ...(process.env.SCREENS ? [] : [PICTURES])] },
    { name: "push", testMatch: NOTIFYING, use: { channel: "chromium", launchOptions: launched(CHROMIUM) } },
    { name: "flood", testMatch: FLOOD, dependencies: ["journeys", "push"], workers: 1 },
  ],
  workers: 2,
  // To record every journey costs as much as to make it: one that fails is made again and recorded, and counts as flaky
  // if it then passes.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  // A journey takes some ten seconds; a machine that does much else at the same time needs far longer.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  use: {
    // A control that cannot be clicked fails long before its journey does.
    actionTimeout: 20_000,
    // Set by the global setup before the workers start.
    baseURL: process.env.E2E_URL ?? "",
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: "en-GB",
    // Without animations, but in the long run.
    contextOptions: { reducedMotion: process.env.TEST_LONG ? "no-preference" : "reduce" },
    // A test that replaces the network would miss what a page asks for through a service worker. Tests that need one
    // allow it.
    serviceWorkers: "block",
    trace: "on-first-retry",
    launchOptions: launched(HEADLESS_SHELL, CHROMIUM),
  },
});

/** The first of these browsers that is installed. */
function launched(...paths: string[]) {
  const executablePath = paths.find(existsSync);
  return {
    ...(executablePath && { executablePath }),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  };
}
