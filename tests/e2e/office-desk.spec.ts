import { type Browser, expect, type Locator, type Page, test } from "@playwright/test";
import { LONG } from "../support/long";
import { expectAccessible } from "./accessible";
import { Person } from "./person";

test.use({ viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false });

/** Somebody with the role, who used a passkey just now. */
async function operator(browser: Browser): Promise<Person> {
  const person = await Person.signedIn(browser, "Ines", "en");
  await person.operates();
  return person;
}

/** Moves the focus there as somebody does who has no mouse. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < 200; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("the focus never comes there");
}

/** Somebody who asked, somebody who gave to them twice, and an operator. */
async function givenTwice(browser: Browser): Promise<[Person, Person, Person]> {
  const [owner, donor, ines] = await Promise.all([
    Person.signedIn(browser, "Odette", "en"),
    Person.signedIn(browser, "Joris", "en"),
    operator(browser),
  ]);
  const requestId = await owner.hasAsked(`Bike ${crypto.randomUUID().slice(0, 8)}`, 20_000);
  await donor.hasGiven(requestId, 2_500);
  await donor.hasGiven(requestId, 2_500);
  return [owner, donor, ines];
}

test("an operator refunds the second of two donations, by keyboard alone", LONG, async ({ browser }) => {
  const [, donor, ines] = await givenTwice(browser);
  const { page, t } = ines;
  await page.goto("/office");
  await tabTo(page, page.getByRole("searchbox", { name: t("office.search.title") }));
  await page.keyboard.type(`${donor.username}@example.org`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: `@${donor.username}` })).toBeVisible();

  const paid = page.getByRole("table", { name: t("office.person.paid") });
  await expect(paid.getByRole("row")).toHaveCount(3);
  await tabTo(page, paid.getByRole("link").first());
  await page.keyboard.press("Enter");
  const total = { amount: "€25.50" };
  const refund = page.locator("summary").filter({ hasText: t("office.payment.refundAll", total) });
  await tabTo(page, refund);
  await page.keyboard.press("Enter");
  await tabTo(page, page.locator("details[open]").getByLabel(t("office.form.reason"), { exact: true }));
  await page.keyboard.type("paid twice");
  await tabTo(page, page.getByRole("button", { name: t("office.payment.refundAll", total) }));
  await page.keyboard.press("Enter");
  await expect(page.getByText(t("office.payment.paymentState.refunded")).first()).toBeVisible();
  const history = page.getByRole("table", { name: t("office.payment.history") });
  await expect(history.getByText("paid twice")).toBeVisible();
});

test("the office's lists of money, mail and books are accessible", async ({ browser }) => {
  const [owner, , ines] = await givenTwice(browser);
  const { page } = ines;
  for (const [path, where] of [
    ["/office/payouts", "payouts"],
    ["/office/payouts?view=holds", "holds"],
    ["/office/payouts?view=ages", "money by age"],
    [`/office/people/${owner.username}?view=money`, "a person's money"],
    [`/office/people/${ines.username}`, "oneself"],
    ["/office/mail", "mail"],
    ["/office/mail?view=waiting", "mail that waits"],
    ["/office/books?month=2026-01", "books"],
    ["/office/search?q=zz-nobody", "a search"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await expectAccessible(page, where);
  }
});

test("an operator holds a person's money, and the person's export lists that they were looked up", async ({
  browser,
}) => {
  const [owner, donor, ines] = await Promise.all([
    Person.signedIn(browser, "Odette", "en"),
    Person.signedIn(browser, "Joris", "en"),
    operator(browser),
  ]);
  await donor.hasGiven(await owner.hasAsked(`Coat ${crypto.randomUUID().slice(0, 8)}`, 20_000), 2_500);
  const { page, t } = ines;
  await page.goto(`/office/people/${owner.username}`);
  const decide = page.locator("details").filter({ hasText: t("office.person.decide") });
  await decide.locator("summary").click();
  await decide.getByLabel(t("office.decide.measure"), { exact: true }).selectOption("held");
  await decide.getByLabel(t("office.decide.paragraph"), { exact: true }).fill("2.1");
  await decide.getByLabel(t("office.decide.facts"), { exact: true }).fill("Two people know the photo.");
  await decide.getByLabel(t("office.form.reason"), { exact: true }).fill("as reported");
  await decide.getByRole("button", { name: t("office.decide.submit") }).click();
  await expect(page.getByText(t("office.form.done"), { exact: true })).toBeVisible();
  await page.goto(`/office/people/${owner.username}?view=money`);
  const holds = page.getByRole("table", { name: t("office.money.holds") });
  await expect(holds.getByText("Two people know the photo.")).toBeVisible();
  await holds.getByRole("link", { name: t("office.report.seeDecision") }).click();
  await page.getByLabel(t("office.form.reason"), { exact: true }).fill("The photo is theirs.");
  await page.getByRole("button", { name: t("office.decisions.lift") }).click();
  await expect(page.getByText(t("office.decisions.liftedBy"))).toBeVisible();

  const data = await (await owner.page.request.get("/api/auth/user/data")).text();
  const { operatorActions } = JSON.parse(data) as { operatorActions: { action: string }[] };
  expect(new Set(operatorActions.map(({ action }) => action))).toEqual(
    new Set(["look_up_person", "look_up_money", "decide", "lift_decision"]),
  );
  expect(data).not.toContain(ines.username);
});
