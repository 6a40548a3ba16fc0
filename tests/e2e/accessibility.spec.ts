import { expect, test } from "@playwright/test";
import { longUnless } from "../support/long";
import { expectAccessible } from "./accessible";
import { Person } from "./person";

for (const theme of ["light", "dark"] as const) {
  test(
    `every screen and dialog is accessible (${theme})`,
    longUnless(theme === "light"),
    async ({ browser }) => {
      const item = `Oven ${crypto.randomUUID().slice(0, 8)}`;
      const asker = await Person.signedIn(browser, "Nadia", "nl");
      await asker.hasAsked(item, 6_000);

      const giver = await Person.withPhone(browser, "Pieter", "nl");
      const { page, t } = giver;
      await page.addInitScript((dark) => localStorage.setItem("dark-mode", String(dark)), theme === "dark");
      await page.goto("/offline");
      await expect(page.getByRole("heading")).toBeVisible();
      await expectAccessible(page, "no network");
      await page.goto("/auth");
      await expect(page.locator("html")).toHaveClass(theme === "dark" ? /dark/ : /^(?!.*dark)/);
      await expectAccessible(page, "login");
      await page.getByRole("tab", { name: t("auth.register.tab") }).click();
      await page
        .getByRole("tabpanel")
        .getByRole("button", { name: t("auth.register.submit") })
        .click();
      await expectAccessible(page, "registration with errors");
      await giver.register();
      await expect(giver.card(item)).toBeVisible();
      await expectAccessible(page, "feed");

      await giver.card(item).getByRole("button", { name: item, exact: true }).click();
      await expect(page.getByRole("dialog")).toContainText(item);
      await expectAccessible(page, "request");
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);

      await giver
        .card(item)
        .getByRole("button", { name: t("feed.donate") })
        .click();
      await page.getByLabel(t("donate.amount"), { exact: true }).fill("10");
      await expectAccessible(page, "amount");
      await page.getByRole("button", { name: t("donate.submit", { amount: giver.money(1020) }) }).click();
      await expectAccessible(page, "method");
      await page.getByRole("button", { name: t("donate.card") }).click();
      await giver.payWith("4000000000000002");
      await expect(page.getByText(t("cardErrors.texts.declined")).first()).toBeVisible();
      await expectAccessible(page, "declined card");
      await giver.payWith("4242424242424242");
      await page.waitForURL(/payment-success/);
      await expect(page.getByRole("heading", { name: t("paymentSuccess.titles.succeeded") })).toBeVisible();
      await expectAccessible(page, "payment success");

      for (const path of [
        "/request",
        "/leaderboard",
        "/notifications",
        "/profile",
        "/subscription",
        "/payment-success",
      ]) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expectAccessible(page, path);
      }
    },
  );
}

test("the whole way to a payment goes by keyboard, and dialogs give the focus back", async ({ browser }) => {
  const item = `Matras ${crypto.randomUUID().slice(0, 8)}`;
  const asker = await Person.signedIn(browser, "Omar", "en");
  await asker.hasAsked(item, 6_000);

  const giver = await Person.signedIn(browser, "Kim", "en");
  const { page, t } = giver;
  await page.goto("/");
  await expect(giver.card(item)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: t("shell.skip") })).toBeFocused();

  const open = giver.card(item).getByRole("button", { name: item, exact: true });
  await open.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(open).toBeFocused();

  await giver
    .card(item)
    .getByRole("button", { name: t("feed.donate") })
    .focus();
  await page.keyboard.press("Enter");
  await page.getByLabel(t("donate.amount"), { exact: true }).focus();
  await page.keyboard.type("10");
  await page.keyboard.press("Enter");
  const card = page.getByRole("button", { name: t("donate.card") });
  await card.focus();
  await page.keyboard.press("Enter");
  await page.getByLabel(t("donate.fields.number"), { exact: true }).focus();
  await page.keyboard.type("4242424242424242");
  await page.keyboard.press("Tab");
  await page.keyboard.type("1234");
  await page.keyboard.press("Tab");
  await page.keyboard.type("123");
  await page.keyboard.press("Enter");
  await page.waitForURL(/payment-success/);
  await expect(page.getByRole("heading", { name: t("paymentSuccess.titles.succeeded") })).toBeVisible();
});
