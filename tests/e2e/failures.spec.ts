import { expect, test } from "@playwright/test";
import { LONG } from "../support/long";
import { Person } from "./person";

test("a session that ended while a request was typed: the way to log in, and nothing typed is lost", async ({
  browser,
}) => {
  const person = await Person.signedIn(browser, "Rosa", "en");
  const { page, t } = person;
  await person.canBePaid();
  await page.goto("/request");
  const item = page.getByLabel(t("request.create.item"), { exact: true });
  const amount = page.getByLabel(t("request.create.amount"), { exact: true });
  const description = page.getByLabel(t("request.create.description"), { exact: true });
  await item.fill("A warm blanket");
  await amount.fill("12,50");
  await description.fill("Ours has holes.");
  await page.context().clearCookies();
  await page.getByRole("button", { name: t("request.create.submit") }).click();
  await expect(page.getByRole("main")).toContainText(t("request.create.loginKept"));
  await expect(item).toHaveValue("A warm blanket");

  await page
    .getByRole("main")
    .getByRole("link", { name: t("shell.login") })
    .click();
  await page.waitForURL(/\/auth/);
  await expect(page.getByRole("main").getByText(t("auth.wanted.request"))).toBeVisible();
  await person.login();
  await expect(page).toHaveURL("/request");
  await expect(item).toHaveValue("A warm blanket");
  await expect(amount).toHaveValue("12,50");
  await expect(description).toHaveValue("Ours has holes.");
  await expect(
    page.getByText(t("request.create.counter", { used: 14, max: 120 }), { exact: true }),
  ).toBeVisible();

  await page.getByRole("button", { name: t("request.create.submit") }).click();
  await page.getByRole("link", { name: t("request.create.doneLink") }).click();
  await expect(page.getByRole("dialog")).toContainText("Ours has holes.");
  const kept = await page.evaluate(() => JSON.stringify(sessionStorage));
  expect(kept).not.toContain("holes");
});

test("on a slow line, a typeface that comes late moves nothing", async ({ page }) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const moved = Number(sessionStorage.getItem("moved") ?? 0);
      const values = list.getEntries().map((entry) => (entry as PerformanceEntry & { value: number }).value);
      sessionStorage.setItem("moved", String(values.reduce((sum, value) => sum + value, moved)));
    }).observe({ type: "layout-shift", buffered: true });
  });
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/*.woff2", async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto("/auth", { waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  arrive();
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState("networkidle");
  expect(await page.evaluate(() => Number(sessionStorage.getItem("moved")))).toBe(0);
});

test(
  "on a slow line, something shows while a dialog's code is on its way, and the page stays",
  LONG,
  async ({ browser }) => {
    const person = await Person.signedIn(browser, "Gijs", "en");
    const { page, t } = person;
    await page.goto("/profile");
    const change = page.getByRole("button", { name: t("profile.avatar.change") });
    await expect(change).toBeVisible();
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route("**/_next/static/chunks/**", async (route) => {
      await arrived;
      await route.continue();
    });
    await change.click();
    await expect(page.getByRole("status").filter({ hasText: t("common.loading") })).toBeVisible();
    await expect(change).toBeVisible();
    arrive();
    await expect(page.getByRole("dialog", { name: t("profile.avatar.title") })).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: t("common.loading") })).toHaveCount(0);
  },
);

async function expectToast({ page }: Person, title: string, text: string): Promise<void> {
  const toast = page.getByRole("region", { name: /F8/ }).getByRole("article").filter({ hasText: text });
  await expect(toast).toContainText(title);
  await toast.getByRole("button").click();
  await expect(toast).toHaveCount(0);
}

test("a save, a deletion and a request that do not arrive are told", async ({ browser }) => {
  const person = await Person.signedIn(browser, "Els", "en");
  const { page, t } = person;
  await person.hasAsked("A kettle", 1_500);
  const lose = (path: string) =>
    page.route(path, (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));

  await page.goto("/profile#privacy");
  await lose("**/profile");
  const toggle = page.getByRole("switch", { name: t("profile.privacy.hideGivenAmount.label") });
  await toggle.click();
  await expectToast(person, t("toasts.updateFailed.title"), t("toasts.updateFailed.text"));
  await expect(toggle).not.toBeChecked();
  await page.getByRole("button", { name: t("profile.requests.deleteItem", { item: "A kettle" }) }).click();
  await page.getByRole("button", { name: t("profile.requests.delete.confirm") }).click();
  await expectToast(person, t("toasts.deleteFailed.title"), t("toasts.deleteFailed.text"));
  await expect(page.getByRole("alertdialog")).toBeVisible();

  await page.goto("/request");
  await lose("**/request");
  await page.getByRole("button", { name: t("request.create.submit") }).click();
  await expectToast(person, t("request.create.invalidTitle"), t("request.create.invalidText"));
  await expect(page.getByText(t("errors.fields.itemRequired"))).toBeVisible();
  await page.getByLabel(t("request.create.item"), { exact: true }).fill("A pan");
  await page.getByLabel(t("request.create.amount"), { exact: true }).fill("20");
  await page.getByLabel(t("request.create.description"), { exact: true }).fill("For soup.");
  await page.getByRole("button", { name: t("request.create.submit") }).click();
  await expectToast(person, t("request.create.failedTitle"), t("request.create.failedText"));
  await expect(page.getByLabel(t("request.create.item"), { exact: true })).toHaveValue("A pan");
});
