import { expect, type Locator, type Page, test } from "@playwright/test";
import { LONG } from "../support/long";
import { Person } from "./person";

/** In a browser: what components/ui/toaster.test.tsx cannot show. */

function toastIn(page: Page) {
  return page.getByRole("region", { name: /F8/ }).getByRole("article");
}

test(
  "a toast hides neither the header nor the title of a dialog, however high that is",
  LONG,
  async ({ browser }) => {
    const person = await Person.signedIn(browser, "Toos", "en");
    const { page, t } = person;
    await page.setViewportSize({ width: 390, height: 520 });
    const item = `Bank ${crypto.randomUUID().slice(0, 8)}`;
    await person.hasAsked(item, 3_000);
    await page.goto("/");
    await person.card(item).getByRole("button", { name: item, exact: true }).click();
    const dialog = page.getByRole("dialog").filter({ hasText: item });
    const top = async (of: Locator) => (await of.boundingBox())?.y ?? Number.NaN;
    const bottom = async (of: Locator) => {
      const box = await of.boundingBox();
      return box ? box.y + box.height : Number.NaN;
    };
    const before = await top(dialog);
    await dialog.getByRole("button", { name: t("share.shareItem", { item }) }).click();
    await page
      .getByRole("dialog", { name: t("share.title") })
      .getByRole("button", { name: t("share.copy") })
      .click();
    const toast = toastIn(page);
    await expect(toast).toBeVisible();
    await expect
      .poll(async () => (await top(toast)) >= (await bottom(page.locator("header").first())))
      .toBe(true);
    await expect.poll(async () => (await top(dialog)) >= (await bottom(toast))).toBe(true);
    await toast.getByRole("button", { name: t("common.close") }).click();
    await expect(toast).toHaveCount(0);
    await expect.poll(() => top(dialog)).toBe(before);
  },
);

test(
  "over a dialog, Escape closes the dialog first; F8 reaches the toast and leaves the dialog open",
  LONG,
  async ({ browser }) => {
    const person = await Person.signedIn(browser, "Toos", "en");
    const { page, t } = person;
    const item = `Kast ${crypto.randomUUID().slice(0, 8)}`;
    await person.hasAsked(item, 3_000);
    await page.goto("/");
    await person.card(item).getByRole("button", { name: item, exact: true }).click();
    const dialog = page.getByRole("dialog").filter({ hasText: item });
    await dialog.getByRole("button", { name: t("share.shareItem", { item }) }).click();
    const popover = page.getByRole("dialog", { name: t("share.title") });
    const copy = popover.getByRole("button", { name: t("share.copy") });
    await copy.click();
    const toast = toastIn(page);
    await expect(toast).toBeVisible();

    await page.keyboard.press("F8");
    await expect(toast).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(popover.locator(":focus")).toHaveCount(1);

    await page.keyboard.press("Escape");
    await expect(popover).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await expect(toast).toBeVisible();
    await page.keyboard.press("F8");
    await expect(toast).toBeFocused();
    await expect(dialog).toBeVisible();
    await page.keyboard.press("F8");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(toast).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(toast).toHaveCount(0, { timeout: 1_000 });
  },
);

test("a toast says that the network is gone", async ({ browser }) => {
  const { page, t } = await Person.signedIn(browser, "Toos", "en");
  const code = page.waitForResponse(
    async (answer) =>
      answer.url().includes("/_next/static/chunks/") && (await answer.text()).includes("data-swiped:"),
  );
  await page.goto("/profile#privacy");
  await code;
  await page.context().setOffline(true);
  await page.getByRole("button", { name: t("shell.logout") }).click();
  await expect(toastIn(page).filter({ hasText: t("shell.logoutFailed") })).toBeVisible();
});

test("a toast whose code could not be fetched is shown once it can be", LONG, async ({ browser }) => {
  const { page, t } = await Person.signedIn(browser, "Toos", "en");
  let refused = 0;
  let refuses = true;
  await page.route("**/_next/static/chunks/*.js", async (route) => {
    const answer = await route.fetch();
    if (!refuses || !(await answer.text()).includes("data-swiped:"))
      return route.fulfill({ response: answer });
    refused += 1;
    return route.abort();
  });
  await page.goto("/profile#privacy");
  // The second time is the bundler's own.
  await expect.poll(() => refused).toBe(2);
  refuses = false;
  await page.getByRole("switch", { name: t("profile.privacy.anonymousProfile.label") }).click();
  await expect(toastIn(page).filter({ hasText: t("toasts.profileUpdated.title") })).toBeVisible();
});
