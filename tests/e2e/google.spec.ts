import { expect, test } from "@playwright/test";
import { awaitHydration } from "./hydration";
import { textsOf } from "./texts";

const t = textsOf("en");

test("sign in through Google, go where one wanted to go, and come back as the same person", async ({
  page,
}) => {
  await awaitHydration(page.context());
  await page.goto("/leaderboard?period=weekly");
  await expect(page).toHaveURL(/\/auth\?next=/);
  await page
    .getByRole("link", { name: t("auth.google") })
    .first()
    .click();
  await expect(page).toHaveURL(/\/leaderboard\?period=weekly/);
  await page.goto("/profile");
  await expect(page.getByText("Gabi Vos").first()).toBeVisible();
  const first = (await (await page.request.get("/api/auth/user")).json()) as { id: string; email: string };
  expect(first.email).toBe("gabi@example.org");
  await page.getByRole("button", { name: t("shell.logout") }).click();
  await expect(page).toHaveURL(/\/auth/);
  expect((await page.request.get("/api/auth/user")).status()).toBe(401);
  await page
    .getByRole("link", { name: t("auth.google") })
    .first()
    .click();
  await expect(page).not.toHaveURL(/\/auth/);
  expect(await (await page.request.get("/api/auth/user")).json()).toMatchObject({ id: first.id });
});
