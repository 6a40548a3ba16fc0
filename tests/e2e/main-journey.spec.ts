import { expect, test } from "@playwright/test";
import type { Locale } from "@/lib/ground/vocabulary";
import { longUnless } from "../support/long";
import { Person } from "./person";

// As on people's phones.
test.use({ serviceWorkers: "allow" });

const AMOUNT: Partial<Record<Locale, string>> = { en: "25.00", nl: "25,00" };

for (const locale of ["en", "nl"] as const) {
  test(`ask, give, and see it happen (${locale})`, longUnless(locale === "nl"), async ({ browser }) => {
    const item = `Winterjas ${crypto.randomUUID().slice(0, 8)}`;
    const asker = await Person.withPhone(browser, "Samira", locale);
    await asker.page.goto("/");
    await expect(asker.page).toHaveURL(/\/auth/);
    await expect(asker.page.locator("html")).toHaveAttribute("lang", locale);
    await asker.register();
    await asker.setPaymentMethod();
    await asker.ask(item, "100");

    const donor = await Person.withPhone(browser, "Joris", locale);
    await donor.page.goto("/auth");
    await donor.register();
    const { page, t } = donor;
    await donor.donate(item, AMOUNT[locale] ?? "", 2550);
    await donor.payWith("4242424242424242");
    await page.waitForURL(/payment-success/);
    await expect(page.getByRole("heading", { name: t("paymentSuccess.titles.succeeded") })).toBeVisible();
    for (const cents of [2500, 50, 2550])
      await expect(page.getByText(donor.money(cents)).first()).toBeVisible();

    await page.goto("/");
    await expect(donor.card(item).getByRole("progressbar")).toHaveAttribute("aria-valuenow", "25");
    await expect(donor.card(item)).toContainText(donor.money(2500));
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

  test(
    `a share link while signed out: preview, login, the request (${locale})`,
    longUnless(locale === "nl"),
    async ({ browser }) => {
      const item = `Laptop ${crypto.randomUUID().slice(0, 8)}`;
      const asker = await Person.signedIn(browser, "Yusuf", locale);
      await asker.hasAsked(item, 8_000);
      const requests = (await (await asker.page.request.get("/api/requests")).json()) as {
        id: string;
        item: string;
      }[];
      const id = requests.find((request) => request.item === item)?.id;

      const visitor = await Person.signedIn(browser, "Lotte", locale);
      const { page } = visitor;
      await page.goto("/");
      await page.getByRole("button", { name: visitor.t("shell.logout") }).click();
      await page.waitForURL(/\/auth/);
      await page.goto(`/?request=${id}`);
      await expect(page).toHaveURL(/\/auth/);
      await expect(page.getByText(item).first()).toBeVisible();
      await expect(page.locator('meta[property="og:title"]')).toHaveAttribute("content", new RegExp(item));
      await visitor.login();
      await expect(page).toHaveURL(new RegExp(`request=${id}`));
      await expect(page.getByRole("dialog")).toContainText(item);
    },
  );
}
