import { expect, test } from "@playwright/test";
import { LOCALES } from "@/lib/ground/vocabulary";
import { LONG } from "../support/long";
import { expectAccessible } from "./accessible";
import { Person } from "./person";

test("a name leads to the person: from the feed, a request and the leaderboard", async ({ browser }) => {
  const item = `Kinderwagen ${crypto.randomUUID().slice(0, 8)}`;
  const asker = await Person.signedIn(browser, "Samira Haddad", "nl");
  const request = await asker.hasAsked(item, 1_000);
  const donor = await Person.signedIn(browser, "Joris Vos", "nl");
  const { page, t } = donor;
  const heading = page.getByRole("heading", { level: 1 });
  const samira = { name: `Samira Haddad @${asker.username}` };

  await page.goto("/");
  await donor.card(item).getByRole("link", samira).click();
  await expect(page).toHaveURL(`/people/${asker.username}`);
  await expect(heading).toHaveText("Samira Haddad");
  await expect(page.getByText(`@${asker.username}`, { exact: true })).toBeVisible();

  await page.getByRole("link", { name: item }).click();
  const dialog = page.getByRole("dialog", { name: item });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("link", samira).click();
  await expect(page).toHaveURL(`/people/${asker.username}`);
  await page.goBack();
  await expect(dialog).toBeVisible();

  await donor.hasGiven(request, 1_000);
  await page.goto(`/leaderboard?period=daily&search=${donor.username}`);
  await page.getByRole("link", { name: `@${donor.username}` }).click();
  await expect(page).toHaveURL(`/people/${donor.username}`);
  await expect(page.getByText(t("people.own"))).toBeVisible();
  await expect(page.getByRole("main").getByText(donor.money(1_000))).toBeVisible();
  await expect(page.getByText(t("people.empty"))).toBeVisible();
  await page.getByRole("link", { name: t("people.toProfile") }).click();
  await expect(page).toHaveURL("/profile");
  const back = page.getByRole("link", { name: t("people.view") });
  await expect(back).toHaveAttribute("href", `/people/${donor.username}`);

  // Completed, and hidden in part.
  const hide = { hideReceivedAmount: true };
  expect((await asker.page.request.patch("/api/auth/user", { data: hide })).ok()).toBe(true);
  await page.goto(`/people/${asker.username.toUpperCase()}`);
  await expect(page).toHaveURL(`/people/${asker.username}`);
  await expect(page.getByRole("term").filter({ hasText: t("profile.totals.received") })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: t("common.hidden") })).toHaveCount(1);
  await expect(donor.card(item)).toContainText(t("feed.goalReached"));
});

test("a name with dots has its page like any other, for those who are signed in; a wrong address leads on", async ({
  browser,
}) => {
  const visitor = await Person.withPhone(browser, "Nobody", "en");
  const username = `d${crypto.randomUUID().slice(0, 8)}.json`;
  const data = { username, name: "Dot", email: `${username}@example.org`, password: crypto.randomUUID() };
  const headers = { "Accept-Language": "en" };
  const dot = await Person.withPhone(browser, "Dot", "en");
  expect((await dot.page.request.post("/api/auth/register", { data, headers })).ok()).toBe(true);
  await visitor.page.goto(`/people/${username}`);
  await expect(visitor.page).toHaveURL(`/auth?next=${encodeURIComponent(`/people/${username}`)}`);
  const answer = await dot.page.goto(`/people/${username}`);
  expect(answer?.status()).toBe(200);
  await expect(dot.page.getByRole("heading", { level: 1 })).toHaveText("Dot");
  await dot.page.getByRole("button", { name: dot.t("shell.darkMode") }).click();
  await expect(dot.page.locator("html")).toHaveClass(/dark/);

  await dot.hasAsked("A first wish", 1_000);
  await dot.page.goto(`/people/${username}?cursor=nonsense`);
  await expect(dot.page).toHaveURL(`/people/${username}`);
  await expect(dot.card("A first wish")).toBeVisible();
  expect((await dot.page.goto("/people/no.body-here.png"))?.status()).toBe(404);
  await expect(dot.page.getByRole("heading", { level: 1 })).toHaveText(dot.t("people.goneTitle"));
  // React draws this page, not the server.
  await expect(dot.page.locator("html")).toHaveClass(/dark/);
  await dot.page.getByRole("main").getByRole("link").click();
  await expect(dot.page).toHaveURL("/");
});

for (const locale of LOCALES) {
  test(
    `a person's page is readable, in either theme and by keyboard (${locale})`,
    LONG,
    async ({ browser }) => {
      const item = `Onvoorstelbaarlangewoordencombinatie ${crypto.randomUUID().slice(0, 8)}`;
      const asker = await Person.signedIn(browser, "Wolfeschlegelsteinhausenbergerdorff-Łukasiewicz", "en");
      await asker.hasAsked(item, 4_000);
      const reader = await Person.signedIn(browser, "Lea", locale);
      const { page, t } = reader;
      for (const dark of [false, true]) {
        await page.addInitScript((on) => localStorage.setItem("dark-mode", String(on)), dark);
        for (const width of [390, 320, 1280]) {
          await page.setViewportSize({ width, height: 844 });
          await page.goto(`/people/${asker.username}`);
          await expect(reader.card(item)).toBeVisible();
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
          await expectAccessible(page, `${locale} ${width} ${dark}`);
        }
      }
      const link = page.getByRole("link", { name: item });
      for (let steps = 0; steps < 12; steps += 1) {
        await page.keyboard.press("Tab");
        if (await link.evaluate((node) => node === document.activeElement)) break;
      }
      await page.keyboard.press("Enter");
      await expect(page.getByRole("dialog", { name: item })).toBeVisible();
      await expect(page.getByRole("dialog")).toContainText(t("request.detail.newUser"));
    },
  );
}
