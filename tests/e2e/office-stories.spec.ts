import { type Browser, expect, type Locator, type Page, test } from "@playwright/test";
import { TEXTS } from "@/sandbox/card/onboarding-page";
import { expectAccessible } from "./accessible";
import { monthPasses, reconcile } from "./passing-time";
import { Person } from "./person";
import { tellSandbox } from "./sandbox";

test.use({ viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false });

/** What an operator does from Today on, in clicks (docs/office.md): a field is one, as is a choice; typing is none. */
class Desk {
  clicks = 0;

  constructor(
    readonly page: Page,
    readonly t: Person["t"],
  ) {}

  async begin(): Promise<void> {
    this.clicks = 0;
    await this.page.goto("/office");
  }
  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }
  async type(field: string, text: string, within: Page | Locator = this.page): Promise<void> {
    await this.click(within.getByLabel(field, { exact: true }));
    await this.page.keyboard.type(text);
  }
  async choose(field: string, option: string, within: Page | Locator = this.page): Promise<void> {
    this.clicks += 1;
    await within.getByLabel(field, { exact: true }).selectOption({ label: option });
  }
  async search(text: string): Promise<void> {
    await this.click(this.page.getByRole("searchbox", { name: this.t("office.search.title") }));
    await this.page.keyboard.type(text);
    await this.page.keyboard.press("Enter");
  }
  /** The figure of a kind of work on Today. */
  async take(what: string): Promise<void> {
    await this.click(this.page.getByRole("main").getByRole("link", { name: this.t(`office.today.${what}`) }));
  }
  async press(name: string, within: Page | Locator = this.page): Promise<void> {
    await this.click(within.getByRole("button", { name, exact: true }));
  }
  /** Opens what is folded, and returns it. */
  async unfold(name: string): Promise<Locator> {
    await this.click(this.page.locator("summary").filter({ hasText: name }));
    return this.page.locator("details[open]");
  }
  async decide(measure: string, facts: string, reason: string): Promise<void> {
    const { t } = this;
    await this.choose(t("office.decide.measure"), t(`office.measures.${measure}`));
    await this.type(t("office.decide.paragraph"), "2.1");
    await this.type(t("office.decide.facts"), facts);
    await this.type(t("office.form.reason"), reason);
    await this.press(t("office.decide.submit"));
  }
}

async function operator(browser: Browser, name: string): Promise<Desk> {
  const person = await Person.signedIn(browser, name, "en");
  await person.operates();
  return new Desk(person.page, person.t);
}

/** Together more than a single operator may send back (250.00 euros). */
const DONORS = (process.env.TEST_LONG ? "ABCDEFGHIJ" : "ABC").split("");

const people = (browser: Browser, names: readonly string[]) =>
  Promise.all(names.map((name) => Person.signedIn(browser, name, "en")));
const anItem = (what: string) => `${what} ${crypto.randomUUID().slice(0, 8)}`;

/** What came in of a request, in cents, as everybody reads it. */
async function raisedOf({ page }: Person, requestId: string): Promise<number> {
  return ((await (await page.request.get(`/api/requests/${requestId}`)).json()) as { raised: number }).raised;
}

test("somebody gave twice, and somebody's card was stolen", async ({ browser }) => {
  const [owner, donor] = (await people(browser, ["Odette", "Joris"])) as [Person, Person];
  const desk = await operator(browser, "Ines");
  const { page, t } = desk;
  const requestId = await owner.hasAsked(anItem("Bike"), 20_000);
  await donor.hasGiven(requestId, 2_500);
  const second = await donor.hasGiven(requestId, 2_500);
  const refund = t("office.payment.refundAll", { amount: "€25.50" });

  await desk.begin();
  await desk.search(`${donor.username}@example.org`);
  await expect(page.getByRole("heading", { level: 1, name: `@${donor.username}` })).toBeVisible();
  await expectAccessible(page, "a person");
  await desk.click(
    page
      .getByRole("table", { name: t("office.person.paid") })
      .getByRole("link")
      .first(),
  );
  await desk.unfold(refund);
  await expectAccessible(page, "a payment");
  await desk.type(t("office.form.reason"), "paid twice", page.locator("details[open]"));
  await desk.press(refund);
  await expect(page.getByText(t("office.payment.paymentState.refunded")).first()).toBeVisible();
  expect(desk.clicks).toBe(5);
  expect(await raisedOf(owner, requestId)).toBe(2_500);

  // The bank names the payment; the first or the second, whichever is still there.
  const stolen = await donor.hasGiven(requestId, 1_000);
  expect(stolen).not.toBe(second);
  const theft = t("office.payment.refundAll", { amount: "€10.20" });
  await desk.begin();
  await desk.search(stolen);
  const form = await desk.unfold(theft);
  await desk.choose(t("office.payment.by"), t("office.payment.byUs"), form);
  await desk.type(t("office.form.reason"), "the bank says that the card is stolen", form);
  await desk.press(theft);
  await expect(page.getByText(t("office.payment.paymentState.refunded")).first()).toBeVisible();
  expect(desk.clicks).toBe(5);
  expect(await raisedOf(owner, requestId)).toBe(2_500);
});

