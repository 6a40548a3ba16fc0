import { expect, type Locator, test } from "@playwright/test";
import { LOCALES } from "@/lib/ground/vocabulary";
import { LONG } from "../support/long";
import { Person } from "./person";
import { textsOf } from "./texts";

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

test("a request opens for who taps it as soon as anything can be tapped", async ({ browser }) => {
  const asker = await Person.signedIn(browser, "Vlug", "en");
  const item = `Ladder ${crypto.randomUUID().slice(0, 8)}`;
  await asker.hasAsked(item, 10_000);
  const { page } = await Person.signedIn(browser, "Haastig", "en");
  await page.addInitScript(() => {
    const timer = setInterval(() => {
      const title = document.querySelector<HTMLElement>("main h2 button");
      if (!title || !Object.keys(title).some((key) => key.startsWith("__reactProps"))) return;
      clearInterval(timer);
      title.click();
    });
  });
  await page.goto("/");
  await expect(page.getByRole("dialog")).toBeVisible();
});

/** The contrast of a text with its background, as WCAG counts it, with the element's own opacity. */
const contrastOf = (element: Locator) =>
  element.evaluate((node) => {
    const { color, backgroundColor, opacity } = getComputedStyle(node);
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const luminance = (value: string) => {
      if (!context) throw new Error("no canvas");
      context.fillStyle = value;
      context.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0] = [...context.getImageData(0, 0, 1, 1).data]
        .map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const [dark = 0, light = 0] = [luminance(color), luminance(backgroundColor)].sort((a, b) => a - b);
    return opacity === "1" ? (light + 0.05) / (dark + 0.05) : 0;
  });

test("a reached goal is celebrated and can be shared; its button says why nothing can be given", async ({
  browser,
}) => {
  const item = `Springbal ${crypto.randomUUID().slice(0, 8)}`;
  const asker = await Person.signedIn(browser, "Femke", "en");
  const id = await asker.hasAsked(item, 1_000);
  const donor = await Person.signedIn(browser, "Teun", "en");
  const { page, t } = donor;
  await donor.hasGiven(id, 1_000);
  await page.goto(`/?gave=${id}`);
  const card = donor.card(item);
  const donate = card.getByRole("button", { name: `${t("feed.donate")}: ${item}` });
  await expect(donate).toHaveAttribute("aria-disabled", "true");
  expect(await contrastOf(donate), "light").toBeGreaterThanOrEqual(4.5);
  await page.getByRole("button", { name: t("shell.darkMode") }).click();
  await expect(page.locator("html")).toHaveClass(/dark/);
  expect(await contrastOf(donate), "dark").toBeGreaterThanOrEqual(4.5);
  // It is disabled, and says why.
  await donate.click({ force: true });
  await expect(
    page.getByRole("region", { name: /F8/ }).getByText(t("feed.goalReachedText"), { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await card.getByRole("button", { name: t("feed.shareGoal", { emoji: "🎉" }) }).click();
  await expect(page.getByRole("dialog", { name: t("share.title") })).toBeVisible();
});

test("wide screens have two columns of cards with low pictures, phones one", LONG, async ({ browser }) => {
  const { page } = await Person.signedIn(browser, "Breed", "en");
  const tops = async (width: number) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/");
    const cards = page.getByRole("main").getByRole("listitem");
    await expect(cards.nth(1)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    return Promise.all([0, 1].map(async (n) => (await cards.nth(n).boundingBox())?.y));
  };
  for (const width of [1024, 1280]) {
    const [first, second] = await tops(width);
    expect(second).toBe(first);
  }
  const [above, below] = await tops(1000);
  expect(below).toBeGreaterThan(above ?? 0);
});

test("the first button to donate is whole on the first screen, on phones and a desk, in every language", async ({
  browser,
}) => {
  const samira = await Person.signedIn(browser, "Samira", "nl");
  const id = await samira.hasAsked("Een warme winterjas voor mijn dochter", 14_000);
  const sizes = [
    [360, 740],
    [390, 844],
    [768, 1024],
    [1440, 900],
  ] as const;
  const { page } = await Person.signedIn(browser, "Jip", "en");
  // The page with which a browser arrives may have the system's typeface, which is wide where there is no Arial.
  await page.goto("/");
  for (const locale of LOCALES) {
    const t = textsOf(locale);
    const data = { preferredLanguage: locale };
    expect((await page.request.patch("/api/auth/user", { data })).status()).toBe(200);
    const donate = page
      .getByRole("main")
      .getByRole("button", { name: t("feed.donate") })
      .first();
    const tabs = page.getByRole("navigation", { name: t("shell.tabs.label") });
    await page.goto("/");
    // What other journeys ask for meanwhile stands above it, and may be higher.
    await page.addStyleTag({ content: `[id^=request-]:not(#request-${id}) { display: none }` });
    await expect(donate).toBeVisible();
    // The server does not know the size of the screen: the same page is laid out for each.
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      const [button, bar] = [await donate.boundingBox(), await tabs.boundingBox()];
      expect
        .soft((button?.y ?? 0) + (button?.height ?? 9_999), `${width} × ${height}, ${locale}`)
        .toBeLessThanOrEqual(bar?.y ?? 0);
    }
    // With all that narrows a search the line to find by is the widest.
    await page.goto("/?category=sport&filter=little");
    await expect(page.getByText(t("find.unboosted"))).toBeVisible();
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect.soft(await beyond(), `a search, ${width}, ${locale}`).toBeLessThanOrEqual(0);
    }
  }
});
