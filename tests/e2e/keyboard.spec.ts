import { type Browser, expect, type Locator, type Page, test } from "@playwright/test";
import { LONG } from "../support/long";
import { Person } from "./person";

/** The focus stays inside, however often Tab is pressed, in either direction. */
async function expectFocusStays(page: Page, layer: Locator): Promise<void> {
  await expect(layer).toBeVisible();
  // Once around, and on.
  const stops = (await layer.locator("a, button, input, select, textarea").count()) + 2;
  for (const key of ["Tab", "Shift+Tab"]) {
    for (let stop = 0; stop < stops; stop += 1) {
      await page.keyboard.press(key);
      const inside = await layer.evaluate((element) => element.contains(document.activeElement));
      expect(inside, `${key}, ${stop + 1} times`).toBe(true);
    }
  }
}

/** Opens a dialog or popover from the keyboard, walks around in it, and leaves it with Escape. */
async function expectKeyboard(page: Page, opener: Locator, layer: Locator): Promise<void> {
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(layer).toHaveAccessibleName(/\S/);
  await expect.poll(() => layer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await expectFocusStays(page, layer);
  await page.keyboard.press("Escape");
  await expect(layer).toHaveCount(0);
  await expect(opener).toBeFocused();
}

async function newPerson(browser: Browser, name: string): Promise<Person> {
  const person = await Person.signedIn(browser, name, "en");
  await person.page.goto("/");
  return person;
}

async function askerOf(browser: Browser, item: string): Promise<Person> {
  const asker = await Person.signedIn(browser, "Odette", "en");
  await asker.hasAsked(item, 6_000);
  return asker;
}

test(
  "a request, its share popover and its QR code by keyboard; the back button closes it",
  LONG,
  async ({ browser }) => {
    const item = `Bank ${crypto.randomUUID().slice(0, 8)}`;
    await askerOf(browser, item);
    const reader = await newPerson(browser, "Wim");
    const { page, t } = reader;
    const open = reader.card(item).getByRole("button", { name: item, exact: true });
    const detail = page.getByRole("dialog", { name: item });
    await expectKeyboard(page, open, detail);

    await open.press("Enter");
    await expect(detail).toHaveAccessibleDescription("It is getting cold.");
    const share = detail.getByRole("button", { name: t("share.shareItem", { item }) });
    const popover = page.getByRole("dialog", { name: t("share.title") });
    await expectKeyboard(page, share, popover);
    await share.press("Enter");
    const qr = popover.getByRole("button", { name: t("share.qrCode") });
    await qr.press("Enter");
    await expect(qr).toHaveAttribute("aria-expanded", "true");
    await expect(popover.getByRole("img", { name: t("share.qrCodeLabel") })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(detail).toBeVisible();
    await page.goBack();
    await expect(detail).toHaveCount(0);
    await expect(page).toHaveURL("/");
    await expect(open).toBeFocused();

    await expectKeyboard(
      page,
      reader.card(item).getByRole("button", { name: t("share.shareItem", { item }) }),
      popover,
    );
  },
);

test("every step of a donation keeps the focus and says what it is", LONG, async ({ browser }) => {
  const item = `Tafel ${crypto.randomUUID().slice(0, 8)}`;
  const asker = await askerOf(browser, item);
  const donor = await newPerson(browser, "Lot");
  const { page, t } = donor;
  const donate = donor.card(item).getByRole("button", { name: t("feed.donate") });
  const dialog = page.getByRole("dialog");
  const about = t("donate.to", { name: `Odette (@${asker.username})`, item });
  await expectKeyboard(page, donate, dialog);

  await donate.press("Enter");
  await expect(dialog).toHaveAccessibleName(t("donate.title"));
  await expect(dialog).toHaveAccessibleDescription(about);
  await dialog.getByLabel(t("donate.amount"), { exact: true }).fill("10");
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveAccessibleName(t("donate.method"));
  await expect(dialog).toHaveAccessibleDescription(about);
  await expectFocusStays(page, dialog);
  await dialog.getByRole("button", { name: t("donate.card") }).press("Enter");
  await expect(dialog).toHaveAccessibleName(t("donate.cardTitle"));
  await expect(dialog.getByLabel(t("donate.fields.number"), { exact: true })).toBeVisible();
  await expectFocusStays(page, dialog);
  const numbers = dialog.getByRole("button", { name: t("donate.sandbox.numbers") });
  await expectKeyboard(page, numbers, page.getByRole("dialog", { name: t("donate.sandbox.numbers") }));
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(donate).toBeFocused();
});

test("the dialogs of the profile by keyboard", LONG, async ({ browser }) => {
  const item = `Kast ${crypto.randomUUID().slice(0, 8)}`;
  const person = await askerOf(browser, item);
  const { page, t } = person;
  await page.goto("/profile#payment");
  const dialog = page.getByRole("dialog");

  const picture = page.getByRole("button", { name: t("profile.avatar.change") });
  await expectKeyboard(page, picture, page.getByRole("dialog", { name: t("profile.avatar.title") }));
  await picture.press("Enter");
  await expect(dialog).toHaveAccessibleDescription(t("profile.avatar.hint"));
  await page.keyboard.press("Escape");

  await page.getByRole("radio", { name: t("profile.payment.methods.visa") }).press("Space");
  await expectKeyboard(
    page,
    page.getByRole("button", { name: t("profile.payment.card.add") }),
    page.getByRole("dialog", { name: t("profile.payment.card.title") }),
  );

  const remove = page.getByRole("button", { name: t("profile.requests.deleteItem", { item }) });
  const confirm = page.getByRole("alertdialog", { name: t("profile.requests.delete.title") });
  await expectKeyboard(page, remove, confirm);
  await remove.press("Enter");
  await expect(confirm).toHaveAccessibleDescription(t("profile.requests.delete.text", { item }));
  await confirm.getByRole("button", { name: t("profile.requests.delete.confirm") }).press("Enter");
  await expect(confirm).toHaveCount(0);
  await expect(page.getByRole("heading", { name: /My Requests/ })).toBeFocused();
});

test("the theme and the language by keyboard", LONG, async ({ browser }) => {
  const person = await newPerson(browser, "Bo");
  const { page, t } = person;
  const dark = page.getByRole("button", { name: t("shell.darkMode") });
  await dark.press("Space");
  await expect(dark).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("html")).toHaveClass(/dark/);
  await page.goto("/profile#privacy");
  const language = page.getByRole("combobox", { name: t("profile.language") });
  await language.focus();
  await page.keyboard.press("n");
  await expect(page.locator("html")).toHaveAttribute("lang", "nl");
  await expect(page.locator("select:focus")).toHaveValue("nl");
});
