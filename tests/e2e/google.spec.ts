import { expect, test } from "@playwright/test";
import { awaitHydration } from "./hydration";
import { textsOf } from "./texts";

const t = textsOf("en");

test("sign in through Google, go where one wanted to go, come back as the same person, and leave for good", async ({
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
  const me = (await (await page.request.get("/api/auth/user")).json()) as { id: string; username: string };
  expect(me.id).toBe(first.id);

  // The username is typed to delete the account; Google then opens another one.
  await page.goto("/profile");
  await page.getByRole("button", { name: t("profile.data.erase.button") }).click();
  const dialog = page.getByRole("alertdialog");
  const username = dialog.getByLabel(t("profile.data.erase.username"), { exact: true });
  await username.fill("somebody.else");
  await page.keyboard.press("Enter");
  await expect(username).toHaveAccessibleDescription(new RegExp(t("errors.fields.usernameOther")));
  await username.fill(me.username);
  await dialog.getByRole("button", { name: t("profile.data.erase.confirm"), exact: true }).click();
  await page.waitForURL(/\/auth\?erased/);
  await page
    .getByRole("link", { name: t("auth.google") })
    .first()
    .click();
  // A new account, by somebody who asked for no page.
  await expect(page).toHaveURL("/welcome");
  const again = (await (await page.request.get("/api/auth/user")).json()) as { id: string; email: string };
  expect(again.id).not.toBe(first.id);
  expect(again.email).toBe(first.email);
});
