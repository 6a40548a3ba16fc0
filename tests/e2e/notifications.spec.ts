import { expect, test } from "@playwright/test";
import { longUnless } from "../support/long";
import { Person } from "./person";

for (const anonymous of [false, true]) {
  const whom = anonymous ? "an anonymous donor" : "a donor";
  test(
    `a donation is told at once, ${whom} is thanked in one tap and reads it, and all is marked as read`,
    longUnless(!anonymous),
    async ({ browser }) => {
      const item = `Tafel ${crypto.randomUUID().slice(0, 8)}`;
      const asker = await Person.signedIn(browser, "Mina", "en");
      const request = await asker.hasAsked(item, 4_000);
      const donor = await Person.signedIn(browser, "Otis", "en");
      if (anonymous) await donor.page.request.patch("/api/auth/user", { data: { anonymousProfile: true } });
      const { page, t } = asker;
      const main = page.getByRole("main");
      await page.goto("/notifications");
      await expect(page.getByText(t("notifications.empty"))).toBeVisible();

      // Its owner comes back to the window.
      await donor.hasGiven(request, 1_000);
      await page.evaluate(() => window.dispatchEvent(new Event("focus")));
      const told = main.getByRole("listitem").filter({ hasText: item });
      await expect(told).toContainText(t("notifications.new"));
      await expect(told).toContainText(anonymous ? t("notifications.anonymous") : `@${donor.username}`);
      await expect(told.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "25");
      const thanks = told.getByRole("group", { name: t("notifications.thanks.ask") });
      await thanks.getByText("🤗").click();
      await expect(told.getByRole("status")).toHaveText(t("notifications.thanks.done"));
      await expect(told.getByRole("radio", { name: "🤗" })).toBeChecked();
      await expect(told).not.toContainText(t("notifications.new"));
      // By the keyboard, another one.
      const stored = page.waitForResponse((answer) => answer.request().method() === "POST");
      await told.getByRole("radio", { name: "🤗" }).press("ArrowRight");
      await expect(told.getByRole("radio", { name: "🎉" })).toBeChecked();
      await stored;

      for (const amount of [1_000, 2_000]) await donor.hasGiven(request, amount);
      await page.reload();
      await expect(told.last().getByRole("radio", { name: "🎉" })).toBeChecked();
      await expect(main.getByText(t("notifications.completed", { title: item }))).toBeVisible();
      const fresh = main.getByText(t("notifications.new"), { exact: true });
      // Two donations and the goal.
      await expect(fresh).toHaveCount(3);
      const bellOf = (person: Person) =>
        person.page
          .getByRole("navigation", { name: t("shell.tabs.label") })
          .locator('a[href="/notifications"]');
      await expect(bellOf(asker)).toContainText(t("shell.tabs.unread", { count: 3 }));
      await told.first().getByRole("button").click();
      await expect(fresh).toHaveCount(2);
      await expect(bellOf(asker)).toContainText(t("shell.tabs.unread", { count: 2 }));
      const markAll = main.getByRole("button", { name: t("notifications.markAllRead") });
      await markAll.click();
      await expect(fresh).toHaveCount(0);
      await expect(bellOf(asker)).not.toContainText(/\d/);
      await expect(markAll).toHaveCount(0);
      await told.first().getByRole("link").click();
      await expect(page.getByRole("dialog", { name: item })).toBeVisible();

      await donor.page.goto("/notifications");
      const read = donor.page.getByRole("main").getByRole("listitem").filter({ hasText: item });
      await expect(read).toHaveCount(1);
      await expect(read).toContainText(`@${asker.username}`);
      await expect(read).toContainText("🎉");
      await expect(read).toContainText(t("notifications.new"));
      await expect(bellOf(donor)).toContainText(t("shell.tabs.unread", { count: 1 }));
      await read.getByRole("link", { name: `@${asker.username}` }).click();
      await expect(donor.page).toHaveURL(`/people/${asker.username}`);
    },
  );
}
