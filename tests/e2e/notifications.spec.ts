import { expect, test } from "@playwright/test";
import { longUnless } from "../support/long";
import { Person } from "./person";

test("a new notification appears when its owner comes back to the window", async ({ browser }) => {
  const item = `Boeken ${crypto.randomUUID().slice(0, 8)}`;
  const asker = await Person.signedIn(browser, "Ines", "en");
  const request = await asker.hasAsked(item, 4_000);
  await asker.page.goto("/notifications");
  await expect(asker.page.getByText(asker.t("notifications.empty"))).toBeVisible();

  const donor = await Person.signedIn(browser, "Tom", "en");
  await donor.hasGiven(request, 1_000);

  await asker.page.evaluate(() => window.dispatchEvent(new Event("focus")));
  const told = asker.page.getByRole("main").getByRole("listitem").filter({ hasText: item });
  await expect(told).toContainText(asker.t("notifications.new"));
  await told.getByRole("button").click();
  await expect(told).not.toContainText(asker.t("notifications.new"));
});

test("notifications are marked one by one or all at once, and lead to the request", async ({ browser }) => {
  const item = `Schrift ${crypto.randomUUID().slice(0, 8)}`;
  const asker = await Person.signedIn(browser, "Vera", "en");
  const request = await asker.hasAsked(item, 4_000);
  const donor = await Person.signedIn(browser, "Jip", "en");
  for (const amount of [1_000, 1_000, 2_000]) await donor.hasGiven(request, amount);

  const { page, t } = asker;
  await page.goto("/notifications");
  const main = page.getByRole("main");
  const fresh = main.getByText(t("notifications.new"), { exact: true });
  await expect(main.getByRole("listitem").first()).toBeVisible();
  await expect(main.getByText(t("notifications.completed", { title: item }))).toBeVisible();
  // Three donations and the goal.
  await expect(fresh).toHaveCount(4);
  const bell = page
    .getByRole("navigation", { name: t("shell.tabs.label") })
    .locator('a[href="/notifications"]');
  await expect(bell).toContainText(t("shell.tabs.unread", { count: 4 }));
  const first = main.getByRole("listitem").first();
  await first.getByRole("button").click();
  await expect(fresh).toHaveCount(3);
  await expect(bell).toContainText(t("shell.tabs.unread", { count: 3 }));
  await main.getByRole("button", { name: t("notifications.markAllRead") }).click();
  await expect(fresh).toHaveCount(0);
  await expect(bell).not.toContainText(/\d/);
  await expect(main.getByRole("button", { name: t("notifications.markAllRead") })).toHaveCount(0);

  await first.getByRole("link").click();
  await expect(page.getByRole("dialog", { name: item })).toBeVisible();
});

for (const anonymous of [false, true]) {
  const donor = anonymous ? "an anonymous donor" : "a donor";
  test(
    `a recipient thanks ${donor} in one tap, who reads by whom and for what`,
    longUnless(!anonymous),
    async ({ browser }) => {
      const item = `Tafel ${crypto.randomUUID().slice(0, 8)}`;
      const asker = await Person.signedIn(browser, "Mina", "en");
      const request = await asker.hasAsked(item, 4_000);
      const donor = await Person.signedIn(browser, "Otis", "en");
      if (anonymous) await donor.page.request.patch("/api/auth/user", { data: { anonymousProfile: true } });
      await donor.hasGiven(request, 1_000);

      const told = asker.page.getByRole("main").getByRole("listitem").filter({ hasText: item });
      await asker.page.goto("/notifications");
      await expect(told).toContainText(anonymous ? asker.t("notifications.anonymous") : `@${donor.username}`);
      await expect(told.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "25");
      const thanks = told.getByRole("group", { name: asker.t("notifications.thanks.ask") });
      await thanks.getByText("🤗").click();
      await expect(told.getByRole("status")).toHaveText(asker.t("notifications.thanks.done"));
      await expect(told.getByRole("radio", { name: "🤗" })).toBeChecked();
      await expect(told).not.toContainText(asker.t("notifications.new"));
      // By the keyboard, another one.
      const stored = asker.page.waitForResponse((answer) => answer.request().method() === "POST");
      await told.getByRole("radio", { name: "🤗" }).press("ArrowRight");
      await expect(told.getByRole("radio", { name: "🎉" })).toBeChecked();
      await stored;
      await asker.page.reload();
      await expect(told.getByRole("radio", { name: "🎉" })).toBeChecked();

      const { page, t } = donor;
      await page.goto("/notifications");
      const read = page.getByRole("main").getByRole("listitem").filter({ hasText: item });
      await expect(read).toHaveCount(1);
      await expect(read).toContainText(`@${asker.username}`);
      await expect(read).toContainText("🎉");
      await expect(read).toContainText(t("notifications.new"));
      await expect(
        page.getByRole("navigation", { name: t("shell.tabs.label") }).locator('a[href="/notifications"]'),
      ).toContainText(t("shell.tabs.unread", { count: 1 }));
      await read.getByRole("link", { name: `@${asker.username}` }).click();
      await expect(page).toHaveURL(`/people/${asker.username}`);
    },
  );
}
