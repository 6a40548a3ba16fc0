import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { type BrowserContext, chromium, type Page, type Request } from "@playwright/test";
import playwrightConfig from "@/playwright.config";
import { timed } from "@/tests/e2e/stopwatch";
import { textsOf } from "@/tests/e2e/texts";
import { counted, type Figure, median, p75, ROUNDS } from "./figure";
import { CHROMIUM } from "./lighthouse";
import { atEnd, startSignedIn } from "./running";

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: "en-GB" };
/** How much slower than this machine it is. */
const SLOWER = 4;
/** How long nothing may have been asked for, in milliseconds. */
const STILL_MS = 500;
/** The longest times in milliseconds: of an answer to a press or a key (P8), and of what it leads to (P12). */
const MOST = { answer: 200, news: 100, content: 400, form: 1_000, thanks: 1_500 };

const t = textsOf("en");
const button = (name: string) => `role=button[name="${name}"]`;
const CLOSE = `[role=dialog] >> ${button(t("common.close"))}`;
const SKELETON = `main [role=status][aria-label="${t("common.loading")}"]`;
const CARD = "main li[id^=request-]";
const DONATE = `button:not([aria-disabled]):has-text("${t("feed.donate")}")`;
const FORM = "[role=dialog] input[name=number]:enabled";
const SUBMIT = "[role=dialog] button[type=submit]";

/** What is pressed or, with keys, where they are typed. */
type Step = { label: string; at: string; keys?: string; shown?: Shown };
/** What it leads to and at which address, and whether that is to be forgotten. */
type Shown = { ready: string; news?: string; path?: string; most: number; isWarmUp?: boolean };

const leads = (label: string, at: string, ready: string): Step => ({
  label,
  at,
  shown: { ready, most: MOST.form },
});

/** The tabs in the order in which they are pressed, with what only their content has. */
const TABS = Object.entries({
  "/request": "main form input",
  "/leaderboard": "main ol",
  "/profile": "main #privacy",
  "/notifications": "main ul",
  "/": CARD,
});

/** What people do, on each path at which they arrive. */
const VISITS: [path: string, steps: Step[]][] = [
  [
    "/",
    [
      { label: "choose the theme", at: button(t("shell.darkMode")) },
      { label: "open a request", at: "main h2 button" },
      { label: "close it", at: CLOSE },
      { label: "open the ways to share", at: "role=button[name=/^Share/]" },
      { label: "close them by Escape", at: ":focus", keys: "Escape" },
      { label: "open the donation", at: "role=button[name=/^Donate/]" },
      { label: "choose an amount", at: "[role=dialog] button[aria-pressed]" },
      { label: "type an amount", at: "[role=dialog] >> role=textbox", keys: "12" },
      { label: "close the donation", at: CLOSE },
      { label: "show more requests", at: button(t("feed.loadMore")) },
    ],
  ],
  // The first time loads the tabs.
  [
    "/",
    [true, false, false].flatMap((isWarmUp) =>
      TABS.map(([path, ready]) => {
        const shown = { news: SKELETON, ready, path, most: MOST.content, isWarmUp };
        return { label: `to ${path}`, at: `nav a[href="${path}"]`, shown };
      }),
    ),
  ],
  [
    "/",
    [
      leads("Donate: the amount", `${CARD} ${DONATE}`, "[role=dialog] input"),
      leads(
        "an amount: what it costs",
        "[role=dialog] button[aria-pressed]",
        `${SUBMIT}:not([aria-disabled])`,
      ),
      leads("on: the ways to pay", SUBMIT, "[role=dialog]:not(:has(input)) dl"),
      leads("card: its form", `[role=dialog] >> role=button[name=/${t("donate.card")}/]`, FORM),
      { label: "its number", at: "input[name=number]", keys: "4242424242424242" },
      { label: "its date", at: "input[name=expiry]", keys: "1234" },
      { label: "its code", at: "input[name=cvc]", keys: "123" },
      {
        label: "Pay: the thanks, without the provider",
        at: SUBMIT,
        shown: { ready: "main [role=progressbar]", path: "/payment-success", most: MOST.thanks },
      },
      {
        // It has no target of its own: as for the thanks.
        label: "back: at the card, its bar moving",
        at: `main >> role=link[name="${t("paymentSuccess.home")}"]`,
        shown: { ready: `${CARD}:focus-within [role=progressbar]`, most: MOST.thanks },
      },
    ],
  ],
  [
    "/request",
    [
      { label: "type a title", at: "role=textbox", keys: "A bicycle" },
      { label: "type a description", at: "textarea", keys: "To school" },
    ],
  ],
  ["/leaderboard", [{ label: "choose a period", at: 'a[href*="period=weekly"]' }]],
  [
    "/profile",
    [
      { label: "open the pictures", at: button(t("profile.avatar.change")) },
      { label: "close the pictures", at: CLOSE },
      { label: "open the privacy settings", at: "#privacy" },
      { label: "switch a setting", at: "[role=switch]" },
    ],
  ],
  [
    "/auth",
    [
      { label: "go to registration", at: `role=tab[name="${t("auth.register.tab")}"]` },
      { label: "choose a language", at: "select", keys: "n" },
    ],
  ],
];

