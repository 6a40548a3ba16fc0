import { type Browser, expect, type Locator, type Page, test } from "@playwright/test";
import { LONG } from "../support/long";
import { Person } from "./person";

/** Specification 9, Toasts. */
const DURATION_MS = 5_000;

/** A person on their profile, where every switch shows a toast. */
async function personOnProfile(browser: Browser, { clock = false } = {}): Promise<Person> {
  const person = await Person.signedIn(browser, "Toos", "en");
  const { page } = person;
  if (clock) await page.clock.install();
  await page.goto("/profile#privacy");
  return person;
}

async function causeToast({ page, t }: Person): Promise<Locator> {
  await page.getByRole("switch", { name: t("profile.privacy.anonymousProfile.label") }).click();
  const toast = toastIn(page).filter({ hasText: t("toasts.profileUpdated.title") });
  await expect(toast).toBeVisible();
  return toast;
}

function toastIn(page: Page) {
  return page.getByRole("region", { name: /F8/ }).getByRole("article");
}

test(
  "a toast leaves after five seconds, which stand still while somebody is at it",
  LONG,
  async ({ browser }) => {
    const person = await personOnProfile(browser, { clock: true });
    const { page, t } = person;
    const toast = await causeToast(person);
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 500));
    await page.clock.runFor(DURATION_MS - 2_000);
    await expect(toast).toBeVisible();

    await toast.hover();
    await page.clock.runFor(60_000);
    await expect(toast).toBeVisible();
    await page.mouse.move(5, 800);
    const close = toast.getByRole("button", { name: t("common.close") });
    await close.focus();
    await page.clock.runFor(60_000);
    await expect(toast).toBeVisible();
    await close.blur();
    await page.evaluate(() => window.dispatchEvent(new Event("blur")));
    await page.clock.runFor(60_000);
    await expect(toast).toBeVisible();

    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await page.clock.runFor(1_000);
    await expect(toast).toBeVisible();
    await page.clock.runFor(1_000);
    await expect(toast).toHaveCount(0);
  },
);

test(
  "a swipe of 50 pixels to the right dismisses, a shorter one or one to the left does not",
  LONG,
  async ({ browser }) => {
    const person = await personOnProfile(browser);
    const { page } = person;
    const toast = await causeToast(person);
    const box = await toast.boundingBox();
    if (!box) throw new Error("the toast has no place");
    const swipe = async (distance: number) => {
      const [x, y] = [box.x + 60, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + distance, y + 3, { steps: 5 });
      await page.mouse.up();
    };
    await swipe(45);
    await swipe(-120);
    await expect(toast).toHaveCSS("translate", "none");
    await expect(toast).toBeVisible();
    await swipe(55);
    await expect(toast).toHaveCount(0, { timeout: 1_000 });
  },
);

test("at most one toast is visible, and each is announced", LONG, async ({ browser }) => {
  const person = await personOnProfile(browser);
  const { page, t } = person;
  const announced = page.getByRole("region", { name: /F8/ }).getByRole("status");
  await causeToast(person);
  await expect(announced).toHaveText(`${t("common.notification")} ${t("toasts.profileUpdated.title")}`);
  await expect(announced).toHaveText("");

  await page.route("**/api/auth/logout", (route) => route.abort());
  await page.getByRole("button", { name: t("shell.logout") }).click();
  await expect(toastIn(page).filter({ hasText: t("shell.logoutFailed") })).toBeVisible();
  await expect(toastIn(page)).toHaveCount(1);
  await expect(announced).toContainText(t("shell.logoutFailed"));
  await expect(announced).toContainText(t("errors.mobile.offline"));
});

test("the toast of a success goes with its page", async ({ browser }) => {
  const person = await personOnProfile(browser);
  const { page, t } = person;
  const toast = await causeToast(person);
  // Its time stands still.
  await page.evaluate(() => window.dispatchEvent(new Event("blur")));
  await page.getByRole("link", { name: t("shell.tabs.request"), exact: true }).click();
  await page.waitForURL("/request");
  await expect(toast).toHaveCount(0);
});

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

test("F8 goes to the toast and back; Escape closes it from inside", LONG, async ({ browser }) => {
  const person = await personOnProfile(browser);
  const { page, t } = person;
  const toast = await causeToast(person);
  const place = page.getByRole("switch", { name: t("profile.privacy.anonymousProfile.label") });
  await place.focus();
  await page.keyboard.press("F8");
  await expect(toast).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(toast.getByRole("button", { name: t("common.close") })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(place).toBeFocused();
  await page.keyboard.press("F8");
  await page.keyboard.press("F8");
  await expect(place).toBeFocused();
  await page.keyboard.press("F8");
  await page.keyboard.press("Escape");
  await expect(place).toBeFocused();
  await expect(toast).toHaveCount(0);
});

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
  const person = await Person.signedIn(browser, "Toos", "en");
  const { page } = person;
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
  await causeToast(person);
});
