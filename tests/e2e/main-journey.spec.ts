import { expect, test } from "@playwright/test";
import type { Locale } from "@/lib/ground/vocabulary";
import { longUnless } from "../support/long";
import { Person } from "./person";

// As on people's phones.
test.use({ serviceWorkers: "allow" });

const AMOUNT: Partial<Record<Locale, string>> = { en: "25.00", nl: "25,00" };

/** After settings were saved in a section that the address names, where the browser would scroll to it again. */
async function expectNextPageAtItsTop({ page, t }: Person): Promise<void> {
  const scrolled = () => page.evaluate(() => window.scrollY);
  await expect.poll(scrolled).toBeGreaterThan(400);
  await page.getByRole("link", { name: t("shell.tabs.request"), exact: true }).click();
  await expect(page.getByLabel(t("request.create.item"), { exact: true })).toBeVisible();
  await expect.poll(scrolled).toBe(0);
  await page.goBack();
  await expect.poll(scrolled).toBeGreaterThan(400);
}

for (const locale of ["en", "nl"] as const) {
  test(`ask, give, and see it happen (${locale})`, longUnless(locale === "nl"), async ({ browser }) => {
    const item = `Winterjas ${crypto.randomUUID().slice(0, 8)}`;
    const asker = await Person.withPhone(browser, "Samira", locale);
    await asker.page.goto("/leaderboard");
    await expect(asker.page).toHaveURL(/\/auth/);
    await expect(asker.page.locator("html")).toHaveAttribute("lang", locale);
    await asker.register();
    await expect(asker.page).toHaveURL("/leaderboard");
    await asker.setPaymentMethod();
    await expectNextPageAtItsTop(asker);
    await asker.ask(item, "100");

    const donor = await Person.signedIn(browser, "Joris", locale);
    const { page, t } = donor;
    const named = `Samira (@${asker.username})`;
    await donor.donate(item, AMOUNT[locale] ?? "", 2550);
    await expect(page.getByRole("dialog")).toContainText(named);
    await donor.payWith("4242424242424242");
    await page.waitForURL(/payment-success/);
    await expect(page.getByRole("heading", { name: t("paymentSuccess.titles.succeeded") })).toBeVisible();
    await expect(page.getByRole("main")).toContainText(named);
    for (const cents of [2500, 50, 2550])
      await expect(page.getByText(donor.money(cents)).first()).toBeVisible();

    await page.goto("/");
    await expect(donor.card(item).getByRole("progressbar")).toHaveAttribute("aria-valuenow", "25");
    for (const said of [
      donor.money(2500),
      "25%",
      t("feed.toGo", { amount: donor.money(7500) }),
      t("feed.donations", { count: 1 }),
      t("feed.donationsFrom", { names: `@${donor.username}` }),
    ])
      await expect(donor.card(item)).toContainText(said);
    await page.goto("/leaderboard?period=daily");
    await expect(page.getByRole("listitem").filter({ hasText: donor.username }).first()).toContainText(
      donor.money(2500),
    );

    await asker.page.goto("/notifications");
    const told = asker.page.getByRole("listitem").filter({ hasText: item });
    await expect(told).toContainText(donor.money(2500));
    await expect(told).toContainText("25");
  });

  test(
    `a declined card, then 3-D Secure refused and approved (${locale})`,
    longUnless(locale === "en"),
    async ({ browser }) => {
      const item = `Fiets ${crypto.randomUUID().slice(0, 8)}`;
      const asker = await Person.signedIn(browser, "Amira", locale);
      await asker.hasAsked(item, 6_000);

      const donor = await Person.signedIn(browser, "Bas", locale);
      const { page, t } = donor;
      await donor.donate(item, "10", 1020);
      await donor.payWith("4000000000000002");
      await expect(page.getByText(t("cardErrors.texts.declined")).first()).toBeVisible();
      await page.getByLabel(t("donate.fields.number"), { exact: true }).fill("4000000000003220");
      await page.getByRole("dialog").locator("button[type=submit]").click();
      await page.locator("button[value=fail]").click();
      await page.waitForURL(/payment-success/);
      await expect(page.getByRole("heading", { name: t("paymentSuccess.titles.failed") })).toBeVisible();

      await donor.donate(item, "10", 1020);
      await donor.payWith("4000000000003220");
      await page.locator("button[value=approve]").click();
      await page.waitForURL(/payment-success/);
      await expect(page.getByRole("heading", { name: t("paymentSuccess.titles.succeeded") })).toBeVisible();
      await page.goto("/");
      await expect(donor.card(item)).toContainText(donor.money(1000));
    },
  );
}
