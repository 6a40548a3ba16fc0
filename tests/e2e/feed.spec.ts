import { type APIRequestContext, expect, test } from "@playwright/test";
import { LONG } from "../support/long";
import { Person } from "./person";

const PAGE = 20;
const EACH = 3;

/** Enough requests for more than one page, by people of their own. */
async function fillFeed(newContext: () => Promise<APIRequestContext>, origin: string): Promise<void> {
  const headers = { Origin: origin };
  await Promise.all(
    Array.from({ length: Math.ceil((PAGE + 5) / EACH) }, async (_, index) => {
      const person = await newContext();
      const username = `f${crypto.randomUUID().slice(0, 10)}`;
      const data = {
        username,
        name: `Feed ${index}`,
        email: `${username}@example.org`,
        password: `Lantaarn-${crypto.randomUUID()}`,
      };
      expect((await person.post("/api/auth/register", { data, headers })).status()).toBe(201);
      await person.patch("/api/auth/user", {
        data: { paymentMethod: "paypal", paypalEmail: data.email },
        headers,
      });
      for (let n = 0; n < EACH; n += 1) {
        const request = { item: `Stapel ${username} ${n}`, description: "One of many.", goal: 1_000 };
        expect((await person.post("/api/requests", { data: request, headers })).status()).toBe(201);
      }
    }),
  );
}

test("more requests follow below without moving what is there, and coming back keeps the place", async ({
  browser,
  playwright,
  baseURL,
}) => {
  const origin = baseURL ?? "";
  await fillFeed(() => playwright.request.newContext({ baseURL: origin }), origin);
  const reader = await Person.signedIn(browser, "Lezer", "en");
  const { page, t } = reader;
  await page.goto("/");
  const cards = page.getByRole("main").getByRole("listitem");
  await expect(cards).toHaveCount(PAGE);
  const more = page.getByRole("button", { name: t("feed.loadMore") });
  await more.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(500);

  await page.route("**/api/requests?**", (route) => route.abort());
  await more.click();
  await expect(
    page.getByRole("region", { name: /F8/ }).getByText(t("feed.loadFailed"), { exact: true }),
  ).toBeVisible();
  await expect(cards).toHaveCount(PAGE);
  await page.unroute("**/api/requests?**");
  await more.click();
  await expect.poll(() => cards.count()).toBeGreaterThan(PAGE);
  expect(await page.evaluate(() => window.scrollY)).toBe(before);

  const last = cards.nth(PAGE);
  const title = (await last.getByRole("heading").textContent()) ?? "";
  await last.getByRole("heading").getByRole("button").click();
  await expect(page.getByRole("dialog", { name: title })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(last.getByRole("heading")).toBeInViewport();
});

test("a link to a request opens it over the feed; one that is gone is told", async ({ browser }) => {
  const item = `Rugzak ${crypto.randomUUID().slice(0, 8)}`;
  const asker = await Person.signedIn(browser, "Koen", "en");
  const { page, t } = asker;
  await asker.hasAsked(item, 2_500);
  await page.goto("/");
  await asker.card(item).getByRole("button", { name: item, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: item });
  await expect(dialog).toBeVisible();
  const link = page.url();
  expect(link).toMatch(/\/\?request=[0-9a-f-]{36}$/);

  await page.goto(link);
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole("button", { name: t("request.detail.donateNow") })).toHaveCount(0);
  await dialog.getByRole("button", { name: t("common.close") }).click();
  await expect(page).toHaveURL("/");
  await expect(asker.card(item)).toBeVisible();

  await page.goto("/profile");
  await page.getByRole("button", { name: t("profile.requests.deleteItem", { item }) }).click();
  await page.getByRole("button", { name: t("profile.requests.delete.confirm") }).click();
  await expect(page.getByText(t("profile.requests.empty"))).toBeVisible();
  await page.goto(link);
  await expect(
    page.getByRole("region", { name: /F8/ }).getByText(t("feed.goneTitle"), { exact: true }),
  ).toBeVisible();
  await expect(page).toHaveURL("/");
  await expect(asker.card(item)).toHaveCount(0);
});

test(
  "the feed shows its shape while it is on its way, and what was there before does not stay",
  LONG,
  async ({ browser }) => {
    const { page, t } = await Person.signedIn(browser, "Wim", "en");
    await page.goto("/profile");
    const title = page.getByRole("heading", { name: t("profile.title") });
    await expect(title).toBeVisible();
    let letThrough = () => undefined as unknown;
    const held = new Promise((resolve) => {
      letThrough = () => resolve(undefined);
    });
    await page.route(
      ({ pathname }) => pathname === "/",
      async (route) => {
        await held;
        await route.continue();
      },
    );
    const tabs = page.getByRole("navigation", { name: t("shell.tabs.label") });
    await tabs.locator('a[href="/"]').click();
    const shape = page.getByRole("status", { name: t("common.loading") });
    await expect(shape).toBeVisible();
    await expect(title).toBeHidden();
    letThrough();
    await page.waitForURL("/");
    await expect(page.getByRole("button", { name: t("feed.donate") }).first()).toBeVisible();
    await expect(shape).toHaveCount(0);
  },
);
