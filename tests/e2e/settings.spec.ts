import { expect, test } from "@playwright/test";
import { LONG } from "../support/long";
import { Person } from "./person";

test("a username is changed in place, by its rules, and then stays for a week", LONG, async ({ browser }) => {
  const person = await Person.signedIn(browser, "Tess", "en");
  const { page, t } = person;
  const taken = await Person.signedIn(browser, "Ties", "en");
  await page.goto("/profile");
  const main = page.getByRole("main");
  const edit = page.getByRole("button", { name: t("profile.username.edit") });
  await edit.click();
  const box = page.getByLabel(t("profile.username.label"), { exact: true });
  await expect(box).toBeFocused();
  for (const [typed, problem] of [
    ["steuntje-help", "usernameReserved"],
    [taken.username, "usernameTaken"],
  ] as const) {
    await box.fill(typed);
    await main.getByRole("button", { name: t("common.save"), exact: true }).click();
    await expect(box).toHaveAccessibleDescription(new RegExp(t(`errors.fields.${problem}`)));
    await expect(box).toBeFocused();
  }
  const free = main.getByRole("group", { name: t("common.stillFree") }).getByRole("button");
  await expect(free).toHaveCount(3);
  const [suggested = ""] = await free.allInnerTexts();
  await free.first().click();
  await expect(box).toHaveValue(suggested);
  const name = `t${crypto.randomUUID().slice(0, 12)}`;
  await box.fill(name);
  await page.keyboard.press("Enter");
  await expect(main).toContainText(`@${name}`);
  await expect(edit).toHaveCount(0);
  await expect(main).toContainText(t("profile.username.fixedUntil").replace(/<date>.*$/, ""));

  const refused = await page.evaluate(async () => {
    const answer = await fetch("/api/auth/user", {
      method: "PATCH",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ username: "another.name.yet" }),
    });
    return { status: answer.status, body: (await answer.json()) as { code: string; error: string } };
  });
  expect(refused).toMatchObject({ status: 409, body: { code: "USERNAME_TOO_SOON" } });
  const inAWeek = new Date(Date.now() + 7 * 24 * 3_600_000).getUTCFullYear();
  expect(refused.body.error).toMatch(
    new RegExp(
      `^${t("errors.USERNAME_TOO_SOON")}\\. You can change it again from .*${inAWeek} at \\d\\d:\\d\\d\\.$`,
    ),
  );
});

test("privacy: what others see of a donor", LONG, async ({ browser }) => {
  const item = `Jas ${crypto.randomUUID().slice(0, 8)}`;
  const asker = await Person.signedIn(browser, "Nel", "en");
  const request = await asker.hasAsked(item, 10_000);
  const donor = await Person.signedIn(browser, "Piet Zichtbaar", "en");
  const { page, t } = donor;
  await donor.hasGiven(request, 1_000);
  const other = asker.page;
  const row = other.getByRole("main").getByRole("listitem").filter({ hasText: donor.username });
  await other.goto(`/leaderboard?period=daily&search=${donor.username}`);
  await expect(row).toContainText(donor.money(1000));

  const turnOn = async (setting: string) => {
    await page.goto("/profile#privacy");
    const control = page.getByRole("switch", { name: t(`profile.privacy.${setting}.label`) });
    await control.click();
    await expect(control).toBeChecked();
  };
  await turnOn("hideGivenAmount");
  await expect(page.getByRole("main").getByText(t("profile.totals.onlyYou"))).toBeVisible();
  await other.reload();
  await expect(row).toContainText(t("common.hidden"));
  await expect(row).not.toContainText(/€|10\.00/);

  await other.goto("/notifications");
  const told = other.getByRole("main").getByRole("listitem").filter({ hasText: item });
  await expect(told).toContainText(donor.username);
  await turnOn("anonymousProfile");
  await other.reload();
  await expect(told).toContainText(t("notifications.anonymous"));
  for (const secret of [donor.username, "Piet Zichtbaar"])
    expect(await other.content()).not.toContain(secret);
  await other.goto(`/leaderboard?period=daily&search=${donor.username}`);
  await expect(other.getByText(t("leaderboard.noMatch"))).toBeVisible();
});

test("payment and privacy take one line each, which says how they are set", LONG, async ({ browser }) => {
  const person = await Person.signedIn(browser, "Fien", "en");
  const { page, t } = person;
  await page.goto("/profile");
  const payment = page.locator("#payment");
  const privacy = page.locator("#privacy");
  const anonymous = page.getByRole("switch", { name: t("profile.privacy.anonymousProfile.label") });
  await expect(payment).toContainText(t("profile.folds.missing"));
  await expect(privacy).toContainText(`${t("profile.folds.visible")} · English`);
  await expect(anonymous).toBeHidden();

  await privacy.click();
  await anonymous.click();
  await expect(privacy).toContainText(`${t("profile.folds.anonymous")} · English`);
  await expect(anonymous).toBeVisible();
  await person.canBePaid();
  await page.goto("/profile");
  await expect(payment).toContainText(t("profile.payment.methods.paypal"));
  await expect(page.getByLabel(t("profile.payment.paypalEmail"))).toBeHidden();
});

test("the language changes at once, without a new page, and stays", async ({ browser }) => {
  const person = await Person.signedIn(browser, "Mo", "en");
  const { page, t } = person;
  await page.goto("/profile#privacy");
  await page.evaluate(() => Object.assign(window, { samePage: true }));
  // Twice, because the second choice is made in a page that was translated without being loaded. That each language has
  // its texts is shown elsewhere.
  for (const [locale, title] of [
    ["nl", "Profiel"],
    ["de", "Profil"],
  ] as const) {
    await page.locator("select").selectOption(locale);
    await expect(page.locator("html")).toHaveAttribute("lang", locale);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  }
  expect(await page.evaluate(() => "samePage" in window)).toBe(true);
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.context().clearCookies({ name: "locale" });
  await page.goto("/profile#privacy");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.locator("select").selectOption("en");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("profile.title"));
});
