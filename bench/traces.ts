import { existsSync } from "node:fs";
import { type Browser, chromium } from "@playwright/test";
import { type Benchmark, counted, type Figure } from "./figure";
import { startSignedIn } from "./signed-in";
import { type TraceEvent, tracePicture } from "./trace-picture";

/** The slow line and processor of `npm run bench -- lighthouse`, as that applies them. Bytes a second. */
const SLOWER = 4;
const LINE = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };
const LAST_MS = 4_500;

const FOLDER = "docs/screenshots";
const CHROMIUM = "/usr/bin/chromium";
const CATEGORIES = [
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "disabled-by-default-devtools.screenshot",
  "loading",
  "toplevel",
];

export const traces: Benchmark = {
  id: "P7",
  name: "traces",
  title: `pictures of how two screens come about on a slow phone, in ${FOLDER}`,
  byNameOnly: true,
  run,
};

const SCREENS = [
  { path: "/auth", name: "auth", signedIn: false },
  { path: "/", name: "feed", signedIn: true },
];

async function run(): Promise<Figure[]> {
  const { stack, cookie, stop } = await startSignedIn({ books: "demo" });
  const browser = await chromium.launch({
    ...(existsSync(CHROMIUM) && { executablePath: CHROMIUM }),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const figures: Figure[] = [];
    for (const { path, name, signedIn } of SCREENS) {
      const visit = { browser, url: stack.appUrl + path, cookie: signedIn ? cookie : null };
      // Once before, as the server compiles what it runs for the first time.
      await record(visit);
      const events = await record(visit);
      await draw(
        browser,
        tracePicture(`${path} on a slow phone`, events, LAST_MS),
        `${FOLDER}/trace-${name}.png`,
      );
      const long = events.filter((event) => event.name === "RunTask" && (event.dur ?? 0) >= 50_000).length;
      figures.push({
        ...counted(`${path}: tasks over 50 ms`, { unit: "", target: { atMost: 0 }, ours: long }),
        target: "–",
        met: true,
      });
    }
    return figures;
  } finally {
    await browser.close();
    await stop();
  }
}

type Visit = { browser: Browser; url: string; cookie: string | null };

/** The trace of a first visit. */
async function record({ browser, url, cookie }: Visit): Promise<TraceEvent[]> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    locale: "en-GB",
  });
  const [name = "", value = ""] = cookie?.split("=") ?? [];
  if (cookie) await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", LINE);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await browser.startTracing(page, { categories: CATEGORIES });
  await page.goto(url, { waitUntil: "load" });
  await page.waitForTimeout(LAST_MS);
  const trace = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  await context.close();
  return trace.traceEvents;
}

async function draw(browser: Browser, html: string, path: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1_100, height: 100 } });
  await page.setContent(html);
  await page.screenshot({ path, fullPage: true });
  await page.close();
}
