import { expect, test } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { Person } from "./person";

test("somebody counts what they receive, sees what a new goal would mean, and stops", async ({ browser }) => {
  const owner = await Person.signedIn(browser, "Samira Haddad", "nl");
  const { page, t } = owner;
  const id = await owner.hasAsked("Een fiets", 30_000);
  const donor = await Person.signedIn(browser, "Joris Vos", "nl");
  await donor.hasGiven(id, 10_000);

  await page.goto("/payouts");
  await page.getByRole("button", { name: t("giftMeter.start") }).click();
  const received = (amount: number) =>
    page.getByText(t("giftMeter.receivedOf", { amount: owner.money(amount), limit: owner.money(120_000) }));
  await expect(received(10_000)).toBeVisible();
  await expect(page.getByText(t("giftMeter.left", { amount: owner.money(110_000) }))).toBeVisible();

  await page.getByText(t("giftMeter.elsewhere", { count: 0 })).click();
  const year = new Date().getFullYear();
  await page.getByLabel(t("giftMeter.date")).fill(`${year}-01-15`);
  await page.getByLabel(t("giftMeter.amount"), { exact: true }).fill("950");
  await page.getByLabel(t("giftMeter.note")).fill("van tante");
  await page.getByRole("button", { name: t("giftMeter.add"), exact: true }).click();
  await expect(received(105_000)).toBeVisible();
  // 150.00 left, and 200.00 still asked for.
  await expect(page.getByText(t("giftMeter.openPasses", { amount: owner.money(5_000) }))).toBeVisible();
  await expectAccessible(page, "the gift meter");
  await page.goto("/request");
  await page.getByLabel(t("request.create.amount")).fill("40");
  await expect(page.getByText(t("giftMeter.ask.passes", { amount: owner.money(9_000) }))).toBeVisible();

  await page.goto("/payouts");
  await page.getByRole("button", { name: t("giftMeter.stop") }).click();
  await expect(page.getByRole("button", { name: t("giftMeter.start") })).toBeVisible();
});
