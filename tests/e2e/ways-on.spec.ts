import { expect, type Locator, type Page, test } from "@playwright/test";
import { LONG, longUnless } from "../support/long";
import { Person } from "./person";

/** A heading in sight below the header, with the focus on it. */
async function expectArrival(page: Page, heading: Locator): Promise<void> {
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport({ ratio: 1 });
  const [header, box] = await Promise.all([page.getByRole("banner").boundingBox(), heading.boundingBox()]);
  expect(box?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
}

test("the way to the payment settings arrives at them, each of four times", async ({ browser }) => {
  const { page, t } = await Person.signedIn(browser, "Selma", "nl");
  const settings = page.locator("#payment").filter({ hasText: t("profile.payment.title") });
  const link = page.getByRole("link", { name: t("request.create.toSettings") });
  await page.goto("/request");
  await link.click();
  await expectArrival(page, settings);

  await page.goBack();
  await link.click();
  await expectArrival(page, settings);

  await page.getByRole("link", { name: t("shell.tabs.leaderboard") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("leaderboard.title"));
  await page.goBack();
  await expectArrival(page, settings);

  await page.goto("/leaderboard");
  await page.goto("/profile#payment");
  await expectArrival(page, settings);
});

test("a limit that is reached while one types takes the form's place, leads on, and what was typed comes back", async ({
  browser,
}) => {
  const person = await Person.signedIn(browser, "Ilse", "en");
  const { page, t } = person;
  for (const item of ["A pan", "A lid"]) await person.hasAsked(item, 1_500);
  await page.goto("/request");
  await page.getByLabel(t("request.create.item"), { exact: true }).fill("A spoon");
  await page.getByLabel(t("request.create.amount"), { exact: true }).fill("501");
  await page.getByLabel(t("request.create.description"), { exact: true }).fill("For soup.");
  await page.getByRole("button", { name: t("request.create.submit") }).click();
  const amount = page.getByLabel(t("request.create.amount"), { exact: true });
  await expect(amount).toHaveAccessibleDescription(/The goal can be at most €500\.00/);
  await amount.fill("5");
  await person.hasAsked("A ladle", 1_500);
  await page.getByRole("button", { name: t("request.create.submit") }).click();
  await expect(page.getByText(t("request.create.limitTitle"))).toBeFocused();
  const main = page.getByRole("main");
  await expect(main).toContainText(t("request.create.limitKept"));
  await expect(amount).toHaveCount(0);
  await main.getByRole("link", { name: t("subscription.viewPlans") }).click();
  await expect(page).toHaveURL("/subscription");

  // A page that is opened at the limit says the same.
  await page.goto("/request");
  await expect(main).toContainText(t("request.create.limitText", { limit: 3 }));
  await expect(main.getByRole("button", { name: t("request.create.submit") })).toHaveCount(0);
  await expect(main.getByRole("textbox")).toHaveCount(0);
  await main.getByRole("link", { name: t("checkout.ending.toRequests") }).click();
  await expectArrival(page, page.getByRole("heading", { name: t("profile.requests.title", { count: "3" }) }));
  await page.getByRole("button", { name: t("profile.requests.deleteItem", { item: "A ladle" }) }).click();
  await page.getByRole("button", { name: t("profile.requests.delete.confirm") }).click();
  await expect(page.getByText(t("toasts.requestDeleted.title"), { exact: true })).toBeVisible();
  await page.getByRole("link", { name: t("shell.tabs.request") }).click();
  await expect(amount).toHaveValue("5");
});

for (const method of ["card", "wallet"] as const) {
  test(
    `a session that ended before a donation by ${method}: the way to log in, and back to the same request`,
    longUnless(method === "card"),
    async ({ browser }) => {
      const item = `Deken ${crypto.randomUUID().slice(0, 8)}`;
      const asker = await Person.signedIn(browser, "Truus", "nl");
      await asker.hasAsked(item, 6_000);
      const donor = await Person.signedIn(browser, "Mila", "nl");
      const { page, t } = donor;
      await page.goto("/");
      await page.context().clearCookies();
      await donor
        .card(item)
        .getByRole("button", { name: t("feed.donate") })
        .click();
      await page.getByLabel(t("donate.amount"), { exact: true }).fill("10");
      await page.getByRole("button", { name: t("donate.submit", { amount: donor.money(1_020) }) }).click();
      await page.getByRole("button", { name: t(`donate.${method}`) }).click();
      const dialog = page.getByRole("dialog");
      const toasts = page.getByRole("region", { name: /F8/ });
      if (method === "card") {
        await expect(dialog).toContainText(t("donate.login"));
        await expect(dialog.getByRole("button", { name: t("donate.retry") })).toHaveCount(0);
      }
      await (method === "card" ? dialog : toasts).getByRole("link", { name: t("shell.login") }).click();
      await page.waitForURL(/\/auth/);
      await donor.login();
      await expect(page).toHaveURL(/\/\?request=/);
      await expect(page.getByRole("dialog", { name: item })).toBeVisible();
    },
  );
}

test("an error of the card goes as soon as another card is typed", LONG, async ({ browser }) => {
  const item = `Stoel ${crypto.randomUUID().slice(0, 8)}`;
  const asker = await Person.signedIn(browser, "Hugo", "en");
  await asker.hasAsked(item, 6_000);
  const donor = await Person.signedIn(browser, "Eva", "en");
  const { page, t } = donor;
  await donor.donate(item, "10", 1_020);
  await donor.payWith("4000000000000002");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(t("cardErrors.texts.declined"));
  await donor.payWith("4242424242424241");
  await expect(dialog).toContainText(t("donate.fields.problems.number"));
  await expect(dialog).not.toContainText(t("cardErrors.texts.declined"));
});

for (const [locale, mark] of [
  ["en", /^€$/],
  ["de", /^€$/],
] as const) {
  test(`fields for an amount show its currency (${locale})`, LONG, async ({ browser }) => {
    const item = `Tafel ${crypto.randomUUID().slice(0, 8)}`;
    const asker = await Person.signedIn(browser, "Jan", "en");
    await asker.hasAsked(item, 6_000);
    const donor = await Person.signedIn(browser, "Ute", locale);
    const { page, t } = donor;
    await page.goto("/request");
    const goal = page.getByLabel(t("request.create.amount"), { exact: true });
    await expect(goal.locator("..")).toHaveText(mark);
    await page.goto("/");
    await donor
      .card(item)
      .getByRole("button", { name: t("feed.donate") })
      .click();
    const amount = page.getByLabel(t("donate.amount"), { exact: true });
    await expect(amount.locator("..")).toHaveText(mark);
    const [field, sign] = await Promise.all([
      amount.boundingBox(),
      amount.locator("..").getByText("€").boundingBox(),
    ]);
    // In front of it where the language writes it there, else behind it.
    const middle = (field?.x ?? 0) + (field?.width ?? 0) / 2;
    expect((sign?.x ?? 0) < middle).toBe(locale === "en");
  });
}

test(
  "a number of boosts that is no whole number is an error, never another number",
  LONG,
  async ({ browser }) => {
    const { page, t } = await Person.signedIn(browser, "Bo", "en");
    await page.goto("/profile?boost=normal");
    const dialog = page.getByRole("dialog", { name: t("boosts.purchase.title.normal") });
    const field = dialog.getByRole("spinbutton");
    for (const typed of ["1.5", "1e2", "-3", "٣"]) {
      await field.fill("");
      await field.pressSequentially(typed);
      await expect(field).toHaveValue(typed);
      await expect(field).toHaveAccessibleDescription(new RegExp(t("errors.fields.quantity")));
      await expect(
        dialog.getByRole("button", { name: t("boosts.purchase.empty"), exact: true }),
      ).toBeDisabled();
      await field.blur();
      await expect(field).toHaveValue(typed);
    }
    await dialog.getByRole("button", { name: t("boosts.purchase.more") }).click();
    await expect(field).toHaveValue("1");
    await expect(field).not.toHaveAccessibleDescription(new RegExp(t("errors.fields.quantity")));
    await field.fill("");
    await field.pressSequentially("05");
    await expect(field).toHaveValue("5");
  },
);
