import { expect, test } from "@playwright/test";
import { TOTP } from "otpauth";
import { LONG } from "../support/long";
import { waitForMail } from "../support/mail";
import type { Stack } from "../support/stack";
import { expectAccessible } from "./accessible";
import { withAuthenticator } from "./authenticator";
import { Person } from "./person";

const stack = () => JSON.parse(process.env.E2E_STACK ?? "{}") as Stack;

const mailOf = (person: Person) => ({ to: `${person.username}@example.org` });
const code = (key: string, ahead = 0) =>
  TOTP.generate({ secret: new TOTP({ secret: key }).secret, timestamp: Date.now() + ahead * 30_000 });

async function logOut({ page, t }: Person): Promise<void> {
  await page.goto("/profile");
  await page.getByRole("button", { name: t("shell.logout") }).click();
  await expect(page).toHaveURL(/\/auth/);
}

test("a passkey is made in the settings, told by mail, and opens the account without a password", async ({
  browser,
}) => {
  const person = await Person.signedIn(browser, "Pia", "en");
  const { page, t } = person;
  await withAuthenticator(page);
  await page.goto("/settings/security");
  const card = page.getByRole("list", { name: t("security.passkeys.title") });
  await page.getByRole("button", { name: t("security.passkeys.add") }).click();
  await expect(page.getByText(t("security.passkeys.added"), { exact: true })).toBeVisible();
  await expect(card.getByRole("listitem")).toHaveCount(1);
  await waitForMail(stack(), { ...mailOf(person), kind: "passkey_changed" });

  await expectAccessible(page, "security with a passkey");

  const whoIsIn = async () =>
    ((await (await page.request.get("/api/auth/user")).json()) as { username: string }).username;
  // The form offers the passkey by itself, where the username is typed.
  await page.goto("/profile");
  await page.getByRole("button", { name: t("shell.logout") }).click();
  await expect(page.getByText(t("auth.login.success"), { exact: true })).toBeVisible();
  await expect(page).not.toHaveURL(/\/auth/);
  expect(await whoIsIn()).toBe(person.username);

  // A browser without that, where the button is pressed.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await logOut(person);
  await page.getByRole("button", { name: t("auth.login.passkey") }).click();
  await expect(page.getByText(t("auth.login.success"), { exact: true })).toBeVisible();
  await expect(page).not.toHaveURL(/\/auth/);
  expect(await whoIsIn()).toBe(person.username);
});

test(
  "who has no passkey, or asks for none, is told so and logs in with the password",
  LONG,
  async ({ browser }) => {
    const person = await Person.signedIn(browser, "Piet", "en");
    const { page, t } = person;
    await logOut(person);
    await withAuthenticator(page);
    await page.getByRole("button", { name: t("auth.login.passkey") }).click();
    await expect(page.getByText(t("auth.login.failure.passkey"), { exact: true })).toBeVisible();
    await person.login();
    await expect(page.getByText(t("auth.login.success"), { exact: true })).toBeVisible();
  },
);

