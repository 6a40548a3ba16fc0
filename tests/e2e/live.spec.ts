import { type Browser, expect, type Page, test } from "@playwright/test";
import { LONG } from "../support/long";
import { Person } from "./person";
import { tellSandbox } from "./sandbox";
import { streamsOf } from "./streams";

/** Seen live: what an open page shows moves when somebody gives, and nothing else does. */

/** The requests that a stream was asked for. */
const namedBy = (url = "") => new URL(url).searchParams.get("requests")?.split(",") ?? null;

/** What a page reads beside its stream. */
function readsOf(page: Page): string[] {
  const reads: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const isRead = request.headers().rsc !== undefined || pathname.startsWith("/api/");
    if (isRead && pathname !== "/api/events") reads.push(pathname);
  });
  return reads;
}

/** The browser says that the page is seen or not, as on a change of tabs. */
const turn = (page: Page, visibilityState: "visible" | "hidden") =>
  page.evaluate((state) => {
    Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, visibilityState);

/** A request of 40.00, and who asks, gives and reads. */
async function threePeople(browser: Browser, item: string) {
  const asker = await Person.signedIn(browser, "Noor", "en");
  const request = await asker.hasAsked(item, 4_000);
  const donor = await Person.signedIn(browser, "Gijs", "en");
  const reader = await Person.signedIn(browser, "Lotte", "en");
  return { asker, donor, reader, request };
}

const bell = ({ page, t }: Person) =>
  page.getByRole("navigation", { name: t("shell.tabs.label") }).locator('a[href="/notifications"]');

test("a donation moves the cards of others, their count of notifications and nothing else", async ({
  browser,
}) => {
  const item = `Step ${crypto.randomUUID().slice(0, 8)}`;
  const { asker, donor, reader, request } = await threePeople(browser, item);
  const { page, t } = reader;
  const streams = streamsOf(page);
  await page.goto("/");
  const card = reader.card(item);
  await expect(card).toContainText(t("feed.donations", { count: 0 }));
  await expect(card).toContainText(t("common.justNow"));
  // A bar moves for a moment, and not at all for who asked for less motion.
  const bar = card.getByRole("progressbar").locator("> *");
  for (const [reducedMotion, duration] of [
    ["no-preference", 0.3],
    ["reduce", 0.000_01],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    const seconds = await bar.evaluate((node) =>
      Number.parseFloat(getComputedStyle(node).transitionDuration),
    );
    expect(seconds).toBeCloseTo(duration, 5);
  }
  await expect.poll(() => streams.open).toBe(1);
  await asker.page.goto("/leaderboard");
  await expect(bell(asker)).toBeVisible();
  await expect(bell(asker)).not.toContainText(/\d/);

  // What the reader is doing: somewhere below, about to press a button.
  const donate = card.getByRole("button", { name: t("feed.donate") });
  await donate.scrollIntoViewIfNeeded();
  await donate.focus();
  const cards = page.getByRole("main").getByRole("listitem");
  const before = {
    order: await cards.getByRole("heading").allTextContents(),
    scroll: await page.evaluate(() => window.scrollY),
    height: (await card.boundingBox())?.height,
  };
  await page.waitForLoadState("networkidle");
  const reads = readsOf(page);

  await donor.hasGiven(request, 1_000);
  await expect(card).toContainText(reader.money(1_000));
  await expect(card).toContainText("25%");
  await expect(card).toContainText(t("feed.toGo", { amount: reader.money(3_000) }));
  await expect(card).toContainText(t("feed.donations", { count: 1 }));
  await expect(card).toContainText(t("feed.donationsFrom", { names: `@${donor.username}` }));
  await expect(card.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "25");
  await expect(bell(asker)).toContainText(asker.t("shell.tabs.unread", { count: 1 }));

  await donor.hasGiven(request, 3_000);
  await expect(card).toContainText("100%");
  await expect(card).toContainText(t("feed.goalReached"));
  await expect(card).not.toContainText(t("feed.toGo", { amount: reader.money(3_000) }));
  await expect(donate).toHaveAttribute("aria-disabled", "true");
  await expect(bell(asker)).toContainText(asker.t("shell.tabs.unread", { count: 3 }));

  await expect(donate).toBeFocused();
  expect({
    order: await cards.getByRole("heading").allTextContents(),
    scroll: await page.evaluate(() => window.scrollY),
    height: (await card.boundingBox())?.height,
  }).toEqual(before);
  expect(reads, "the stream says it all").toEqual([]);
  expect(streams.opened).toHaveLength(1);
});

test("an open request moves too, says so politely, and shows who gave", async ({ browser }) => {
  const item = `Kajak ${crypto.randomUUID().slice(0, 8)}`;
  const { asker, donor, reader, request } = await threePeople(browser, item);
  const { page, t } = reader;
  await page.goto("/");
  await reader.card(item).getByRole("button", { name: item, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: item });
  await expect(dialog.getByText(t("request.story.none"), { exact: true })).toBeVisible();
  await expect(dialog.getByRole("status")).toHaveText("");
  const donate = dialog.getByRole("button", { name: t("request.detail.donateNow") });
  await donate.focus();
  const place = await donate.boundingBox();

  await asker.page.goto("/profile");
  const own = asker.page.getByRole("main").getByRole("listitem").filter({ hasText: item });
  await expect(own).toBeVisible();
  const made = await asker.page.context().newPage();
  await made.goto(`/request/live?id=${request}`);
  await expect(made.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "0");

  await donor.hasGiven(request, 1_000);
  await expect(dialog.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "25");
  const amounts = { raised: reader.money(1_000), goal: reader.money(4_000) };
  await expect(dialog.getByRole("status")).toHaveText(t("request.detail.moved", amounts));
  await expect(dialog.getByRole("link", { name: `@${donor.username}`, exact: true })).toBeVisible();
  await expect(dialog.getByText(t("request.story.donations", { count: 1 }), { exact: true })).toBeVisible();
  await expect(own).toContainText(t("common.raisedOf", amounts));
  await expect(made.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "25");
  await expect(made.getByRole("main")).toContainText(t("feed.donations", { count: 1 }));

  await donor.hasGiven(request, 3_000);
  await expect(dialog.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "100");
  await expect(dialog.getByText(t("feed.goalReached"), { exact: true }).first()).toBeVisible();
  const reached = { raised: reader.money(4_000), goal: reader.money(4_000) };
  await expect(dialog.getByRole("status")).toHaveText(t("request.detail.movedToGoal", reached));
  await expect(dialog.getByText(t("request.story.donations", { count: 2 }), { exact: true })).toBeVisible();
  await expect(own).toContainText(t("profile.requests.status.completed"));
  await expect(donate).toBeFocused();
  expect(await donate.boundingBox()).toEqual(place);
});

test(
  "a card whose donation is returned is open again, and no longer says that its goal was reached",
  LONG,
  async ({ browser }) => {
    const item = `Slee ${crypto.randomUUID().slice(0, 8)}`;
    const { donor, reader, request } = await threePeople(browser, item);
    const { page, t } = reader;
    const payment = await donor.hasGiven(request, 4_000);
    await page.goto("/");
    const card = reader.card(item);
    // Reached goals come last: with many open requests, not on the first page.
    await expect(async () => {
      const more = page.getByRole("button", { name: t("feed.loadMore") });
      if (await more.isVisible()) await more.click();
      await expect(card).toContainText(t("feed.goalReached"), { timeout: 1_000 });
    }).toPass();
    await tellSandbox(page.request, `payments/${payment}/refund`);
    await expect(card.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "0");
    await expect(card).not.toContainText(t("feed.goalReached"));
    await card.getByRole("button", { name: t("feed.donate") }).click();
    await expect(page.getByRole("dialog").getByLabel(t("donate.amount"), { exact: true })).toBeVisible();
  },
);

test("who is about to give is not disturbed by a donation of somebody else", LONG, async ({ browser }) => {
  const item = `Wip ${crypto.randomUUID().slice(0, 8)}`;
  const { donor, reader, request } = await threePeople(browser, item);
  const { page, t } = reader;
  await page.goto("/");
  const card = reader.card(item);
  await card.getByRole("button", { name: t("feed.donate") }).click();
  const dialog = page.getByRole("dialog");
  const amount = dialog.getByLabel(t("donate.amount"), { exact: true });
  await amount.fill("25");
  const words = (await dialog.textContent()) ?? "";
  await donor.hasGiven(request, 1_000);
  await expect(page.getByRole("listitem", { includeHidden: true }).filter({ hasText: item })).toContainText(
    "25%",
  );
  await expect(amount).toHaveValue("25");
  await expect(amount).toBeFocused();
  // Only what can still be given follows.
  expect(await dialog.textContent()).toBe(words.replaceAll(reader.money(4_000), reader.money(3_000)));
});

test("the stream ends when nobody looks, and brings what was missed on return", LONG, async ({ browser }) => {
  const item = `Tol ${crypto.randomUUID().slice(0, 8)}`;
  const { donor, reader, request } = await threePeople(browser, item);
  const { page, t } = reader;
  const streams = streamsOf(page);
  await page.goto("/");
  const card = reader.card(item);
  await expect(card).toContainText(t("feed.donations", { count: 0 }));
  await expect.poll(() => streams.open).toBe(1);
  await turn(page, "hidden");
  await expect.poll(() => streams.open).toBe(0);

  await donor.hasGiven(request, 1_000);
  await expect(card).toContainText(t("feed.donations", { count: 0 }));
  await turn(page, "visible");
  await expect(card).toContainText(t("feed.donations", { count: 1 }));
  await expect(card).toContainText(reader.money(1_000));
  expect(streams.opened).toHaveLength(2);
  expect(streams.open).toBe(1);
});

test("one stream serves all pages of a tab, naming what they show, and none where nothing listens", async ({
  browser,
}) => {
  const person = await Person.signedIn(browser, "Ravi", "en");
  const request = await person.hasAsked(`Vaas ${crypto.randomUUID().slice(0, 8)}`, 1_000);
  const { page, t } = person;
  const streams = streamsOf(page);
  await page.goto("/leaderboard");
  await expect.poll(() => streams.open).toBe(1);
  expect(namedBy(streams.opened[0])).toEqual([""]);
  const tabs = page.getByRole("navigation", { name: t("shell.tabs.label") });
  const go = async (path: string) => {
    await tabs.locator(`a[href="${path}"]`).click();
    await page.waitForURL(path);
    await expect(page.getByRole("main").getByRole("heading").first()).toBeAttached();
  };
  await go("/");
  await expect.poll(() => streams.opened.length).toBe(2);
  expect(namedBy(streams.opened[1])).toContain(request);
  for (const path of ["/leaderboard", "/profile", "/notifications", "/"]) await go(path);
  await page.waitForLoadState("networkidle");
  expect(streams.opened).toHaveLength(2);
  expect(streams.open).toBe(1);

  await page.goto("/payment-success");
  await page.waitForLoadState("networkidle");
  expect(streams.opened).toHaveLength(2);
  expect(streams.open).toBe(0);
});
