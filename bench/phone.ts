import { existsSync } from "node:fs";
import { chromium, type Page, type Request } from "@playwright/test";
import playwrightConfig from "@/playwright.config";
import { timed } from "@/tests/e2e/stopwatch";
import { textsOf } from "@/tests/e2e/texts";
import { counted, type Figure, median, percentile, ROUNDS } from "./figure";
import { CHROMIUM } from "./lighthouse";
import { startSignedIn } from "./signed-in";

/** How much slower than this machine the phone is. */
const SLOWER = 4;
/** How long nothing may have been asked for, in milliseconds. */
const STILL_MS = 500;

const t = textsOf("en");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const inDialog = (page: Page) => page.getByRole("dialog");

type Visit = {
  path: string;
  signedIn?: boolean;
  /** Runs in the page before its own scripts. */
  observe?: () => void;
  /** `quiet` waits until nothing is left to do. */
  act: (page: Page, quiet: () => Promise<void>) => Promise<void>;
};

/** Runs visits with a phone of their own each, with nothing of the application in its memory. */
async function onPhones(visits: readonly Visit[]): Promise<void> {
  const { stack, cookie, stop } = await startSignedIn();
  const browser = await chromium.launch({
    ...playwrightConfig.use?.launchOptions,
    ...(existsSync(CHROMIUM) && { executablePath: CHROMIUM }),
  });
  try {
    for (const { path, signedIn = true, observe, act } of visits) {
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
        locale: "en-GB",
      });
      const [name = "", value = ""] = cookie.split("=");
      if (signedIn) await context.addCookies([{ name, value, url: stack.appUrl }]);
      const page = await context.newPage();
      const quiet = watchQuiet(page);
      if (observe) await page.addInitScript(observe);
      const session = await context.newCDPSession(page);
      await page.goto(stack.appUrl + path);
      await quiet();
      await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
      await act(page, quiet);
      await context.close();
    }
  } finally {
    await browser.close();
    await stop();
  }
}

/**
 * Watches a page's HTTP requests. What it returns waits until none is open but the live stream, and nothing is left to
 * do. Playwright's `networkidle` would count the stream, and only the first time after a page was loaded.
 */