test("the second factor: set up, asked at login, and a recovery code instead", async ({ browser }) => {
  const person = await Person.signedIn(browser, "Toos", "en");
  const { page, t } = person;
  await page.goto("/settings/security");
  await page.getByRole("button", { name: t("security.secondFactor.setUp"), exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("img", { name: t("security.secondFactor.qr") })).toBeVisible();
  const key = ((await dialog.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await expectAccessible(page, "second factor's key");
  const field = dialog.getByLabel(t("security.secondFactor.code"), { exact: true });
  await field.fill(code(key, -1));
  await field.press("Enter");
  await expect(dialog.getByRole("listitem")).toHaveCount(10);
  const recovery = await dialog.getByRole("listitem").allTextContents();
  await expectAccessible(page, "recovery codes");
  await dialog.getByRole("button", { name: t("security.secondFactor.kept") }).click();
  await expect(page.getByText("10 recovery codes", { exact: false })).toBeVisible();
  await waitForMail(stack(), { ...mailOf(person), kind: "second_factor_changed" });

  await logOut(person);
  const { username, password } = person;
  const form = page.getByRole("tabpanel");
  await form.getByLabel(t("auth.login.username"), { exact: true }).fill(username);
  await form.getByLabel(t("auth.login.password"), { exact: true }).fill(password);
  await form.getByRole("button", { name: t("auth.login.submit"), exact: true }).click();
  const asked = form.getByLabel(t("auth.login.code"), { exact: true });
  await expect(asked).toBeFocused();
  await expectAccessible(page, "login with a code");
  await asked.fill(code(key));
  await asked.press("Enter");
  await expect(page).not.toHaveURL(/\/auth/);

  const since = new Date();
  const data = { username, password, code: recovery[0]?.toLowerCase() };
  expect((await page.request.post("/api/auth/login", { data })).ok()).toBe(true);
  const told = await waitForMail(stack(), { ...mailOf(person), kind: "second_factor_changed", since });
  expect(told.text?.replace(/\s+/g, " ")).toContain("You have 9 left.");
});

test("a new PayPal address and the export ask who it is, ten minutes after the login", async ({
  browser,
}) => {
  const person = await Person.signedIn(browser, "Stef", "en");
  const { page, t } = person;
  await withAuthenticator(page);
  await page.goto("/settings/security");
  await page.getByRole("button", { name: t("security.passkeys.add") }).click();
  await expect(page.getByText(t("security.passkeys.added"), { exact: true })).toBeVisible();

  await person.provedLongAgo();
  await page.goto("/profile#payment");
  await page.getByText(t("profile.payment.methods.paypal"), { exact: true }).click();
  await page.getByLabel(t("profile.payment.paypalEmail"), { exact: true }).fill("new@example.org");
  await page.getByRole("button", { name: t("profile.payment.save") }).click();
  const dialog = page.getByRole("dialog", { name: t("stepUp.title") });
  const password = dialog.getByLabel(t("stepUp.password"), { exact: true });
  await password.fill("not the password");
  await expectAccessible(page, "step-up");
  await password.press("Enter");
  await expect(password).toHaveAccessibleDescription(new RegExp(t("errors.fields.passwordWrong")));
  await password.fill(person.password);
  await password.press("Enter");
  await expect(page.getByText(t("toasts.profileUpdated.title"), { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await person.provedLongAgo();
  const download = page.getByRole("button", { name: t("profile.data.download.button") });
  await download.click();
  await expect(dialog.getByRole("button", { name: t("stepUp.passkey") })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText(t("profile.data.download.failed"), { exact: true })).toBeVisible();
  await expect(download).toBeFocused();
  const saved = page.waitForEvent("download");
  await download.click();
  await dialog.getByRole("button", { name: t("stepUp.passkey") }).click();
  expect((await saved).suggestedFilename()).toMatch(/^personal-data-/);
  const me = (await (await page.request.get("/api/auth/user")).json()) as { paypalEmail: string };
  expect(me.paypalEmail).toBe("new@example.org");
});

test("sessions: another browser is listed, told by mail, and signed out", LONG, async ({ browser }) => {
  const person = await Person.signedIn(browser, "Sam", "en");
  const { page, t } = person;
  const far = await browser.newContext({
    userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
  });
  const { username, password } = person;
  const answer = await far.request.post("/api/auth/login", { data: { username, password } });
  expect(answer.ok()).toBe(true);
  const mail = await waitForMail(stack(), { ...mailOf(person), kind: "new_sign_in" });
  expect(mail.text).toContain("Firefox, Windows");

  await page.goto("/settings/security");
  const list = page.getByRole("list", { name: t("security.sessions.title") });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list.getByRole("listitem").filter({ hasText: t("security.sessions.current") })).toContainText(
    "Chrome",
  );
  await expectAccessible(page, "security");
  await list
    .getByRole("button", { name: t("security.sessions.endOf", { device: "Firefox, Windows" }) })
    .click();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  expect((await far.request.get("/api/auth/user")).status()).toBe(401);

  await far.request.post("/api/auth/login", { data: { username, password } });
  await person.provedLongAgo();
  await page.reload();
  await page.getByRole("button", { name: t("security.sessions.endOthers") }).click();
  await page.getByRole("dialog").getByLabel(t("stepUp.password"), { exact: true }).fill(password);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("stepUp.confirm"), exact: true })
    .click();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  expect((await far.request.get("/api/auth/user")).status()).toBe(401);
  expect((await page.request.get("/api/auth/user")).status()).toBe(200);
});
