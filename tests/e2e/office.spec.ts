import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { withAuthenticator } from "./authenticator";
import { Person } from "./person";

/** Moves on by keyboard until something is focused. */
async function tabTo(page: Page, name: string | RegExp, role: "link" | "button" | "textbox" | "combobox") {
  const wanted = page.getByRole(role, { name, exact: typeof name === "string" }).first();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${name} is not reached by Tab`);
}

test("an operator opens the office with a passkey and decides about a report, by keyboard alone", async ({
  browser,
}) => {
  const item = `Oven ${crypto.randomUUID().slice(0, 8)}`;
  const [asker, donor, operator] = await Promise.all(
    ["Nadia", "Pieter", "Ines"].map((name) => Person.signedIn(browser, name, "en")),
  );
  if (!asker || !donor || !operator) throw new Error("nobody is there");
  const reference = await donor.hasReported(await asker.hasAsked(item, 6_000));
  const { page, t } = operator;

  await page.goto("/office");
  await expect(page.getByRole("heading", { name: t("shell.notFound.title") })).toBeVisible();
  await operator.operates({ isUnlocked: false });
  await page.goto("/office");
  await expect(page.getByText(t("office.unlock.none"))).toBeVisible();
  await expectAccessible(page, "the office without a passkey");
  await withAuthenticator(page);
  await tabTo(page, t("office.unlock.add"), "link");
  await page.keyboard.press("Enter");
  await tabTo(page, t("security.passkeys.add"), "button");
  await page.keyboard.press("Enter");
  await expect(page.getByText(t("security.passkeys.added"), { exact: true })).toBeVisible();

  await page.goto(`/office/reports/${reference}`);
  await tabTo(page, t("office.unlock.button"), "button");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/office/reports/${reference}$`));
  await expect(page.getByText(item).first()).toBeVisible();

  await tabTo(page, t("office.decide.measure"), "combobox");
  await page.keyboard.type(t("office.measures.giving_off"));
  await tabTo(page, t("office.decide.submit"), "button");
  await page.keyboard.press("Enter");
  const paragraph = page.getByLabel(t("office.decide.paragraph"), { exact: true });
  await expect(paragraph).toHaveAccessibleDescription(new RegExp(t("errors.fields.required")));
  await expectAccessible(page, "a decision with errors");
  await paragraph.focus();
  await page.keyboard.type("2.1");
  await page.keyboard.press("Tab");
  await page.keyboard.type("The photo is on another site.");
  await tabTo(page, t("office.form.reason"), "textbox");
  await page.keyboard.type("as reported");
  await page.keyboard.press("Enter");
  await expect(page.getByText(t("office.form.done"), { exact: true })).toBeVisible();
  await tabTo(page, t("office.report.seeDecision"), "link");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("office.measures.giving_off"));
  await expectAccessible(page, "a decision");
});
