import { type Browser, expect, type Locator, test } from "@playwright/test";
import { LONG } from "../support/long";
import { expectAccessible } from "./accessible";
import { Person } from "./person";

const WIDTHS = [390, 1280];

/** A request of 60.00 with an open donation of 10.00 and an anonymous one of 25.00. */
async function given(browser: Browser) {
  const item = `Fornuis ${crypto.randomUUID().slice(0, 8)}`;
  const asker = await Person.signedIn(browser, "Odette", "en");
  const request = await asker.hasAsked(item, 6_000);
  const open = await Person.signedIn(browser, "Wouter", "en");
  await open.hasGiven(request, 1_000);
  const quiet = await Person.signedIn(browser, "Stil", "en");
  expect((await quiet.page.request.patch("/api/auth/user", { data: { anonymousProfile: true } })).ok()).toBe(
    true,
  );
  await quiet.hasGiven(request, 2_500);
  return { item, asker, open, quiet };
}

/** Nothing that takes the focus is below the foot with the donate button, which is whole in sight. */
async function expectNothingCovered(dialog: Locator, donate: Locator): Promise<void> {
  const button = await donate.elementHandle();
  // The screen has just changed its width.
  await expect(donate).toBeInViewport({ ratio: 1 });
  const stops = await dialog.locator("a[href], button").all();
  expect(stops.length).toBeGreaterThan(3);
  for (const stop of stops) {
    const { below, inSight } = await stop.evaluate((element: HTMLElement, last) => {
      element.focus();
      const foot = last?.parentElement?.parentElement;
      const [top, { top: y, bottom }] = [
        foot?.getBoundingClientRect().top ?? 0,
        last!.getBoundingClientRect(),
      ];
      return {
        below: foot?.contains(element) ? 0 : element.getBoundingClientRect().bottom - top,
        inSight: y >= -1 && bottom <= innerHeight + 1,
      };
    }, button);
    expect(below).toBeLessThanOrEqual(1);
    expect(inSight).toBe(true);
  }
}

test("a request shows who gave and how far it is, with the donate button always in sight", async ({
  browser,
}) => {
  const { item, asker, open, quiet } = await given(browser);
  const reader = await Person.signedIn(browser, "Lea", "en");
  const { page, t } = reader;
  await page.goto("/");
  await reader.card(item).getByRole("button", { name: item, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: item });
  const donate = dialog.getByRole("button", { name: t("request.detail.donateNow") });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await expect(dialog.getByRole("link", { name: `@${open.username}`, exact: true })).toBeVisible();
    await expectNothingCovered(dialog, donate);
    if (width === 1280 || process.env.TEST_LONG) await expectAccessible(page, `request at ${width}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await expect(dialog).not.toContainText(quiet.username);
  await expect(dialog.getByText(t("request.story.donations", { count: 2 }), { exact: true })).toBeVisible();
  await expect(dialog.getByRole("definition")).toHaveCount(5);
  await expect(dialog.getByRole("term").filter({ hasText: t("request.detail.remaining") })).toBeVisible();
  const steps = dialog.getByRole("list").last().getByRole("listitem");
  await expect(steps).toHaveCount(5);
  const toCome = t("request.story.toCome");
  await expect(steps.filter({ hasText: toCome })).toHaveCount(2);
  await expect(steps.filter({ hasText: t("request.story.steps.halfway") })).not.toContainText(toCome);
  await expect(steps.nth(1).locator("time")).toBeVisible();
  await page.getByRole("link", { name: `@${open.username}`, exact: true }).click();
  await expect(page).toHaveURL(`/people/${open.username}`);

  // The owner's list has the same, folded until it is asked for.
  const own = asker.page;
  await own.goto("/profile");
  const fold = own.getByRole("group").filter({ hasText: t("request.story.title") });
  await expect(own.getByRole("link", { name: `@${open.username}`, exact: true })).toHaveCount(0);
  await fold.getByText(t("request.story.title")).click();
  await expect(fold.getByRole("link", { name: `@${open.username}`, exact: true })).toBeVisible();
  await expectAccessible(own, "own request");
});

test(
  "a request whose story cannot be read shows what is known of it, without a word",
  LONG,
  async ({ browser }) => {
    const item = `Kast ${crypto.randomUUID().slice(0, 8)}`;
    const asker = await Person.signedIn(browser, "Odette", "en");
    await asker.hasAsked(item, 6_000);
    const { page, t } = asker;
    await page.route("**/api/requests/*/story", (route) => route.abort());
    await page.goto("/");
    await asker.card(item).getByRole("button", { name: item, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: item });
    await expect(dialog.getByText(t("request.story.none"))).toBeVisible();
    const steps = dialog.getByRole("list").last().getByRole("listitem");
    await expect(steps.filter({ hasText: t("request.story.toCome") })).toHaveCount(4);
    await expect(steps.first().locator("time")).toBeVisible();
    await expect(page.getByRole("region", { name: /F8/ }).getByRole("listitem")).toHaveCount(0);
    await expectAccessible(page, "request without its story");
  },
);
