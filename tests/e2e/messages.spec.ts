import { expect, test } from "@playwright/test";
import { LONG } from "../support/long";
import { linkIn, waitForMail } from "../support/mail";
import type { Stack } from "../support/stack";
import { expectAccessible } from "./accessible";
import { Person } from "./person";
import { tellSandbox } from "./sandbox";

const stackNow = () => JSON.parse(process.env.E2E_STACK ?? "{}") as Stack;
const addressOf = ({ username }: Person) => `${username}@example.org`;

test("what is chosen in the settings stays", async ({ browser }) => {
  const { page, t } = await Person.signedIn(browser, "Saar", "nl");
  await page.goto("/settings/messages");
  const row = page.getByRole("row", { name: t("messageSettings.kinds.gift_received.name") });
  const name = (column: string) =>
    `${t("messageSettings.kinds.gift_received.name")} ${t(`messageSettings.columns.${column}`)}`;
  const mail = row.getByRole("combobox", { name: name("mail"), exact: true });
  const push = row.getByRole("switch", { name: name("push"), exact: true });
  // Exact: a toast that says "not saved" is announced in a status too, for as long as it is read out.
  const saved = page.getByRole("status").and(page.getByText(t("messageSettings.saved"), { exact: true }));
  await expect(page.getByRole("radio", { name: t("messageSettings.levels.everything.name") })).toBeChecked();
  await page.getByText(t("messageSettings.levels.each"), { exact: true }).click();
  await expect(mail).toHaveValue("now");
  await expectAccessible(page, "messages");

  await mail.selectOption("off");
  await expect(saved).toBeAttached();
  await push.focus();
  await page.keyboard.press("Space");
  await expect(push).not.toBeChecked();
  await expect(saved).toBeAttached();
  await page.reload();
  await expect(mail).toHaveValue("off");
  await expect(push).not.toBeChecked();
});

test(
  "a message's link switches its kind off, and on again, without signing in",
  LONG,
  async ({ browser }) => {
    const item = `Stoel ${crypto.randomUUID().slice(0, 8)}`;
    const asker = await Person.signedIn(browser, "Lieke", "nl");
    const request = await asker.hasAsked(item, 10_000);
    const donor = await Person.signedIn(browser, "Cas", "nl");
    await donor.hasGiven(request, 1_000);
    const message = await waitForMail(stackNow(), { to: addressOf(asker), kind: "donation_received" });

    const { page, t } = await Person.withPhone(browser, "Lieke", "nl");
    await page.goto(linkIn(message, "/u/"));
    await expect(page).toHaveURL(/\/unsubscribe\?token=/);
    await expect(page.getByText(t("unsubscribe.question"))).toBeVisible();
    await expectAccessible(page, "unsubscribe");
    await page.getByRole("button", { name: t("unsubscribe.confirm") }).click();
    await expect(page.getByRole("status").filter({ hasText: t("unsubscribe.off") })).toBeVisible();
    await expectAccessible(page, "unsubscribed");
    const choice = asker.page.getByRole("combobox", {
      name: `${t("messageSettings.kinds.gift_received.name")} ${t("messageSettings.columns.mail")}`,
    });
    await asker.page.goto("/settings/messages");
    await expect(choice).toHaveValue("off");
    await page.getByRole("button", { name: t("unsubscribe.undo") }).click();
    await expect(page.getByRole("status").filter({ hasText: t("unsubscribe.on") })).toBeVisible();
    await asker.page.reload();
    await expect(choice).toHaveValue("now");

    await page.goto(`${page.url().slice(0, -3)}abc`);
    await expect(page.getByRole("heading", { name: t("unsubscribe.invalidTitle") })).toBeVisible();
    await expectAccessible(page, "a changed link");

    await tellSandbox(page.request, `mails/${message.id}/bounce`);
    await asker.page.reload();
    await expect(asker.page.getByText(t("messageSettings.bounced.text"))).toBeVisible();
    await expectAccessible(asker.page, "a refused address");
    await asker.page.getByRole("link", { name: t("messageSettings.bounced.link") }).click();
    await expect(asker.page).toHaveURL("/settings/security");
  },
);
