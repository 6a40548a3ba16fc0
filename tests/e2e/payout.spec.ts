import { expect, test } from "@playwright/test";
import { Person } from "./person";

test("a card to be paid to: refused, stored as a token alone, and removed", async ({ browser }) => {
  const person = await Person.signedIn(browser, "Karin", "en");
  const { page, t } = person;
  const stored = async () =>
    (await (await page.request.get("/api/auth/user")).json()) as {
      hasCard: boolean;
      paymentMethod: string | null;
    };
  await page.goto("/profile#payment");
  const settings = page.locator("details:has(> #payment)");
  await settings.getByText(t("profile.payment.methods.visa"), { exact: true }).click();
  const add = settings.getByRole("button", { name: t("profile.payment.card.add") });
  await add.click();
  const dialog = page.getByRole("dialog", { name: t("profile.payment.card.title") });
  await expect(dialog).toHaveAccessibleDescription(t("profile.payment.card.about.visa"));
  await dialog.getByRole("button", { name: t("profile.payment.card.save") }).click();
  await expect(dialog.getByText(t("donate.fields.problems.number"))).toBeVisible();

  await dialog.getByLabel(t("donate.fields.number"), { exact: true }).fill("4242424242424242");
  await dialog.getByLabel(t("donate.fields.expiry"), { exact: true }).fill("1234");
  await dialog.getByLabel(t("donate.fields.cvc"), { exact: true }).fill("123");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (!request.url().includes("/api/sandbox/")) sent.push(request.postData() ?? "");
  });
  await dialog.getByRole("button", { name: t("profile.payment.card.save") }).click();
  await expect(dialog).toHaveCount(0);
  expect(sent.join(" ")).toContain("pm_");
  expect(sent.join(" ")).not.toMatch(/4242\W*4242/);
  await expect(settings).toContainText(t("profile.payment.by.visa"));
  await expect(settings.getByRole("button", { name: t("profile.payment.card.replace") })).toBeFocused();
  expect(await stored()).toMatchObject({ hasCard: true, paymentMethod: "visa" });
  await person.ask("A saddle", "20");

  await page.goto("/profile#payment");
  await settings.getByRole("button", { name: t("profile.payment.card.remove") }).click();
  await expect(settings).toContainText(t("profile.payment.missing"));
  await expect(add).toBeFocused();
  expect(await stored()).toMatchObject({ hasCard: false, paymentMethod: null });
});
