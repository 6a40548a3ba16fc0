import { randomUUID } from "node:crypto";
import { type APIRequestContext, type Browser, expect, type Page, test } from "@playwright/test";
import { textsOf } from "./texts";

/** Each would set `ran` if any of it were taken for more than text. */
const CORPUS = [
  "<script>window.ran=1</script>",
  "</script><script>window.ran=2</script>",
  '"><img src=x onerror="window.ran=3">',
  "'><svg/onload=window.ran=4>",
  "</title><script>window.ran=5</script>",
  "</textarea><script>window.ran=6</script>",
  '<iframe srcdoc="<script>top.ran=7</script>"></iframe>',
  '<a href="javascript:window.ran=8" autofocus onfocus="window.ran=8">x</a>',
  "javascript:window.ran=9",
  "<math><mtext></form><form><mglyph><style></math><img src onerror=window.ran=10>",
  "{{constructor.constructor('window.ran=11')()}}",
  "$" + "{window.ran=12}`-window.ran=12-`",
  "--><!--<img src=x onerror=window.ran=13>",
  "%3Cscript%3Ewindow.ran=14%3C/script%3E",
  "&lt;script&gt;window.ran=15&lt;/script&gt;",
  '{"a":1}</script><script>window.ran=16</script>\u2028\u2029',
  "<style>@import'javascript:window.ran=17';</style>",
  '<meta http-equiv="refresh" content="0;url=javascript:window.ran=18">',
];

const ALL = CORPUS.join(" ");
/** For places in an address, three at a time. */
const THREES = CORPUS.flatMap((_, n) => (n % 3 === 0 ? [CORPUS.slice(n, n + 3).join(" ")] : []));
const t = textsOf("en");

/** Fails the test if anything of the corpus runs, or if the content policy has to stop it. */
async function watch(page: Page): Promise<(where: string) => Promise<void>> {
  await page.addInitScript(() => {
    const seen = window as unknown as { violations: string[] };
    seen.violations = [];
    document.addEventListener("securitypolicyviolation", (event) =>
      seen.violations.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
    );
  });
  const asked: string[] = [];
  page.on("dialog", async (dialog) => {
    asked.push(dialog.message());
    await dialog.dismiss();
  });
  return async (where) => {
    const state = await page.evaluate(() => {
      const { ran, violations } = window as unknown as { ran?: unknown; violations: string[] };
      return { ran: ran ?? null, violations };
    });
    expect({ where, ...state, asked }).toEqual({ where, ran: null, violations: [], asked: [] });
  };
}

async function join(api: APIRequestContext, name: string): Promise<void> {
  const username = `u${randomUUID().slice(0, 10)}`;
  const data = { username, name, email: `${username}@example.org`, password: `steun-${randomUUID()}` };
  expect((await api.post("/api/auth/register", { data })).status()).toBe(201);
  const payout = { paymentMethod: "paypal", paypalEmail: "payout@example.org", preferredLanguage: "en" };
  expect((await api.patch("/api/auth/user", { data: payout })).status()).toBe(200);
}

async function ask(api: APIRequestContext, item: string): Promise<string> {
  const answer = await api.post("/api/requests", { data: { item, description: ALL, goal: 5_000 } });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

/** The pages that the server writes for a visitor. */
async function expectNothingRunsForVisitor(browser: Browser, ids: readonly string[]): Promise<void> {
  const visitor = await browser.newPage();
  const nothingRan = await watch(visitor);
  for (const id of ids) {
    await visitor.goto(`/?request=${id}`);
    await expect(visitor.getByRole("heading", { level: 1 })).toBeVisible();
    await nothingRan(`the shared request ${id}`);
  }
  for (const text of THREES) {
    await visitor.goto(`/auth?next=${encodeURIComponent(text)}&error=${encodeURIComponent(text)}`);
    await nothingRan(`/auth?next=${text}`);
  }
}

/** The pages of somebody signed in. */
async function expectNothingRunsForReader(browser: Browser, ids: readonly string[]): Promise<void> {
  const context = await browser.newContext({ locale: "en-GB" });
  await join(context.request, CORPUS[2] ?? "");
  const page = await context.newPage();
  const clean = await watch(page);
  // The visitor sees each of them in a page that the server writes. Here the browser writes them, by the same
  // components: the feed shows every title, and a dialog one of three, each with the whole corpus below.
  await page.goto("/");
  for (const text of CORPUS)
    await expect(page.getByRole("main").getByRole("heading", { name: text, exact: true })).toBeVisible();
  await clean("the feed with all of them");
  for (const [n, id] of ids.entries()) {
    if (!process.env.TEST_LONG && n % 3 !== 2) continue;
    await page.goto(`/?request=${id}`);
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("heading", { name: CORPUS[n] ?? "", exact: true })).toBeVisible();
    await expect(dialog).toContainText(CORPUS.at(-1) ?? "");
    await clean(`request ${CORPUS[n]}`);
  }
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `${t("request.detail.donateNow")}: ${CORPUS.at(-1)}`, exact: true })
    .click();
  await expect(page.getByLabel(t("donate.amount"), { exact: true })).toBeVisible();
  await clean("the donation");
  await ask(context.request, CORPUS[0] ?? "");
  for (const path of ["/", "/profile", "/request", "/notifications", "/leaderboard", "/subscription"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await clean(path);
  }
  for (const text of THREES) {
    await page.goto(`/leaderboard?search=${encodeURIComponent(text)}&period=${encodeURIComponent(text)}`);
    await clean(`search ${text}`);
    await page.goto(`/profile?purchase=${encodeURIComponent(text)}&subscription=${encodeURIComponent(text)}`);
    await clean(`profile ${text}`);
    await page.goto(`/payment-success?payment_intent=${encodeURIComponent(text)}`);
    await clean(`payment ${text}`);
  }
}

test("trust 26: what people type is shown as text on every page", async ({ browser }) => {
  const ids: string[] = [];
  for (let first = 0; first < CORPUS.length; first += 3) {
    const asker = await browser.newContext();
    await join(asker.request, CORPUS[first] ?? "");
    for (const item of CORPUS.slice(first, first + 3)) ids.push(await ask(asker.request, item));
    await asker.close();
  }

  await Promise.all([expectNothingRunsForVisitor(browser, ids), expectNothingRunsForReader(browser, ids)]);
});
