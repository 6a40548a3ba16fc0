import { existsSync } from "node:fs";
import { type CDPSession, chromium, type Page } from "@playwright/test";
import { textsOf } from "@/tests/e2e/texts";
import { type Benchmark, counted, type Figure, median } from "./figure";
import { watchQuiet } from "./quiet";
import { startSignedIn } from "./signed-in";

/** How much slower than this machine the phone is, and the longest reaction that still feels immediate. */
const SLOWER = 4;
const MOST_MS = 200;
const ROUNDS = 5;

const CHROMIUM = "/usr/bin/chromium";

export const interaction: Benchmark = {
  id: "P8",
  name: "interaction",
  title: `the slowest answer to a press or a key, on a processor ${SLOWER} times slower`,
  run,
};

type Step = [name: string, act: (page: Page) => Promise<unknown>];

const t = textsOf("en");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const inDialog = (page: Page) => page.getByRole("dialog");
const close = (page: Page) =>
  inDialog(page)
    .getByRole("button", { name: t("common.close") })
    .tap();

/** What people do, screen by screen. */
const JOURNEYS: [path: string, steps: Step[]][] = [
  [
    "/",
    [
      ["choose the theme", (page) => button(page, t("shell.darkMode")).tap()],
      ["open a request", (page) => page.locator("main h2 button").first().tap()],
      ["close it", close],
      [
        "open the ways to share",
        (page) =>
          button(page, /^Share/)
            .first()
            .tap(),
      ],
      ["close them by Escape", (page) => page.keyboard.press("Escape")],
      [
        "open the donation",
        (page) =>
          button(page, /^Donate/)
            .first()
            .tap(),
      ],
      ["choose an amount", (page) => inDialog(page).locator("button[aria-pressed]").first().tap()],
      ["type an amount", (page) => inDialog(page).getByRole("textbox").first().pressSequentially("12")],
      ["close the donation", close],
      ["show more requests", (page) => button(page, t("feed.loadMore")).tap()],
    ],
  ],
  ...["/request", "/leaderboard", "/profile", "/notifications"].map((path): [string, Step[]] => [
    "/",
    [[`go to ${path}`, (page) => page.locator(`nav a[href="${path}"]`).tap()]],
  ]),
  [
    "/request",
    [
      ["type a title", (page) => page.getByRole("textbox").first().pressSequentially("A bicycle")],
      ["type a description", (page) => page.locator("textarea").first().pressSequentially("To school")],
    ],
  ],
  ["/leaderboard", [["choose a period", (page) => page.locator('a[href*="period=weekly"]').first().tap()]]],
  [
    "/profile",
    [
      ["open the pictures", (page) => button(page, t("profile.avatar.change")).tap()],
      ["close the pictures", close],
      ["open the privacy settings", (page) => page.locator("#privacy").tap()],
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

async function run(): Promise<Figure[]> {
  const { stack, cookie, stop } = await startSignedIn();
  const browser = await chromium.launch({
    ...(existsSync(CHROMIUM) && { executablePath: CHROMIUM }),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const slowest = new Map<string, number[]>();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [path, steps] of JOURNEYS) {
        const context = await browser.newContext({
          viewport: { width: 390, height: 844 },
          isMobile: true,
          hasTouch: true,
          locale: "en-GB",
        });
        const [name = "", value = ""] = cookie.split("=");
        if (path !== "/auth") await context.addCookies([{ name, value, url: stack.appUrl }]);
        const page = await context.newPage();
        const settled = watchQuiet(page);
        await page.addInitScript(observe);
        const session = await context.newCDPSession(page);
        await page.goto(stack.appUrl + path);
        await settled();
        await slow(session, SLOWER);
        for (const [label, act] of steps) {
          await page.evaluate(() => window.slowestEvents.splice(0));
          await act(page);
          await settled();
          const durations = await page.evaluate(() => window.slowestEvents);
          const known = slowest.get(label) ?? [];
          slowest.set(label, [...known, Math.max(0, ...durations)]);
        }
        await context.close();
      }
    }
    return [...slowest].map(([label, durations]) =>
      counted(label, {
        unit: "ms",
        target: { atMost: MOST_MS },
        ours: median(durations),
        spread: `${Math.min(...durations)}–${Math.max(...durations)}`,
      }),
    );
  } finally {
    await browser.close();
    await stop();
  }
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

function slow(session: CDPSession, rate: number): Promise<unknown> {
  return session.send("Emulation.setCPUThrottlingRate", { rate });
}
