import { expect, test } from "@playwright/test";
import { Person } from "./person";

test("the board: periods, search, one's own place, and nobody found", async ({ browser }) => {
  const item = `Fornuis ${crypto.randomUUID().slice(0, 8)}`;
  const asker = await Person.signedIn(browser, "Hilde", "en");
  await asker.hasAsked(item, 10_000);

  const giver = await Person.signedIn(browser, "Ravi", "en");
  const { page, t } = giver;
  await page.goto("/leaderboard");
  const own = page.getByRole("region", { name: t("leaderboard.ownPlace") });
  await expect(own).toContainText(t("leaderboard.notRanked"));
  await own.getByRole("link", { name: t("leaderboard.findRequest") }).click();
  await expect(page).toHaveURL("/");
  await giver.donate(item, "10", 1020);
  await giver.payWith("4242424242424242");
  await page.waitForURL(/payment-success/);

  await page.goto("/leaderboard");
  const periods = page.getByRole("navigation", { name: t("leaderboard.period") });
  for (const period of ["all", "monthly", "weekly", "daily"] as const) {
    const link = periods.getByRole("link", { name: t(`leaderboard.periods.${period}`), exact: true });
    await link.click();
    await expect(link).toHaveAttribute("aria-current", "true");
    await expect(page).toHaveURL(period === "all" ? "/leaderboard" : `/leaderboard?period=${period}`);
    const row = page.getByRole("listitem").filter({ hasText: giver.username });
    await expect(row).toContainText(giver.money(1000));
    await expect(row).toContainText(t("leaderboard.you"));
  }

  const search = page.getByRole("search");
  const box = search.getByLabel(t("leaderboard.search"), { exact: true });
  await box.fill(giver.username.slice(0, 8).toUpperCase());
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/period=daily&search=/);
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(giver.username);
  await box.fill("nobody-is-called-so");
  await search.getByRole("button", { name: t("leaderboard.submit") }).click();
  await expect(page.getByText(t("leaderboard.noMatch"))).toBeVisible();
  await expect(own).toContainText(giver.money(1000));
  await search.getByRole("link", { name: t("leaderboard.clear") }).click();
  await expect(page).toHaveURL("/leaderboard?period=daily");
  await expect(box).toHaveValue("");
});
