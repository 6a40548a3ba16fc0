import { expect, test } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { expectRoomForLargeText } from "./large-text";
import { publishBooks } from "./passing-time";
import { Person } from "./person";

test("a donor's browser checks that a donation is in the published books; anybody sees the books", async ({
  browser,
}) => {
  const owner = await Person.signedIn(browser, "Samira Haddad", "de");
  const id = await owner.hasAsked("Een fiets", 30_000);
  const donor = await Person.signedIn(browser, "Joris Vos", "de");
  await donor.hasGiven(id, 10_000);
  await publishBooks();

  const { page, t } = donor;
  await page.goto("/gifts");
  await page.getByText("Een fiets").first().click();
  await page.getByRole("link", { name: t("gifts.inBooks") }).click();
  await expect(page.getByRole("main")).toContainText(t("openBooks.check.steps.root"));
  await expect(page.getByRole("main")).toContainText(t("openBooks.check.steps.signature"));
  await expect(page.getByRole("main")).toContainText(
    t("openBooks.check.steps.donation", { paid: donor.money(10_200), given: donor.money(10_000) }),
  );
  await expect(page.getByRole("img", { name: t("openBooks.check.isWrong") })).toHaveCount(0);
  await expectAccessible(page, "a proof");
  await expectRoomForLargeText(page, "a proof");

  const visitor = await Person.withPhone(browser, "Nobody", "de");
  await visitor.page.goto("/open-books");
  await expect(visitor.page.getByRole("heading", { level: 1 })).toHaveText(t("openBooks.title"));
  await expect(visitor.page.getByRole("table")).toContainText(t("openBooks.columns.given"));
  // The demo's wallet has money that is owed to nobody.
  await expect(visitor.page.getByText(t("openBooks.more"))).toBeVisible();
  await expect(visitor.page.getByRole("banner").getByRole("link")).toHaveAttribute("href", "/");
  await expectAccessible(visitor.page, "the open books");
  await expectRoomForLargeText(visitor.page, "the open books");
});
