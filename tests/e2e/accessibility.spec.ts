import { expect, test } from "@playwright/test";
import { LOCALES } from "@/lib/ground/vocabulary";
import { longUnless } from "../support/long";
import { expectAccessible } from "./accessible";
import { seeEveryScreen } from "./every-screen";
import { expectRoomForLargeText, showUsualText } from "./large-text";
import { Person } from "./person";
import { textsOf } from "./texts";

/** `npm test` walks once, in the longest language. */
const WALKS = [
  ["de", "light"],
  ["nl", "dark"],
] as const;

for (const [locale, theme] of WALKS) {
  test(
    `every screen and dialog is accessible, and has room for text of twice the size (${locale}, ${theme})`,
    longUnless(theme === "light"),
    async ({ browser }) => {
      await seeEveryScreen(browser, locale, {
        before: (page) =>
          page.addInitScript((dark) => localStorage.setItem("dark-mode", String(dark)), theme === "dark"),
        at: async (page, where) => {
          await expect(page.locator("html"), where).toHaveClass(theme === "dark" ? /dark/ : /^(?!.*dark)/);
          await showUsualText(page);
          await expectAccessible(page, where);
          // The next press is made with the large text.
          await expectRoomForLargeText(page, where);
        },
      });
    },
  );
}

test("every button that orders has room for its text, in every language", async ({ browser }) => {
  const { page } = await Person.signedIn(browser, "Kim", "en");
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [n, locale] of LOCALES.entries()) {
    const data = { preferredLanguage: locale };
    expect((await page.request.patch("/api/auth/user", { data })).ok()).toBe(true);
    const t = textsOf(locale);
    // Both dialogs order in the same words and are equally wide: each language is seen in one of them, both in the walk
    // above. `npm run test:long` sees every pair.
    const dialogs = [
      ["boosts", "/profile", page.getByRole("button", { name: t("boosts.buyMoreOf.premium"), exact: true })],
      ["plan", "/subscription", page.getByRole("main").locator("button[aria-haspopup=dialog]").first()],
    ] as const;
    for (const [at, [name, path, opener]] of dialogs.entries()) {
      if (!process.env.TEST_LONG && at !== n % dialogs.length) continue;
      await page.goto(path);
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      await opener.click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectRoomForLargeText(page, `${name} (${locale})`);
    }
  }
});

test("the whole way to a payment goes by keyboard, and dialogs give the focus back", async ({ browser }) => {
  const item = `Matras ${crypto.randomUUID().slice(0, 8)}`;
  const asker = await Person.signedIn(browser, "Omar", "en");
  await asker.hasAsked(item, 6_000);

  const donor = await Person.signedIn(browser, "Kim", "en");
  const { page, t } = donor;
  await page.goto("/");
  await expect(donor.card(item)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: t("shell.skip") })).toBeFocused();

  const open = donor.card(item).getByRole("button", { name: item, exact: true });
  await open.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(open).toBeFocused();

  await donor
    .card(item)
    .getByRole("button", { name: t("feed.donate") })
    .focus();
  await page.keyboard.press("Enter");
  await page.getByLabel(t("donate.amount"), { exact: true }).focus();
  await page.keyboard.type("10");
  await page.keyboard.press("Enter");
  const card = page.getByRole("button", { name: t("donate.card") });
  await card.focus();
  await page.keyboard.press("Enter");
  await page.getByLabel(t("donate.fields.number"), { exact: true }).focus();
  await page.keyboard.type("4242424242424242");
  await page.keyboard.press("Tab");
  await page.keyboard.type("1234");
  await page.keyboard.press("Tab");
  await page.keyboard.type("123");
  await page.keyboard.press("Enter");
  await page.waitForURL(/payment-success/);
  await expect(page.getByRole("heading", { name: t("paymentSuccess.titles.succeeded") })).toBeVisible();
});
