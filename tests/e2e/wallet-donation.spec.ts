import { expect, type Locator, test } from "@playwright/test";
import { TEXTS as WALLET } from "@/sandbox/wallet/approval-page";
import { Person } from "./person";

test("give with the wallet: stop at its page, come back, and approve it", async ({ browser }) => {
  const item = `Winterjas ${crypto.randomUUID().slice(0, 8)}`;
  const asker = await Person.signedIn(browser, "Samira", "nl");
  await asker.hasAsked(item, 10_000);

  const donor = await Person.signedIn(browser, "Joris", "nl");
  const { page, t } = donor;
  const chooseWallet = async (donate: Locator) => {
    await donate.click();
    await page.getByLabel(t("donate.amount"), { exact: true }).fill("25,00");
    await page.getByRole("button", { name: t("donate.submit", { amount: donor.money(2550) }) }).click();
    await expect(page.getByText(t("donate.walletReady"))).toBeVisible();
    await page.getByRole("button", { name: t("donate.wallet") }).click();
  };

  await page.goto("/");
  await chooseWallet(donor.card(item).getByRole("button", { name: t("feed.donate") }));
  await page.getByRole("link", { name: WALLET.nl.cancel }).click();
  await expect(page.getByRole("heading", { name: t("paymentSuccess.titles.failed") })).toBeVisible();
  await expect(page.getByText(t("paymentSuccess.texts.failed", { item }))).toBeVisible();
  await page.getByRole("link", { name: t("paymentSuccess.tryAgain") }).click();

  await chooseWallet(page.getByRole("dialog").getByRole("button", { name: t("request.detail.donateNow") }));
  await page.getByRole("button", { name: WALLET.nl.fail }).click();
  await expect(page.getByRole("heading", { name: t("paymentSuccess.titles.failed") })).toBeVisible();
  // The same page, opened again hours later, must not take what its payer read was not taken.
  await expect(page).not.toHaveURL(/PayerID/);
  await page.getByRole("link", { name: t("paymentSuccess.payOtherwise") }).click();
  await expect(page.getByText(WALLET.nl.refused)).toBeVisible();
  await page.getByRole("button", { name: WALLET.nl.approve }).click();
  await expect(page.getByRole("heading", { name: t("paymentSuccess.titles.succeeded") })).toBeVisible();
  for (const cents of [2500, 50, 2550])
    await expect(page.getByText(donor.money(cents)).first()).toBeVisible();
});
