import { expect, test } from "@playwright/test";
import { TEXTS as CARD } from "@/sandbox/card/checkout-page";
import { TEXTS as WALLET } from "@/sandbox/wallet/approval-page";
import { LONG, longUnless } from "../support/long";
import { expectAccessible } from "./accessible";
import { Person } from "./person";
import { chooseWallet } from "./sandbox";

for (const locale of ["en", "nl"] as const) {
  test(
    `subscribe to gold, upgrade to diamond, cancel (${locale})`,
    longUnless(locale === "nl"),
    async ({ browser }) => {
      const member = await Person.signedIn(browser, "Sanne", locale);
      const { page, t } = member;
      await page.goto("/");
      await page
        .getByRole("banner")
        .getByRole("link", { name: t("shell.upgrade") })
        .click();
      const gold = t("subscription.subscribe", { price: member.money(499) });
      const orderGold = t("subscription.subscribeDialog.order", { price: member.money(499) });
      await page.getByRole("button", { name: gold }).click();
      await chooseWallet(page);
      await page.getByRole("dialog").getByRole("button", { name: orderGold }).click();
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
      await page
        .getByRole("button", { name: t("subscription.upgrade", { price: member.money(999) }) })
        .click();
      const question = page.getByRole("dialog", { name: t("subscription.subscribeDialog.title.upgrade") });
      await expect(question).toContainText(t("subscription.subscribeDialog.old"));
      await chooseWallet(page);
      await question
        .getByRole("button", { name: t("subscription.subscribeDialog.order", { price: member.money(999) }) })
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

      const what = t("common.tier.diamond");
      await page.getByRole("button", { name: t("profile.purchases.withdrawOf", { what }) }).click();
      await expect(farewell).toContainText(t("profile.purchases.dialog.back", { amount: member.money(999) }));
      await farewell.getByRole("button", { name: t("profile.purchases.dialog.confirm") }).click();
      await expect(page.getByText(t("toasts.withdrawn.title"), { exact: true })).toBeVisible();
      await expect(page.getByRole("banner")).toContainText(t("common.tier.gold"));
    },
  );
}

test("stopping at the wallet starts nothing", LONG, async ({ browser }) => {
  const member = await Person.signedIn(browser, "Tess", "en");
  const { page, t } = member;
  await page.goto("/subscription");
  const diamond = t("subscription.subscribe", { price: member.money(999) });
  await page.getByRole("button", { name: diamond }).click();
  await chooseWallet(page);
  const order = t("subscription.subscribeDialog.order", { price: member.money(999) });
  await page.getByRole("dialog").getByRole("button", { name: order }).click();
  await page.getByRole("link", { name: WALLET.en.cancel }).click();
  const ending = page.getByRole("dialog", { name: t("checkout.ending.subscription.titles.cancelled") });
  await expect(ending).toContainText(t("common.tier.diamond"));
  await ending.getByRole("link", { name: t("checkout.ending.tryAgain") }).click();
  await expect(page).toHaveURL("/subscription");
  await page.goto("/profile");
  await expect(page.getByRole("banner").getByRole("link", { name: t("shell.upgrade") })).toBeVisible();
});

for (const locale of ["en", "nl"] as const) {
  test(
    `subscribe to diamond by card, cancel (${locale})`,
    longUnless(locale === "en"),
    async ({ browser }) => {
      const member = await Person.signedIn(browser, "Yara", locale);
      const { page, t } = member;
      const price = member.money(999);
      const dialog = page.getByRole("dialog");
      await page.goto("/subscription");
      await expect(page.getByRole("heading", { level: 1, name: t("subscription.title") })).toBeVisible();
      await page.getByRole("button", { name: t("subscription.subscribe", { price }) }).click();
      await expect(dialog.getByRole("radio", { name: t("checkout.method.stripe") })).toBeChecked();
      await dialog.getByRole("button", { name: t("subscription.subscribeDialog.order", { price }) }).click();
      await page.getByRole("button", { name: CARD[locale].subscribe.replace("{amount}", price) }).click();
      const ending = page.getByRole("dialog", { name: t("checkout.ending.subscription.titles.active") });
      await expect(ending).toContainText(t("common.tier.diamond"));
      await expect(page).toHaveURL("/profile");
      await page.keyboard.press("Escape");
      await expect(page.getByText(t("boosts.owned", { count: 5 }))).toBeVisible();

      await page.goto("/subscription");
      await expect(page.getByText(t("subscription.renewsBy.stripe"))).toBeVisible();
      await expect(page.getByRole("heading", { level: 1, name: t("subscription.cardTitle") })).toBeVisible();
      await expect(page).toHaveTitle(new RegExp(t("subscription.cardTitle")));
      await page.getByRole("button", { name: t("subscription.cancel") }).click();
      await page
        .getByRole("alertdialog")
        .getByRole("button", { name: t("subscription.cancelDialog.confirm") })
        .click();
      await expect(page.getByText(t("toasts.subscriptionCancelled.text"), { exact: true })).toBeVisible();
      await expect(page.getByText(t("subscription.renewsBy.stripe"))).toHaveCount(0);
      await expect(
        page.getByText(/Cancelled\. You keep Diamond until|Opgezegd\. Je houdt Diamond tot/),
      ).toBeVisible();
    },
  );
}

test("how to pay for a plan fits a narrow phone", LONG, async ({ browser }) => {
  const member = await Person.signedIn(browser, "Bo", "de");
  const { page, t } = member;
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/subscription");
  await page.getByRole("button", { name: t("subscription.subscribe", { price: member.money(999) }) }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("radio")).toHaveCount(2);
  await expect(dialog).toHaveJSProperty(
    "scrollWidth",
    await dialog.evaluate(({ clientWidth }) => clientWidth),
  );
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

for (const theme of ["light", "dark"] as const) {
  test(`every state of a subscription is accessible (${theme})`, LONG, async ({ browser }) => {
    const member = await Person.signedIn(browser, "Lars", "nl");
    const { page, t } = member;
    await page.addInitScript((dark) => localStorage.setItem("dark-mode", String(dark)), theme === "dark");
    await page.goto("/subscription");
    await page.getByText(t("subscription.faq.refund.q")).click();
    await expect(page.getByText(t("subscription.faq.refund.a"))).toBeVisible();
    await expectAccessible(page, "plans");
    const gold = t("subscription.subscribe", { price: member.money(499) });
    const orderGold = t("subscription.subscribeDialog.order", { price: member.money(499) });
    await page.getByRole("button", { name: gold }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page, "how to pay for a plan");
    await chooseWallet(page);
    await page.getByRole("dialog").getByRole("button", { name: orderGold }).click();
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
