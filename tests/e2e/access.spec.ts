import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { LONG } from "../support/long";
import { linkIn, waitForMail } from "../support/mail";
import type { Stack } from "../support/stack";
import { expectAccessible } from "./accessible";
import { Person } from "./person";

/** The path of the link in the newest message of a kind to an address. */
async function linkTo(to: string, kind: string): Promise<string> {
  const stack = JSON.parse(process.env.E2E_STACK ?? "{}") as Stack;
  const { pathname, search } = new URL(linkIn(await waitForMail(stack, { to, kind }), "/link"));
  return pathname + search;
}

const emailOf = ({ username }: Person) => `${username}@example.org`;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

test("who forgot the password gets back in by a link, which works once", async ({ browser }) => {
  const person = await Person.signedIn(browser, "Vera Vergeetachtig", "nl");
  const phone = await Person.withPhone(browser, "Vera Vergeetachtig", "nl");
  const { page, t } = phone;
  await page.goto("/auth");
  await page.getByRole("link", { name: t("auth.login.forgot") }).click();
  await page.waitForURL("/forgot-password");
  await page.getByLabel(t("access.forgot.email"), { exact: true }).fill(emailOf(person));
  await button(page, t("access.forgot.submit")).click();
  await expect(heading(page, t("access.forgot.sentTitle"))).toBeFocused();
  await expectAccessible(page, "the link is sent");

  const link = await linkTo(emailOf(person), "reset_password");
  await page.goto(link);
  await expect(heading(page, t("access.link.reset_password.title"))).toBeVisible();
  await expect(page.locator("meta[name=referrer]")).toHaveAttribute("content", "no-referrer");
  await expectAccessible(page, "a new password");
  await page.getByLabel(t("access.link.password"), { exact: true }).fill(`steun-${randomUUID()}`);
  await button(page, t("access.link.reset_password.action")).click();
  await expect(heading(page, t("access.link.reset_password.doneTitle"))).toBeFocused();

  // The person's other phone is signed out.
  await person.page.goto("/profile");
  await expect(person.page).toHaveURL(/\/auth/);

  await page.getByRole("link", { name: t("access.home"), exact: true }).click();
  await page.waitForURL("/");

  await page.goto(link);
  await expect(heading(page, t("access.link.states.used.title"))).toBeVisible();
  await expect(page.getByRole("link", { name: t("access.newLink"), exact: true })).toBeVisible();
  await expectAccessible(page, "a used link");
});

test("who registers confirms the address, changes it, and changes it back", async ({ browser }) => {
  const person = await Person.withPhone(browser, "Robin Rustig", "en");
  const { page, t } = person;
  await person.register();
  await page.goto("/profile");
  await page.getByRole("link", { name: t("security.unproven") }).click();
  await page.waitForURL("/settings/security");
  await expect(page.getByText(t("security.email.state.unproven"))).toBeVisible();
  await button(page, t("security.email.again")).click();
  await expect(page.getByText(t("security.email.sent"), { exact: true })).toBeVisible();

  await page.goto(await linkTo(emailOf(person), "confirm_email"));
  await button(page, t("access.link.confirm_email.action")).click();
  await expect(heading(page, t("access.link.confirm_email.doneTitle"))).toBeFocused();
  await page.goto("/settings/security");
  await expect(page.getByText(t("security.email.state.proven"), { exact: true })).toBeVisible();

  const next = `new-${emailOf(person)}`;
  await page.getByText(t("security.email.change"), { exact: true }).click();
  await page.getByLabel(t("security.email.new"), { exact: true }).fill(next);
  await button(page, t("security.email.submit")).click();
  await expect(page.getByText(t("security.email.pending", { email: next }))).toBeVisible();

  await page.goto(await linkTo(next, "confirm_new_email"));
  await button(page, t("access.link.change_email.action")).click();
  await expect(heading(page, t("access.link.change_email.doneTitle"))).toBeFocused();
  await page.goto("/settings/security");
  await expect(page.getByText(next, { exact: true })).toBeVisible();

  await page.goto(await linkTo(emailOf(person), "email_changed"));
  await expect(heading(page, t("access.link.undo_email.title"))).toBeVisible();
  await button(page, t("access.link.undo_email.action")).click();
  await expect(heading(page, t("access.link.undo_email.doneTitle"))).toBeFocused();
  await page.goto("/settings/security");
  await expect(page).toHaveURL(/\/auth/);
  await linkTo(emailOf(person), "reset_password");
});

test("a changed password signs out the other phones and not this one", LONG, async ({ browser }) => {
  const person = await Person.signedIn(browser, "Sam Sleutel", "de");
  const { page, t } = person;
  const other = await Person.withPhone(browser, "Sam Sleutel", "de");
  await other.page.request.post("/api/auth/login", {
    data: { username: person.username, password: person.password },
  });
  await page.goto("/settings/security");
  await page.getByText(t("security.password.change"), { exact: true }).click();
  const current = page.getByLabel(t("security.password.current"), { exact: true });
  await current.fill("not the password");
  await page.getByLabel(t("security.password.new"), { exact: true }).fill(`steun-${randomUUID()}`);
  await expectAccessible(page, "changing the password");
  await button(page, t("security.password.submit")).click();
  await expect(current).toHaveAccessibleDescription(t("errors.fields.passwordWrong"));
  await current.fill(person.password);
  await button(page, t("security.password.submit")).click();
  await expect(page.getByText(t("security.password.changed"), { exact: true })).toBeVisible();
  await page.goto("/profile");
  await expect(page).toHaveURL("/profile");
  await other.page.goto("/profile");
  await expect(other.page).toHaveURL(/\/auth/);
  const stack = JSON.parse(process.env.E2E_STACK ?? "{}") as Stack;
  await waitForMail(stack, { to: emailOf(person), kind: "password_changed" });
});
