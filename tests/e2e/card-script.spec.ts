import { expect, test } from "@playwright/test";
import { SCREENS } from "../support/javascript";
import { LONG } from "../support/long";
import { startBeside } from "./app-beside";
import { Person } from "./person";

/** As it is with keys of the card provider's own: its form is shown, not the sandbox's. */
const PROVIDERS_FORM = { PAYMENTS: "", RATE_LIMITS: "off", PAYPAL_DONATIONS: "on" };

test(
  "the card provider's script is asked for when its form opens, and never before",
  LONG,
  async ({ browser }) => {
    const item = `Tent ${crypto.randomUUID().slice(0, 8)}`;
    const asker = await Person.signedIn(browser, "Imani", "en");
    await asker.hasAsked(item, 8_000);

    const donor = await Person.signedIn(browser, "Milan", "en");
    const { page, t } = donor;
    const asked: string[] = [];
    await page.route(/stripe\.(com|network)/, (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: "text/javascript", body: "" });
    });
    const app = await startBeside(PROVIDERS_FORM);
    try {
      for (const screen of SCREENS) {
        await page.goto(`${app.url}${screen}`);
        await page.waitForLoadState("networkidle");
      }
      await page.goto(`${app.url}/`);
      await donor
        .card(item)
        .getByRole("button", { name: t("feed.donate") })
        .click();
      await page.getByLabel(t("donate.amount"), { exact: true }).fill("10");
      await page.getByRole("button", { name: t("donate.submit", { amount: donor.money(1020) }) }).click();
      const card = page.getByRole("button", { name: t("donate.card") });
      await expect(card).toBeVisible();
      expect(asked).toEqual([]);
      await card.click();
      await expect.poll(() => asked[0]).toMatch(/^https:\/\/js\.stripe\.com\//);
    } finally {
      await app.stop();
    }
  },
);
