import { type Browser, expect, type Page } from "@playwright/test";
import type { Locale } from "@/lib/ground/vocabulary";
import { Person } from "./person";

type Walk = {
  /** What has to be done before the first page opens. */
  before?: (page: Page) => Promise<unknown>;
  /** Runs at every screen and dialog. */
  at: (page: Page, where: string) => Promise<void>;
};

/**
 * Screens that the walk sees in a richer state, or another test does: looked at by the long run, and for the pictures.
 */
const again = (...paths: string[]) => (process.env.TEST_LONG || process.env.SCREENS ? paths : []);

/** Leads a visitor, a donor, a requester and an operator past every screen and dialog. */
export async function seeEveryScreen(browser: Browser, locale: Locale, { before, at }: Walk): Promise<void> {
  const item = `Oven ${crypto.randomUUID().slice(0, 8)}`;
  const requester = await Person.signedIn(browser, "Nadia van den Bovenkamp", locale);
  const donor = await Person.signedIn(browser, "Pieter", locale);
  const visitor = await Person.withPhone(browser, "Nobody", locale);
  for (const { page } of [requester, donor, visitor]) await before?.(page);

  await seeAsVisitor(visitor, at);
  await visitor.page.context().close();
  // Now, so that it is on the feed's first page, whatever others ask for meanwhile.
  const requestId = await requester.hasAsked(item, 6_000);
  await seeDonations(donor, item, at);
  await seePages(donor.page, at, [
    "/welcome",
    "/request",
    "/leaderboard",
    "/leaderboard?search=nobody-at-all",
    ...again("/notifications", "/profile"),
    "/gifts",
    ...again("/payouts"),
    "/subscription",
    "/payment-success",
    `/people/${requester.username}`,
    "/people/nobody-at-all",
  ]);
  await seeAsRequester(requester, item, at);
  const reference = await donor.hasReported(requestId);
  const operator = await Person.signedIn(browser, "Ines", locale);
  await before?.(operator.page);
  await operator.operates();
  await seePages(operator.page, at, [
    "/office",
    "/office/reports",
    `/office/reports/${reference}`,
    "/office/review",
    "/office/decisions",
    "/office/waiting",
    "/office/audit",
  ]);
}

async function seePages(page: Page, at: Walk["at"], paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await at(page, path);
  }
}

async function seeAsVisitor({ page, t }: Person, at: Walk["at"]): Promise<void> {
  await seePages(page, at, [
    "/offline",
    "/auth",
    "/forgot-password",
    "/unsubscribe",
    // open-books.spec.ts has books in them.
    ...again("/open-books", "/open-books/check"),
  ]);
  await page.goto("/auth");
  await page.getByRole("tab", { name: t("auth.register.tab") }).click();
  await page
    .getByRole("tabpanel")
    .getByRole("button", { name: t("auth.register.submit") })
    .click();
  await at(page, "registration with errors");
}

async function seeDonations(donor: Person, item: string, at: Walk["at"]): Promise<void> {
  const { page, t } = donor;
  await page.goto("/");
  await expect(donor.card(item)).toBeVisible();
  await at(page, "feed");
  await donor.card(item).getByRole("button", { name: item, exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText(item);
  await at(page, "request");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await donor
    .card(item)
    .getByRole("button", { name: t("feed.donate") })
    .click();
  await page.getByLabel(t("donate.amount"), { exact: true }).fill("10");
  await at(page, "amount");
  await page.getByRole("button", { name: t("donate.submit", { amount: donor.money(1020) }) }).click();
  await at(page, "method");
  await page.getByRole("button", { name: t("donate.card") }).click();
  await donor.payWith("4000000000000002");
  await expect(page.getByText(t("cardErrors.texts.declined")).first()).toBeVisible();
  await at(page, "declined card");
  await donor.payWith("4242424242424242");
  await page.waitForURL(/payment-success/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await at(page, "payment success");
}

async function seeAsRequester({ page, t, username }: Person, item: string, at: Walk["at"]): Promise<void> {
  const listed = (await (await page.request.get("/api/requests")).json()) as { id: string; item: string }[];
  const { id } = listed.find((request) => request.item === item) ?? {};
  await seePages(page, at, [
    "/notifications",
    ...again("/request"),
    `/request/live?id=${id}`,
    "/payouts",
    "/payouts/start",
    "/settings/messages",
    "/settings/security",
    ...again(`/people/${username}`),
    "/profile",
  ]);
  const dialog = page.locator("[role=dialog], [role=alertdialog]");
  const seeDialog = async (button: string, where: string) => {
    await page.getByRole("button", { name: button, exact: true }).click();
    await expect(dialog).toBeVisible();
    await at(page, where);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  };
  for (const fold of ["payment", "privacy"]) await page.locator(`#${fold}`).click();
  await at(page, "profile unfolded");
  await seeDialog(t("profile.avatar.change"), "picture");
  await seeDialog(t("profile.requests.deleteItem", { item }), "deleting a request");
  await seeDialog(t("boosts.buyMoreOf.normal"), "boosts");
  await seeDialog(t("profile.data.erase.button"), "erasing an account");

  await page.goto("/subscription");
  await page.getByRole("main").locator("button[aria-haspopup=dialog]").first().click();
  await expect(dialog).toBeVisible();
  await at(page, "plan");
}
