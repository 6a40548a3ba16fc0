import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { timed } from "@/tests/e2e/stopwatch";
import { textsOf } from "@/tests/e2e/texts";
import { type Benchmark, counted, type Figure, median } from "./figure";
import { watchQuiet } from "./quiet";
import { type SignedIn, startSignedIn } from "./signed-in";

/** How much slower than this machine the phone is. */
const SLOWER = 4;
const ROUNDS = 5;
/** Of the tabs in a round, after a first that warms them. */
const LAPS = 2;

/** The longest times in milliseconds (design, P12). Back at the card has no target of its own: as for the thanks. */
const MOST = { news: 100, content: 400, form: 1_000, thanks: 1_500, back: 1_500 };

const CHROMIUM = "/usr/bin/chromium";

export const journey: Benchmark = {
  id: "P12",
  name: "journey",
  title: `from tab to tab, and the way of a donation, on a processor ${SLOWER} times slower`,
  run,
};

const t = textsOf("en");
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

type Times = Map<string, number[]>;
type Quiet = ReturnType<typeof watchQuiet>;

async function run(): Promise<Figure[]> {
  const served = await startSignedIn();
  const browser = await chromium.launch({
    ...(existsSync(CHROMIUM) && { executablePath: CHROMIUM }),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const times = {
      news: new Map(),
      content: new Map(),
      form: new Map(),
      thanks: new Map(),
      back: new Map(),
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      await onPhone(browser, served, (page, quiet) => switchTabs(page, quiet, times));
      await onPhone(browser, served, (page, quiet) => give(page, quiet, times));
    }
    return [
      ...figuresOf(times.news, { most: MOST.news, typical: median }),
      ...figuresOf(times.content, { most: MOST.content, typical: thirdQuartile }),
      ...figuresOf(times.form, { most: MOST.form, typical: median }),
      ...figuresOf(times.thanks, { most: MOST.thanks, typical: median }),
      ...figuresOf(times.back, { most: MOST.back, typical: median }),
    ];
  } finally {
    await browser.close();
    await served.stop();
  }
}

/** The feed on a phone of its own, with nothing of the application in its memory. */
async function onPhone(
  browser: Browser,
  { stack, cookie }: SignedIn,
  use: (page: Page, quiet: Quiet) => Promise<void>,
): Promise<void> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: "en-GB",
  });
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url: stack.appUrl }]);
  const page = await context.newPage();
  const quiet = watchQuiet(page);
  await page.goto(stack.appUrl);
  await quiet();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await use(page, quiet);
  await context.close();
}

async function switchTabs(
  page: Page,
  quiet: Quiet,
  { news, content }: { news: Times; content: Times },
): Promise<void> {
  for (let lap = 0; lap <= LAPS; lap += 1) {
    for (const { path, content: ready } of TABS) {
      const tab = page.locator(`nav a[href="${path}"]`);
      const took = await timed(page, { news: SKELETON, ready, path }, () => tab.tap());
      await quiet();
      if (lap === 0) continue;
      add(news, `to ${path}: something new`, took.news);
      add(content, `to ${path}: the content, p75`, took.ready);
    }
  }
}

/** From the feed to the thanks and back, each step from its press to what it shows. */
async function give(
  page: Page,
  quiet: Quiet,
  { form, thanks, back }: Record<"form" | "thanks" | "back", Times>,
): Promise<void> {
  const dialog = page.getByRole("dialog");
  const step = async (into: Times, label: string, ready: string, act: () => Promise<unknown>) => {
    const took = await timed(page, { ready }, act);
    add(into, label, took.ready);
    await quiet();
  };
  const donate = page.locator(`${CARD} button:not([aria-disabled])`, { hasText: t("feed.donate") });
  await step(form, "Donate: the amount", "[role=dialog] input", () => donate.first().tap());
  await step(form, "an amount: what it costs", "[role=dialog] button[type=submit]:not([aria-disabled])", () =>
    dialog.locator("button[aria-pressed]").first().tap(),
  );
  await step(form, "on: the ways to pay", "[role=dialog]:not(:has(input)) dl", () =>
    dialog.locator("button[type=submit]").tap(),
  );
  await step(form, "card: its form", "[role=dialog] input[name=number]:enabled", () =>
    dialog.getByRole("button", { name: t("donate.card") }).tap(),
  );
  for (const [field, typed] of [
    ["number", "4242424242424242"],
    ["expiry", "1234"],
    ["cvc", "123"],
  ]) {
    await dialog.locator(`input[name=${field}]`).tap();
    await page.keyboard.type(typed ?? "");
  }
  const paid = await timed(page, { ready: "main [role=progressbar]", path: "/payment-success" }, () =>
    dialog.locator("button[type=submit]").tap(),
  );
  const provider = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => /\/api\/sandbox\/.*\/confirm$/.test(name))
      .reduce((sum, { duration }) => sum + duration, 0),
  );
  add(thanks, "Pay: the thanks, without the provider", paid.ready - provider);
  await quiet();
  await step(back, "back: at the card, its bar moving", `${CARD}:focus-within [role=progressbar]`, () =>
    page
      .getByRole("main")
      .getByRole("link", { name: t("paymentSuccess.home") })
      .tap(),
  );
}

function figuresOf(
  times: Times,
  { most, typical }: { most: number; typical: (values: readonly number[]) => number },
): Figure[] {
  return [...times].map(([label, values]) =>
    counted(label, {
      unit: "ms",
      target: { atMost: most },
      ours: Math.round(typical(values)),
      spread: `${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))}`,
    }),
  );
}

function add(times: Times, label: string, milliseconds: number): void {
  times.set(label, [...(times.get(label) ?? []), milliseconds]);
}

function thirdQuartile(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.75) - 1] ?? Number.NaN;
}
