import type { Page, Request } from "@playwright/test";

/** How long nothing may have been asked for, in milliseconds. */
const STILL_MS = 500;

/**
 * Watches a page's HTTP requests. What it returns waits until none is open but the live stream, and nothing is left to
 * do. Playwright's `networkidle` would count the stream, and only the first time after a page was loaded.
 */
export function watchQuiet(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let changedAt = performance.now();
  const close = (request: Request) => {
    if (open.delete(request)) changedAt = performance.now();
  };
  page.on("request", (request) => {
    if (request.resourceType() === "eventsource") return;
    open.add(request);
    changedAt = performance.now();
  });
  page.on("requestfinished", close);
  page.on("requestfailed", close);
  return async () => {
    changedAt = performance.now();
    while (open.size > 0 || performance.now() - changedAt < STILL_MS) {
      await new Promise((done) => setTimeout(done, STILL_MS / 10));
    }
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(() => done(undefined)))),
    );
  };
}
