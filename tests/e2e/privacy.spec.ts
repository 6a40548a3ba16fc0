import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { Person } from "./person";

test("somebody takes their data with them and leaves for good", async ({ browser }) => {
  test.setTimeout(120_000);
  const item = `Fiets ${crypto.randomUUID().slice(0, 8)}`;
  const asker = await Person.signedIn(browser, "Hanna Achterblijver", "nl");
  const request = await asker.hasAsked(item, 6_000);

  const leaver = await Person.signedIn(browser, "Lou Vertrekker", "en");
  const { page, t } = leaver;
  const secondPhone = await page.context().browser()!.newContext();
  await secondPhone.addCookies(await page.context().cookies());
  const own = `Kast ${crypto.randomUUID().slice(0, 8)}`;
  await leaver.hasAsked(own, 3_000);
  await leaver.hasGiven(request, 1_000);
  await page.goto("/request");
  await page.getByLabel(t("request.create.item"), { exact: true }).fill("Something half typed");
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem("request-draft")))
    .toContain("half typed");

  await page.goto("/profile");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: t("profile.data.download.button") }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^personal-data-\d{4}-\d\d-\d\d\.json$/);
  const data = JSON.parse(readFileSync(await file.path(), "utf8"));
  expect(data.account).toMatchObject({ username: leaver.username, email: `${leaver.username}@example.org` });
  expect(data.requests).toMatchObject([{ item: own }]);
  expect(data.donationsGiven).toMatchObject([{ item, amount: 1_000, recipient: asker.username }]);

  const open = page.getByRole("button", { name: t("profile.data.erase.button") });
  await open.click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText(t("profile.data.erase.points.requests"));
  const username = dialog.getByLabel(t("profile.data.erase.username"), { exact: true });
  await expect(username).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(open).toBeFocused();

  await page.keyboard.press("Enter");
  const confirm = dialog.getByRole("button", { name: t("profile.data.erase.confirm"), exact: true });
  await username.fill(leaver.username);
  await leaver.provedLongAgo();
  await confirm.click();
  const again = page.getByRole("dialog", { name: t("stepUp.title") });
  await again.getByLabel(t("stepUp.password"), { exact: true }).fill(leaver.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/auth\?erased/);
  await expect(page.getByText(t("auth.erased"))).toBeVisible();
  await expectAccessible(page, "after erasing an account");
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);

  await page.goto("/profile");
  await page.waitForURL(/\/auth/);
  const other = await secondPhone.newPage();
  await other.goto("/profile");
  await other.waitForURL(/\/auth/);
  await secondPhone.close();

  const stays = asker.page;
  await stays.goto("/notifications");
  const told = stays.getByRole("main").getByRole("listitem").filter({ hasText: item });
  await expect(told).toContainText(asker.t("shared.deletedUser"));
  expect(await stays.content()).not.toContain(leaver.username);
});
