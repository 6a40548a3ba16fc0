import { expect, test } from "@playwright/test";
import { Person } from "./person";

test("a new notification appears when its owner comes back to the window", async ({ browser }) => {
  const item = `Boeken ${crypto.randomUUID().slice(0, 8)}`;
  const asker = await Person.withPhone(browser, "Ines", "en");
  await asker.page.goto("/auth");
  await asker.register();
  await asker.setPaymentMethod();
  await asker.ask(item, "40");
  await asker.page.goto("/notifications");
  await expect(asker.page.getByText(asker.t("notifications.empty"))).toBeVisible();

  const giver = await Person.withPhone(browser, "Tom", "en");
  await giver.page.goto("/auth");
  await giver.register();
  await giver.donate(item, "10", 1020);
  await giver.payWith("4242424242424242");
  await giver.page.waitForURL(/payment-success/);

  await asker.page.evaluate(() => window.dispatchEvent(new Event("focus")));
  const told = asker.page.getByRole("main").getByRole("listitem").filter({ hasText: item });
  await expect(told).toContainText(asker.t("notifications.new"));
  await told.getByRole("button").click();
  await expect(told).not.toContainText(asker.t("notifications.new"));
});
