import { expect, test } from "@playwright/test";
import { TEXTS } from "@/sandbox/card/onboarding-page";
import { monthPasses, reconcile } from "./passing-time";
import { Person } from "./person";
import { tellSandbox } from "./sandbox";

test("from asking for something to the money in one's own bank", async ({ browser }) => {
  test.setTimeout(240_000);
  const owner = await Person.signedIn(browser, "Noor", "en");
  const { page, t } = owner;

  await page.goto("/profile#payment");
  const settings = page.locator("details:has(> #payment)");
  await settings.getByText(t("profile.payment.methods.bank"), { exact: true }).click();
  await settings.getByRole("button", { name: t("gettingPaid.bank.action") }).click();
  await expect(page.getByRole("heading", { name: t("gettingPaid.start.title") })).toBeVisible();
  await expect(page.getByText(t("gettingPaid.start.you.text"))).toBeVisible();
  await page.getByRole("button", { name: t("gettingPaid.start.action") }).click();
  await page.getByRole("button", { name: TEXTS.en.submit }).click();
  await page.waitForURL("/payouts/return");
  await expect(page.getByRole("heading", { name: t("gettingPaid.faces.ready.title") })).toBeVisible();

  await owner.ask("A bicycle bell", "20");
  await expect(page.getByText(t("request.payout.can"))).toBeVisible();
  const donor = await Person.signedIn(browser, "Bas", "en");
  await donor.donate("A bicycle bell", "20", 2_040);
  await donor.payWith("4242424242424242");
  await donor.page.waitForURL(/\/payment-success/);
  const sums = async () =>
    (await (await page.request.get("/api/payouts")).json()) as { received: number; inBank: number };
  await expect.poll(async () => (await sums()).received).toBe(2_000);

  await page.goto("/profile");
  const card = page.locator("div:has(> #payouts)");
  await expect(card.getByText(t("gettingPaid.waiting", { amount: owner.money(2_000) }))).toBeVisible();

  await monthPasses(owner);
  const inBank = async () => {
    await reconcile();
    await tellSandbox(page.request, "clock", { days: 3 });
    return (await sums()).inBank;
  };
  await expect.poll(inBank, { timeout: 120_000, intervals: [1_000] }).toBe(2_000);
  await page.goto("/payouts");
  await expect(page.getByText(owner.money(2_000)).first()).toBeVisible();
});
