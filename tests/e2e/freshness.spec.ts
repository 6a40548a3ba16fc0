import { type Browser, expect, type Page, test } from "@playwright/test";
import { LONG } from "../support/long";
import { Person } from "./person";
import { saveData } from "./save-data";
import { streamsOf } from "./streams";

/** Specification 7 and 9, Data cache: the feed at most 2 minutes old, the rest 5. */
const FEED_MS = 120_000;
const REST_MS = 300_000;

/** Without the live stream, which would show what happens at once: there is none where data is to be saved. */
async function newPerson(browser: Browser, name: string, { clock = false } = {}) {
  const person = await Person.signedIn(browser, name, "en");
  await saveData(person.page);
  const streams = streamsOf(person.page);
  if (clock) await person.page.clock.install();
  await person.page.goto("/");
  return Object.assign(person, { streams });
}

async function askFor(browser: Browser, item: string): Promise<void> {
  const asker = await Person.signedIn(browser, "Mina", "en");
  await asker.hasAsked(item, 5_000);
}

function tab({ page, t }: Person, path: string) {
  return page.getByRole("navigation", { name: t("shell.tabs.label") }).locator(`a[href="${path}"]`);
}

function countReads(page: Page): { count: number } {
  const reads = { count: 0 };
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.headers().rsc || pathname.startsWith("/api/")) reads.count += 1;
  });
  return reads;
}

test("one's own donation shows at once in the feed, on the board and on one's card", async ({ browser }) => {
  const item = `Stoel ${crypto.randomUUID().slice(0, 8)}`;
  await askFor(browser, item);
  const donor = await newPerson(browser, "Levi");
  const { page, t } = donor;
  // Both have been seen before, so that they could be shown as they were.
  await tab(donor, "/leaderboard").click();
  await expect(page.getByText(t("leaderboard.notRanked"))).toBeVisible();
  await tab(donor, "/").click();
  await expect(donor.card(item)).toBeVisible();
  await donor
    .card(item)
    .getByRole("button", { name: t("feed.donate") })
    .click();
  await page.getByLabel(t("donate.amount"), { exact: true }).fill("10");
  await page.getByRole("button", { name: t("donate.submit", { amount: donor.money(1020) }) }).click();
  await page.getByRole("button", { name: t("donate.card") }).click();
  await donor.payWith("4242424242424242");
  await page.waitForURL(/payment-success/);

  await page.getByRole("link", { name: t("paymentSuccess.home") }).click();
  await expect(donor.card(item)).toContainText(donor.money(1000));
  await expect(page.getByRole("main").getByText(/Leaderboard #\d/)).toBeVisible();
  await tab(donor, "/leaderboard").click();
  await expect(page.getByRole("listitem").filter({ hasText: donor.username })).toContainText(
    donor.money(1000),
  );
  expect(donor.streams.opened).toEqual([]);
});

test(
  "another's new request shows after two minutes, neither on focus nor by itself",
  LONG,
  async ({ browser }) => {
    const reader = await newPerson(browser, "Otto", { clock: true });
    const { page } = reader;
    await expect(page.getByRole("main")).toBeVisible();
    const item = `Lamp ${crypto.randomUUID().slice(0, 8)}`;
    await askFor(browser, item);

    const reads = countReads(page);
    await page.evaluate(() => {
      window.dispatchEvent(new Event("focus"));
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await page.clock.fastForward(FEED_MS - 30_000);
    await expect(reader.card(item)).toHaveCount(0);
    expect(reads.count).toBe(0);

    await tab(reader, "/request").click();
    await page.waitForURL("/request");
    await page.clock.fastForward(40_000);
    await tab(reader, "/").click();
    await expect(reader.card(item)).toBeVisible();
  },
);

test(
  "on the way back through the history, nothing older than the limit is shown",
  LONG,
  async ({ browser }) => {
    const reader = await newPerson(browser, "Pia", { clock: true });
    const { page } = reader;
    await tab(reader, "/leaderboard").click();
    await page.waitForURL("/leaderboard");
    const item = `Klok ${crypto.randomUUID().slice(0, 8)}`;
    await askFor(browser, item);
    await page.goBack();
    await page.waitForURL("/");
    await expect(reader.card(item)).toHaveCount(0);
    await page.goForward();
    await page.waitForURL("/leaderboard");
    await page.clock.fastForward(FEED_MS);
    await page.goBack();
    await expect(reader.card(item)).toBeVisible();
  },
);

test(
  "the number of unread notifications is as new as the frame may be old, and right beside the list",
  LONG,
  async ({ browser }) => {
    const item = `Kop ${crypto.randomUUID().slice(0, 8)}`;
    const asker = await newPerson(browser, "Noud", { clock: true });
    await asker.hasAsked(item, 5_000);
    const donor = await newPerson(browser, "Sem");
    await donor.donate(item, "10", 1020);
    await donor.payWith("4242424242424242");
    await donor.page.waitForURL(/payment-success/);

    const { page, t } = asker;
    const bell = tab(asker, "/notifications");
    const unread = t("shell.tabs.unread", { count: 1 });
    await tab(asker, "/profile").click();
    await page.waitForURL("/profile");
    await expect(bell).not.toContainText(unread);
    await page.clock.fastForward(REST_MS);
    await tab(asker, "/leaderboard").click();
    await expect(bell).toContainText(unread);

    await donor.donate(item, "10", 1020);
    await donor.payWith("4242424242424242");
    await donor.page.waitForURL(/payment-success/);
    await bell.click();
    await expect(page.getByRole("main").getByText(t("notifications.new"), { exact: true })).toHaveCount(2);
    await expect(bell).toContainText(t("shell.tabs.unread", { count: 2 }));
  },
);