function watchQuiet(page: Page): () => Promise<void> {
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

/** The times of steps by their labels, over all rounds. */
class Times {
  readonly #of = new Map<string, { most: number; typical: typeof median; times: number[] }>();

  /** Notes a time in milliseconds. What is `typical` of all has to stay below `most`. */
  add(label: string, time: number, most: number, typical = median): void {
    const known = this.#of.get(label)?.times ?? [];
    this.#of.set(label, { most, typical, times: [...known, Math.round(time)] });
  }

  figures(): Figure[] {
    return [...this.#of].map(([label, { most, typical, times }]) =>
      counted(label, { unit: "ms", target: { atMost: most }, ours: times, typical }),
    );
  }
}

/** The longest reaction that still feels immediate, in milliseconds (P8). */
const IMMEDIATE = 200;

type Step = [name: string, act: (page: Page) => Promise<unknown>];

const close: Step[1] = (page) =>
  inDialog(page)
    .getByRole("button", { name: t("common.close") })
    .tap();
const tapFirst =
  (name: string | RegExp): Step[1] =>
  (page) =>
    button(page, name).first().tap();
const tapOn =
  (selector: string): Step[1] =>
  (page) =>
    page.locator(selector).first().tap();

/** What people do, screen by screen. */
const JOURNEYS: [path: string, steps: Step[]][] = [
  [
    "/",
    [
      ["choose the theme", tapFirst(t("shell.darkMode"))],
      ["open a request", tapOn("main h2 button")],
      ["close it", close],
      ["open the ways to share", tapFirst(/^Share/)],
      ["close them by Escape", (page) => page.keyboard.press("Escape")],
      ["open the donation", tapFirst(/^Donate/)],
      ["choose an amount", tapOn("[role=dialog] button[aria-pressed]")],
      ["type an amount", (page) => inDialog(page).getByRole("textbox").first().pressSequentially("12")],
      ["close the donation", close],
      ["show more requests", tapFirst(t("feed.loadMore"))],
    ],
  ],
  ...["/request", "/leaderboard", "/profile", "/notifications"].map((path): [string, Step[]] => [
    "/",
    [[`go to ${path}`, tapOn(`nav a[href="${path}"]`)]],
  ]),
  [
    "/request",
    [
      ["type a title", (page) => page.getByRole("textbox").first().pressSequentially("A bicycle")],
      ["type a description", (page) => page.locator("textarea").first().pressSequentially("To school")],
    ],
  ],
  ["/leaderboard", [["choose a period", tapOn('a[href*="period=weekly"]')]]],
  [
    "/profile",
    [
      ["open the pictures", tapFirst(t("profile.avatar.change"))],
      ["close the pictures", close],
      ["open the privacy settings", tapOn("#privacy")],
      ["switch a setting", (page) => page.getByRole("switch").first().tap()],
    ],
  ],
  [
    "/auth",
    [
      ["go to registration", (page) => page.getByRole("tab", { name: t("auth.register.tab") }).tap()],
      ["choose a language", (page) => page.locator("select").first().press("n")],
    ],
  ],
];

/** The slowest answer to each press or key (P8). */
export async function interaction(): Promise<Figure[]> {
  const times = new Times();
  const visits = JOURNEYS.map(([path, steps]): Visit => {
    const act: Visit["act"] = async (page, quiet) => {
      for (const [label, press] of steps) {
        await page.evaluate(() => window.slowestEvents.splice(0));
        await press(page);
        await quiet();
        times.add(label, Math.max(0, ...(await page.evaluate(() => window.slowestEvents))), IMMEDIATE);
      }
    };
    return { path, signedIn: path !== "/auth", observe, act };
  });
  await onPhones(Array.from({ length: ROUNDS }, () => visits).flat());
  return times.figures();
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

/** Of the tabs in a round, after a first that warms them. */
const LAPS = 2;

/** The longest times in milliseconds (P12). Back at the card has no target of its own: as for the thanks. */
const MOST = { news: 100, content: 400, form: 1_000, thanks: 1_500, back: 1_500 };

const SKELETON = `main [role=status][aria-label="${t("common.loading")}"]`;
const CARD = "main li[id^=request-]";

/** The tabs in the order in which they are pressed, with what only their content has. */
const TABS = [
  { path: "/request", content: "main form input" },
  { path: "/leaderboard", content: "main ol" },
  { path: "/profile", content: "main #privacy" },
  { path: "/notifications", content: "main ul" },
  { path: "/", content: CARD },
] as const;

/** From tab to tab, and the way of a donation, each step from its press to what it shows (P12). */
export async function journey(): Promise<Figure[]> {
  const times = new Times();
  const visits: Visit[] = [
    { path: "/", act: (page, quiet) => switchTabs(page, quiet, times) },
    { path: "/", act: (page, quiet) => donate(page, quiet, times) },
  ];
  await onPhones(Array.from({ length: ROUNDS }, () => visits).flat());
  return times.figures();
}

async function switchTabs(page: Page, quiet: () => Promise<void>, times: Times): Promise<void> {
  for (let lap = 0; lap <= LAPS; lap += 1) {
    for (const { path, content: ready } of TABS) {
      const tab = page.locator(`nav a[href="${path}"]`);
      const took = await timed(page, { news: SKELETON, ready, path }, () => tab.tap());
      await quiet();
      if (lap === 0) continue;
      times.add(`to ${path}: something new`, took.news, MOST.news);
      times.add(`to ${path}: the content, p75`, took.ready, MOST.content, thirdQuartile);
    }
  }
}

const thirdQuartile = (values: readonly number[]) => percentile(values, 0.75);

/** From the feed to the thanks and back. */
async function donate(page: Page, quiet: () => Promise<void>, times: Times): Promise<void> {
  const dialog = inDialog(page);
  const submit = dialog.locator("button[type=submit]");
  const step = async (label: string, ready: string, act: () => Promise<unknown>, most = MOST.form) => {
    times.add(label, (await timed(page, { ready }, act)).ready, most);
    await quiet();
  };
  const open = page.locator(`${CARD} button:not([aria-disabled])`, { hasText: t("feed.donate") });
  await step("Donate: the amount", "[role=dialog] input", () => open.first().tap());
  await step("an amount: what it costs", "[role=dialog] button[type=submit]:not([aria-disabled])", () =>
    dialog.locator("button[aria-pressed]").first().tap(),
  );
  await step("on: the ways to pay", "[role=dialog]:not(:has(input)) dl", () => submit.tap());
  await step("card: its form", "[role=dialog] input[name=number]:enabled", () =>
    dialog.getByRole("button", { name: t("donate.card") }).tap(),
  );
  for (const [field, typed] of Object.entries({ number: "4242424242424242", expiry: "1234", cvc: "123" })) {
    await dialog.locator(`input[name=${field}]`).tap();
    await page.keyboard.type(typed);
  }
  const ready = { ready: "main [role=progressbar]", path: "/payment-success" };
  const paid = await timed(page, ready, () => submit.tap());
  const provider = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => /\/api\/sandbox\/.*\/confirm$/.test(name))
      .reduce((sum, { duration }) => sum + duration, 0),
  );
  times.add("Pay: the thanks, without the provider", paid.ready - provider, MOST.thanks);
  await quiet();
  const home = page.getByRole("main").getByRole("link", { name: t("paymentSuccess.home") });
  const bar = `${CARD}:focus-within [role=progressbar]`;
  await step("back: at the card, its bar moving", bar, () => home.tap(), MOST.back);
}
