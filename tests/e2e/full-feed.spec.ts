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

test(
  "after a donation one returns to its card, whose bar moves on from where it was",
  LONG,
  async ({ browser, playwright, baseURL }) => {
    const origin = baseURL ?? "";
    const item = `Springtouw ${crypto.randomUUID().slice(0, 8)}`;
    const asker = await Person.signedIn(browser, "Bas", "en");
    const id = await asker.hasAsked(item, 1_000);
    const donor = await Person.signedIn(browser, "Roos", "en");
    const { page, t } = donor;
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.addInitScript(() => {
      const { animate } = Element.prototype;
      const moves: string[] = [];
      Object.assign(window, { moves });
      Element.prototype.animate = function (frames, options) {
        moves.push(JSON.stringify(frames));
        return animate.call(this, frames, options);
      };
    });
    await donor.donate(item, "10", 1_020);
    await donor.payWith("4242424242424242");
    await page.waitForURL(/payment-success/);
    // Completed, it is behind all others, and not on the first page.
    await fillFeed(() => playwright.request.newContext({ baseURL: origin }), origin);

    await page.getByRole("link", { name: t("paymentSuccess.home") }).click();
    const card = page.getByRole("main").getByRole("listitem").first();
    await expect(card).toContainText(item);
    await expect(card.getByRole("button", { name: item, exact: true })).toBeFocused();
    await expect(card.getByRole("heading")).toBeInViewport();
    await expect(page).toHaveURL("/");
    const moves = () => page.evaluate(() => (window as unknown as { moves: string[] }).moves);
    expect(await moves()).toContain(JSON.stringify([{ width: "0%" }, { width: "100%" }]));

    // Once: the address is clean, and what was remembered is used up.
    await page.goto(`/?gave=${id}`);
    await expect(page).toHaveURL("/");
    expect(await moves()).toEqual([]);
    await expect(card).toContainText(item);
    const title = card.getByRole("button", { name: item, exact: true });
    await expect(title).toBeFocused();
    // Nor when more is loaded.
    await page.getByRole("button", { name: t("feed.loadMore") }).click();
    await expect.poll(() => page.getByRole("main").getByRole("listitem").count()).toBeGreaterThan(PAGE + 1);
    await expect(title).not.toBeFocused();
    await page.goto("/");
    await expect(card).not.toContainText(item);
    await page.goto("/?gave=none-of-these");
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("button", { name: t("feed.donate") }).first()).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  },
);
