import { type Browser, expect, type Locator, type Page, test } from "@playwright/test";
import { longUnless } from "../support/long";
import { expectAccessible } from "./accessible";
import { Person } from "./person";

/** From the request in the feed to the thanks: donate, amount, confirm, card, three fields of the card, pay. */
const PRESSES = 8;

/** Counts what a thumb does, on every page that is opened from now on. */
async function countPresses(page: Page): Promise<() => number> {
  let presses = 0;
  await page.exposeBinding("pressed", () => {
    presses += 1;
  });
  await page.addInitScript(() => {
    const listen = ({ isTrusted }: Event) => {
      if (isTrusted) (window as unknown as { pressed: () => void }).pressed();
    };
    document.addEventListener("pointerdown", listen, { capture: true });
  });
  return () => presses;
}

async function asks(browser: Browser, goal: number): Promise<string> {
  const item = `Kruiwagen ${crypto.randomUUID().slice(0, 8)}`;
  const asker = await Person.signedIn(browser, "Hanna", "en");
  await asker.hasAsked(item, goal);
  return item;
}

function bar({ page, t }: Person, item: string): Locator {
  return page.getByRole("main").getByRole("progressbar", { name: t("common.progressOf", { item }) });
}

async function gives(giver: Person, item: string, amount: string, total: number): Promise<void> {
  await giver.donate(item, amount, total);
  await giver.payWith("4242424242424242");
  await giver.page.waitForURL(/payment-success/);
}

for (const locale of ["en", "de"] as const) {
  test(
    `a new donor gives in ${PRESSES} presses, sees what it did, shares in one and is back in one (${locale})`,
    longUnless(locale === "en"),
    async ({ browser }) => {
      const item = await asks(browser, 10_000);
      const giver = await Person.signedIn(browser, "Merel", locale);
      const { page, t } = giver;
      const presses = await countPresses(page);
      await page.goto("/");
      await giver
        .card(item)
        .getByRole("button", { name: t("feed.donate") })
        .tap();
      await page.getByRole("button", { name: t("donate.quick.small") }).tap();
      await page.getByRole("button", { name: t("donate.submit", { amount: giver.money(2550) }) }).tap();
      await page.getByRole("button", { name: t("donate.card") }).tap();
      for (const [field, typed] of [
        ["number", "4242424242424242"],
        ["expiry", "1234"],
        ["cvc", "123"],
      ] as const) {
        await page.getByLabel(t(`donate.fields.${field}`), { exact: true }).tap();
        await page.keyboard.type(typed);
      }
      await page.getByRole("dialog").locator("button[type=submit]").tap();
      await page.waitForURL(/payment-success/);
      const main = page.getByRole("main");
      await expect(main.getByRole("heading", { name: t("paymentSuccess.titles.succeeded") })).toBeVisible();
      expect(presses()).toBe(PRESSES);

      await expect(bar(giver, item)).toHaveAttribute("aria-valuenow", "25");
      for (const cents of [2500, 50, 2550])
        await expect(main.getByText(giver.money(cents)).first()).toBeVisible();
      await expect(main.getByText(t("paymentSuccess.yourPart", { amount: giver.money(2500) }))).toBeVisible();
      await expect(main.getByText(t("paymentSuccess.toGo", { amount: giver.money(7500) }))).toBeVisible();
      await expect(main.getByRole("link", { name: /\d/ })).toHaveAttribute("href", "/leaderboard");
      // What the specification says in a toast is announced on the page.
      await expect(main.getByRole("status")).toContainText(t("paymentSuccess.paid"));
      await expect(page.getByRole("region", { name: /F8/ }).getByRole("article")).toHaveCount(0);
      await expectAccessible(page, "thank you");

      await main.getByRole("button", { name: item }).tap();
      const share = page.getByRole("dialog", { name: t("share.title") });
      await expect(share.getByRole("button", { name: t("share.copy") })).toBeVisible();
      expect(presses()).toBe(PRESSES + 1);
      await page.keyboard.press("Escape");
      await expect(share).toHaveCount(0);

      const back = main.getByRole("link", { name: t("paymentSuccess.home") });
      const id = new URL((await back.getAttribute("href")) ?? "", page.url()).searchParams.get("gave");
      expect(await page.evaluate((gave) => sessionStorage.getItem(`gave:${gave}`), id)).toBe("0");
      await back.tap();
      await expect(giver.card(item).getByRole("progressbar")).toHaveAttribute("aria-valuenow", "25");
      expect(presses()).toBe(PRESSES + 2);
    },
  );
}

test("who reaches the goal is told so, who gave before is not, and a visitor with the address learns no more", async ({
  browser,
}) => {
  const item = await asks(browser, 3_000);
  const first = await Person.signedIn(browser, "Loek", "en");
  const { t } = first;
  await gives(first, item, "20", 2040);
  const last = await Person.signedIn(browser, "Puck", "en");
  await gives(last, item, "10", 1020);
  const completed = { name: t("paymentSuccess.goal.title") };
  await expect(last.page.getByRole("heading", completed)).toBeVisible();
  await expect(last.page.getByText(t("paymentSuccess.goal.text", { item }))).toBeVisible();
  await expect(bar(last, item)).toHaveAttribute("aria-valuenow", "100");
  await expectAccessible(last.page, "the goal reached");

  await first.page.reload();
  await expect(first.page.getByRole("heading", { name: t("paymentSuccess.titles.succeeded") })).toBeVisible();
  await expect(bar(first, item)).toHaveAttribute("aria-valuenow", "100");
  await expect(first.page.getByRole("heading", completed)).toHaveCount(0);

  for (const visitor of [
    await Person.withPhone(browser, "Nobody", "en"),
    await Person.signedIn(browser, "Pip", "en"),
  ]) {
    const { page } = visitor;
    await page.goto(last.page.url());
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { name: t("paymentSuccess.titles.succeeded") })).toBeVisible();
    await expect(main.getByRole("progressbar")).toHaveCount(0);
    await expect(main.getByText(/#\d/)).toHaveCount(0);
    await expect(main.getByRole("link", { name: t("paymentSuccess.home") })).toHaveAttribute("href", "/");
    await expect(main.getByRole("link", { name: t("paymentSuccess.leaderboard") })).toBeVisible();
  }
});

test("confetti falls once for a donation, and never for people who want less motion", async ({ browser }) => {
  const item = await asks(browser, 9_000);
  for (const [reducedMotion, falls] of [
    ["no-preference", true],
    ["reduce", false],
  ] as const) {
    const giver = await Person.signedIn(browser, "Sjors", "en");
    const { page } = giver;
    await page.emulateMedia({ reducedMotion });
    await page.addInitScript(() => {
      const drawn = { times: 0 };
      Object.assign(window, { drawn });
      const { fill } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.fill = function count(...args: unknown[]) {
        drawn.times += 1;
        return (fill as (...all: unknown[]) => void).apply(this, args);
      };
    });
    const drawn = () => page.evaluate(() => (window as unknown as { drawn: { times: number } }).drawn.times);
    await gives(giver, item, "10", 1020);
    await expect(bar(giver, item)).toBeVisible();
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem("celebrated"))).toMatch(/^pi_/);
    if (falls) await expect.poll(drawn).toBeGreaterThan(0);
    else expect(await drawn()).toBe(0);
    await page.reload();
    await expect(bar(giver, item)).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(await drawn()).toBe(0);
  }
});
