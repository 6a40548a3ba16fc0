import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "@playwright/test";
import { freePort } from "../support/free-port";
import { SCREENS } from "../support/javascript";
import type { Stack } from "../support/stack";
import { Person } from "./person";

/** The application once more, over the same books, as it is with keys of the card provider's own: its form is shown, not the sandbox's. */
async function startWithProvidersForm(): Promise<{ url: string; stop: () => Promise<void> }> {
  const { scripts } = JSON.parse(process.env.E2E_STACK ?? "{}") as Stack;
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, ["node_modules/next/dist/bin/next", "start", "-p", String(port)], {
    stdio: "ignore",
    env: {
      ...process.env,
      ...scripts,
      PAYMENTS: "",
      APP_URL: url,
      AUTH_SECRET: "a secret for one test",
      RATE_LIMITS: "off",
      PAYPAL_DONATIONS: "on",
      NODE_ENV: "production",
      NODE_OPTIONS: "",
    },
  });
  const exit = once(child, "exit");
  const ready = () =>
    fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(ready, { timeout: 40_000 }).toBe(true);
  return {
    url,
    stop: async () => {
      child.kill("SIGTERM");
      await exit;
    },
  };
}

test("the card provider's script is asked for when its form opens, and never before", async ({ browser }) => {
  const item = `Tent ${crypto.randomUUID().slice(0, 8)}`;
  const asker = await Person.signedIn(browser, "Imani", "en");
  await asker.hasAsked(item, 8_000);

  const giver = await Person.signedIn(browser, "Milan", "en");
  const { page, t } = giver;
  const asked: string[] = [];
  await page.route(/stripe\.(com|network)/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/javascript", body: "" });
  });
  const app = await startWithProvidersForm();
  try {
    for (const screen of SCREENS) {
      await page.goto(`${app.url}${screen}`);
      await page.waitForLoadState("networkidle");
    }
    await page.goto(`${app.url}/`);
    await giver
      .card(item)
      .getByRole("button", { name: t("feed.donate") })
      .click();
    await page.getByLabel(t("donate.amount"), { exact: true }).fill("10");
    await page.getByRole("button", { name: t("donate.submit", { amount: giver.money(1020) }) }).click();
    const card = page.getByRole("button", { name: t("donate.card") });
    await expect(card).toBeVisible();
    expect(asked).toEqual([]);
    await card.click();
    await expect.poll(() => asked[0]).toMatch(/^https:\/\/js\.stripe\.com\//);
  } finally {
    await app.stop();
  }
});
