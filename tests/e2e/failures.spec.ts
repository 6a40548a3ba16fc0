import { expect, test } from "@playwright/test";
import { Person } from "./person";

test("a session that ended while a request was typed: the way to log in, and nothing typed is lost", async ({
  browser,
}) => {
  const person = await Person.withPhone(browser, "Rosa", "en");
  const { page, t } = person;
  await page.goto("/auth");
  await person.register();
  await person.setPaymentMethod();
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
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test("on a slow line, something shows while a dialog's code is on its way, and the page stays", async ({
  browser,
}) => {
  const person = await Person.withPhone(browser, "Gijs", "en");
  const { page, t } = person;
  await page.goto("/auth");
  await person.register();
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
});
