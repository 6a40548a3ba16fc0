import { expect, test } from "@playwright/test";
import { LOCALES } from "@/lib/ground/vocabulary";
import { LONG } from "../support/long";
import type { Stack } from "../support/stack";
import { startBeside } from "./app-beside";
import { Person } from "./person";

const GOOD = "4242424242424242";
const DECLINED = "4000000000000002";

/** Asks the provider about a payment, or has it ended there, as an eleventh one does. */
async function statusAtProvider(clientSecret: string, deed: "" | "/cancel" = ""): Promise<string> {
  const { sandboxUrl, secretKey } = JSON.parse(process.env.E2E_STACK ?? "{}") as Stack;
  const id = clientSecret.split("_secret_")[0];
  const answer = await fetch(`${sandboxUrl}/v1/payment_intents/${id}${deed}`, {
    method: deed === "" ? "GET" : "POST",
    headers: { authorization: `Bearer ${secretKey}` },
  });
  return ((await answer.json()) as { status: string }).status;
}

const PREPARED = "**/api/payments/stripe/create-payment-intent";

test(
  "a payment that was closed meanwhile is prepared again, and a good card pays it",
  LONG,
  async ({ browser }) => {
    const item = `Kettle ${crypto.randomUUID().slice(0, 8)}`;
    const asker = await Person.signedIn(browser, "Imani", "en");
    await asker.hasAsked(item, 8_000);
    const donor = await Person.signedIn(browser, "Milan", "en");
    const { page, t } = donor;
    const preparing = page.waitForResponse(PREPARED);
    await donor.donate(item, "5", 510);
    const { clientSecret } = (await (await preparing).json()) as { clientSecret: string };
    await donor.payWith(DECLINED);
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText(t("cardErrors.texts.declined"), { exact: true })).toBeVisible();
    expect(await statusAtProvider(clientSecret, "/cancel")).toBe("canceled");
    await donor.payWith(GOOD);
    await expect(dialog.getByText(t("cardErrors.texts.ended"), { exact: true })).toBeVisible();
    await expect(dialog.getByText(t("cardErrors.texts.declined"), { exact: true })).toHaveCount(0);
    await donor.payWith(GOOD);
    await page.waitForURL(/payment-success/);
    await expect(page.getByRole("main")).toContainText(donor.money(500));
  },
);

for (const locale of LOCALES) {
  test(
    `after too many declines a good card is not called declined: the person is told how long to wait (${locale})`,
    LONG,
    async ({ browser }) => {
      const app = await startBeside({ RATE_LIMITS: "on" });
      try {
        const item = `Kettle ${crypto.randomUUID().slice(0, 8)}`;
        const asker = await Person.signedIn(browser, "Imani", "en");
        await asker.hasAsked(item, 8_000);
        const donor = await Person.signedIn(browser, "Milan", locale);
        const { page, t } = donor;
        await page.goto(`${app.url}/`);
        await donor
          .card(item)
          .getByRole("button", { name: t("feed.donate") })
          .click();
        await page.getByLabel(t("donate.amount"), { exact: true }).fill("5");
        await page.getByRole("button", { name: t("donate.submit", { amount: donor.money(510) }) }).click();
        const preparing = page.waitForResponse(PREPARED);
        await page.getByRole("button", { name: t("donate.card") }).click();
        const { clientSecret } = (await (await preparing).json()) as { clientSecret: string };
        const dialog = page.getByRole("dialog");
        for (let tried = 0; tried < 5; tried += 1) {
          const answer = page.waitForResponse("**/confirm");
          await donor.payWith(DECLINED);
          expect((await answer).status()).toBe(402);
          await expect(dialog.getByText(t("cardErrors.texts.declined"), { exact: true })).toBeVisible();
        }
        // The provider's event has to arrive before the payment is closed.
        await expect.poll(() => statusAtProvider(clientSecret)).toBe("canceled");
        await donor.payWith(GOOD);
        await expect(
          dialog.getByText(t("errors.RATE_LIMITED", { minutes: 5 }), { exact: true }),
        ).toBeVisible();
        await expect(dialog.getByText(t("cardErrors.texts.declined"), { exact: true })).toHaveCount(0);
      } finally {
        await app.stop();
      }
    },
  );
}