/** The times of steps by their labels, over all rounds. What is `typical` of all has to stay below `most`. */
type Times = Map<string, { most: number; typical: typeof median; times: number[] }>;

/**
 * How long each press and key takes to be answered (P8), and tabs and the way of a donation to show what they lead to
 * (P12), on a slow processor.
 */
export async function journey(): Promise<Figure[]> {
  const { stack, cookie } = await startSignedIn();
  const [name = "", value = ""] = cookie.split("=");
  const browser = await chromium.launch({
    ...playwrightConfig.use?.launchOptions,
    ...(existsSync(CHROMIUM) && { executablePath: CHROMIUM }),
  });
  atEnd(() => browser.close());
  const all: Times = new Map();
  for (const [path, steps] of Array.from({ length: ROUNDS }, () => VISITS).flat()) {
    // With nothing of the application in its memory.
    const context = await browser.newContext(PHONE);
    if (path !== "/auth") await context.addCookies([{ name, value, url: stack.appUrl }]);
    await visit(context, stack.appUrl + path, steps, all);
    await context.close();
  }
  return [...all].map(([label, { most, typical, times }]) =>
    counted(label, "ms", times, { atMost: most }, typical),
  );
}

async function visit(context: BrowserContext, url: string, steps: readonly Step[], all: Times) {
  const add = (label: string, time: number, most: number, typical = median) => {
    const times = [...(all.get(label)?.times ?? []), Math.round(time)];
    all.set(label, { most, typical, times });
  };
  const page = await context.newPage();
  const quiet = watchQuiet(page);
  await page.addInitScript(observe);
  const session = await context.newCDPSession(page);
  await page.goto(url);
  await quiet();
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  for (const { label, at, keys, shown } of steps) {
    await page.evaluate(() => {
      window.slowestEvents.splice(0);
      performance.clearResourceTimings();
    });
    const place = page.locator(at).first();
    const act = () =>
      keys === "Escape" ? place.press(keys) : keys ? place.pressSequentially(keys) : place.tap();
    const took = shown ? await timed(page, shown, act) : await act();
    await quiet();
    const answer = await page.evaluate(() => Math.max(0, ...window.slowestEvents));
    add(`${label}: the answer`, answer, MOST.answer);
    if (!shown || !took || shown.isWarmUp) continue;
    const ready = took.ready - (await page.evaluate(providerTime));
    if (shown.news) {
      add(`${label}: something new`, took.news, MOST.news);
      add(`${label}: the content, p75`, ready, shown.most, p75);
    } else add(label, ready, shown.most);
  }
}

/**
 * Watches a page's HTTP requests. What it returns waits until none is open but the live stream, and nothing is left to
 * do. Playwright's `networkidle` would count the stream, and only the first time after a page was loaded.
 */
function watchQuiet(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let changedAt = 0;
  const note = (request: Request, isOpen: boolean) => {
    if (request.resourceType() === "eventsource") return;
    if (isOpen) open.add(request);
    else open.delete(request);
    changedAt = performance.now();
  };
  page.on("request", (request) => note(request, true));
  for (const end of ["requestfinished", "requestfailed"] as const) {
    page.on(end as "requestfinished", (request) => note(request, false));
  }
  return async () => {
    changedAt = performance.now();
    while (open.size > 0 || performance.now() - changedAt < STILL_MS) await pause(STILL_MS / 10);
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(() => done(undefined)))),
    );
  };
}

declare global {
  interface Window {
    slowestEvents: number[];
  }
}

/** Runs in the page: records the time from every press and key to the paint. */
function observe(): void {
  window.slowestEvents = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.slowestEvents.push(entry.duration);
  }).observe({ type: "event", buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

/** Runs in the page: how long the provider took to confirm a payment. */
function providerTime(): number {
  const asked = performance.getEntriesByType("resource");
  const confirmed = asked.filter(({ name }) => /\/api\/sandbox\/.*\/confirm$/.test(name));
  return confirmed.reduce((sum, { duration }) => sum + duration, 0);
}