test("a scam goes back to all its donors, once a second operator agrees", async ({ browser }) => {
  const item = anItem("Operation");
  const [owner, reporter, ...donors] = (await people(browser, [
    "Odo",
    "Rika",
    ...DONORS.map((letter) => `Donor ${letter}`),
  ])) as [Person, Person, ...Person[]];
  const [first, second] = [await operator(browser, "Ines"), await operator(browser, "Tom")];
  const { t } = first;
  const requestId = await owner.hasAsked(item, 50_000);
  for (const donor of donors) await donor.hasGiven(requestId, 30_000 / DONORS.length);
  const reference = await reporter.hasReported(requestId);

  await first.begin();
  await first.take("reports");
  await first.click(first.page.getByRole("link", { name: reference }));
  await first.decide("returned", "The photo and the text are those of another page.", "a scam");
  await expect(first.page.getByText(t("office.form.waits"), { exact: true })).toBeVisible();
  expect(first.clicks).toBe(7);
  expect(await raisedOf(owner, requestId)).toBe(30_000);

  await second.begin();
  await second.take("approvals");
  const waiting = second.page.getByRole("listitem").filter({ hasText: reference });
  await second.type(t("office.form.reason"), "I looked at it too", waiting);
  await second.press(t("office.waiting.submit"), waiting);
  await expect(waiting).toBeHidden();
  expect(second.clicks).toBe(3);

  await expect.poll(() => raisedOf(owner, requestId)).toBe(0);
  const told = async ({ page }: Person) => {
    const answer = await page.request.get("/api/notifications");
    return ((await answer.json()) as { type: string }[]).map(({ type }) => type);
  };
  for (const donor of donors) await expect.poll(() => told(donor)).toContain("refund");
  const outcome = await reporter.page.request.get(`/api/reports/${reference}`);
  expect(await outcome.json()).toMatchObject({ state: "decided", outcome: "returned" });
});

test("held money goes to the bank when a complaint is right; where it does not arrive the provider is asked", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const [owner, donor] = (await people(browser, ["Noor", "Bas"])) as [Person, Person];
  const [first, second] = [await operator(browser, "Ines"), await operator(browser, "Tom")];
  const { page, t } = owner;
  await page.goto("/profile#payment");
  const settings = page.locator("details:has(> #payment)");
  await settings.getByText(t("profile.payment.methods.bank"), { exact: true }).click();
  await settings.getByRole("button", { name: t("gettingPaid.bank.action") }).click();
  await expect(page.getByRole("heading", { name: t("gettingPaid.start.title") })).toBeVisible();
  await expect(page.getByText(t("gettingPaid.start.you.text"))).toBeVisible();
  await page.getByRole("button", { name: t("gettingPaid.start.action") }).click();
  await page.getByRole("button", { name: TEXTS.en.submit }).click();
  await page.waitForURL("/payouts/return");
  await expect(page.getByRole("heading", { name: t("gettingPaid.faces.ready.title") })).toBeVisible();
  const item = anItem("Bell");
  await owner.ask(item, "20");
  await expect(page.getByText(t("request.payout.can"))).toBeVisible();
  const requestId = new URL(page.url()).searchParams.get("id") ?? "";
  await donor.hasGiven(requestId, 2_000);
  await page.goto("/profile");
  const card = page.locator("div:has(> #payouts)");
  await expect(card.getByText(t("gettingPaid.waiting", { amount: owner.money(2_000) }))).toBeVisible();

  await first.begin();
  await first.search(owner.username);
  const form = await first.unfold(t("office.person.decideRequest"));
  await first.choose(t("office.decide.measure"), t("office.measures.held"), form);
  await first.type(t("office.decide.paragraph"), "2.1", form);
  await first.type(t("office.decide.facts"), "The bell is older than the bicycle.", form);
  await first.type(t("office.form.reason"), "looks wrong", form);
  await first.press(t("office.decide.submit"), form);
  await expect(first.page.getByText(t("office.form.done"), { exact: true })).toBeVisible();
  expect(first.clicks).toBe(7);

  await page.goto("/decisions");
  await page.getByRole("button", { name: t("safety.decisions.appeal") }).click();
  await page.getByLabel(t("safety.decisions.appealText")).fill("The bicycle is from 1950, as the bell is.");
  await page.getByRole("button", { name: t("safety.decisions.send") }).click();
  await expect(page.getByText(t("safety.decisions.states.open"))).toBeVisible();
  await monthPasses(owner);
  const inBank = async () => {
    await reconcile();
    await tellSandbox(page.request, "clock", { days: 3 });
    return ((await (await page.request.get("/api/payouts")).json()) as { inBank: number }).inBank;
  };
  expect(await inBank()).toBe(0);

  await second.begin();
  await second.take("appeals");
  await second.click(
    second.page
      .getByRole("row")
      .filter({ hasText: item })
      .getByRole("link", { name: t("office.measures.held") }),
  );
  await second.choose(t("office.decisions.outcome"), t("office.decisions.outcomes.overturned"));
  await second.type(t("office.decisions.answer"), "You are right: the bell fits the bicycle.");
  await second.press(t("office.decisions.answerSubmit"));
  await expect(second.page.getByText(t("office.form.done"), { exact: true })).toBeVisible();
  expect(second.clicks).toBe(5);
  await expect.poll(inBank, { timeout: 120_000, intervals: [1_000] }).toBe(2_000);
  await page.goto("/payouts");
  await expect(page.getByText(owner.money(2_000)).first()).toBeVisible();

  await second.begin();
  await second.search(owner.username);
  await second.click(
    second.page
      .getByRole("navigation", { name: t("office.person.title") })
      .getByRole("link", { name: t("office.person.money") }),
  );
  const payouts = second.page.getByRole("table", { name: t("office.money.payouts") });
  await second.press(t("office.ask.button"), payouts);
  await expect(payouts.getByRole("status").getByRole("listitem")).toBeVisible();
  expect(second.clicks).toBe(3);
});
