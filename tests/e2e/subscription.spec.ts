import { expect, test } from "@playwright/test";
import { TEXTS as WALLET } from "@/sandbox/wallet/approval/texts";
import { expectAccessible } from "./accessible";
import { Person } from "./person";

for (const locale of ["en", "nl"] as const) {
  test(`subscribe to gold, upgrade to diamond, cancel (${locale})`, async ({ browser }) => {
    const member = await Person.signedIn(browser, "Sanne", locale);
    const { page, t } = member;
    await page.goto("/");
    await page
      .getByRole("banner")
      .getByRole("link", { name: t("shell.upgrade") })
      .click();
    await page
      .getByRole("button", { name: t("subscription.subscribe", { price: member.money(499) }) })
      .click();
    await page.getByRole("button", { name: WALLET[locale].subscribe }).click();

    const ending = page.getByRole("dialog", { name: t("checkout.ending.subscription.titles.active") });
    await expect(ending).toContainText(t("common.tier.gold"));
    await expect(page).toHaveURL("/profile");
    await ending.getByRole("button", { name: t("checkout.ending.done") }).click();
    await expect(page.getByRole("banner")).toContainText(t("common.tier.gold"));
    await expect(page.getByText(t("boosts.owned", { count: 5 }))).toBeVisible();
    await expect(page.getByText(t("subscription.active"), { exact: true })).toBeVisible();

    await page.getByRole("link", { name: t("subscription.upgradeShort"), exact: true }).click();
    await page.waitForURL("/subscription");
    await expect(page.getByText(t("subscription.yours"))).toBeVisible();
    await page.getByRole("button", { name: t("subscription.upgrade", { price: member.money(999) }) }).click();
    const question = page.getByRole("dialog", { name: t("subscription.upgradeDialog.title") });
    await expect(question).toContainText(t("subscription.upgradeDialog.old"));
    await question
      .getByRole("button", { name: t("subscription.upgrade", { price: member.money(999) }) })
      .click();
    await page.getByRole("button", { name: WALLET[locale].subscribe }).click();
    await expect(ending).toContainText(t("common.tier.diamond"));
    await page.keyboard.press("Escape");
    await expect(page.getByRole("banner")).toContainText(t("common.tier.diamond"));
    await expect(page.getByText(t("boosts.owned", { count: 5 }))).toHaveCount(2);

    await page.getByRole("button", { name: t("subscription.cancel") }).click();
    const farewell = page.getByRole("alertdialog");
    await expect(farewell).toContainText(t("subscription.cancelDialog.charge"));
    await farewell.getByRole("button", { name: t("subscription.cancelDialog.confirm") }).click();
    await expect(page.getByText(t("toasts.subscriptionCancelled.text"), { exact: true })).toBeVisible();
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await expect(page.getByRole("button", { name: t("subscription.cancel") })).toHaveCount(0);
    await expect(
      page.getByText(/Cancelled\. You keep Diamond until|Opgezegd\. Je houdt Diamond tot/),
    ).toBeVisible();
    await expect(page.getByRole("banner")).toContainText(t("common.tier.diamond"));
  });
}

test("stopping at the wallet starts nothing", async ({ browser }) => {
  const member = await Person.signedIn(browser, "Tess", "en");
  const { page, t } = member;
  await page.goto("/subscription");
  await page.getByRole("button", { name: t("subscription.subscribe", { price: member.money(999) }) }).click();
  await page.getByRole("link", { name: WALLET.en.cancel }).click();
  const ending = page.getByRole("dialog", { name: t("checkout.ending.subscription.titles.cancelled") });
  await expect(ending).toContainText(t("common.tier.diamond"));
  await ending.getByRole("link", { name: t("checkout.ending.tryAgain") }).click();
  await expect(page).toHaveURL("/subscription");
  await page.goto("/profile");
  await expect(page.getByRole("banner").getByRole("link", { name: t("shell.upgrade") })).toBeVisible();
});

for (const theme of ["light", "dark"] as const) {
  test(`every state of a subscription is accessible (${theme})`, async ({ browser }) => {
    const member = await Person.signedIn(browser, "Lars", "nl");
    const { page, t } = member;
    await page.addInitScript((dark) => localStorage.setItem("dark-mode", String(dark)), theme === "dark");
    await page.goto("/subscription");
    await page.getByText(t("subscription.faq.refund.q")).click();
    await expect(page.getByText(t("subscription.faq.refund.a"))).toBeVisible();
    await expectAccessible(page, "plans");
    await page
      .getByRole("button", { name: t("subscription.subscribe", { price: member.money(499) }) })
      .click();
    await page.getByRole("button", { name: WALLET.nl.subscribe }).click();
    await expect(page.getByRole("dialog")).toContainText(t("checkout.ending.subscription.titles.active"));
    await expectAccessible(page, "subscribed");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: t("subscription.cancel") }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await expectAccessible(page, "cancel?");
    await page.keyboard.press("Escape");
    await page.goto("/subscription");
    await page.getByRole("button", { name: t("subscription.upgrade", { price: member.money(999) }) }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page, "upgrade?");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expectAccessible(page, "plans of a member");
  });
}
