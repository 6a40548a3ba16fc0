import { type Browser, expect, type Locator, test } from "@playwright/test";
import { LOCALES } from "@/lib/ground/vocabulary";
import { TEXTS as BANK } from "@/sandbox/card/bank-page";
import { expectAccessible } from "./accessible";
import { expectRoomForLargeText } from "./large-text";
import { Person } from "./person";
import { tellSandbox } from "./sandbox";

const GOOD = "4242424242424242";

async function asks(browser: Browser, goal: number, raised = 0) {
  const item = `Regenjas ${crypto.randomUUID().slice(0, 8)}`;
  const asker = await Person.signedIn(browser, "Samira", "nl");
  const id = await asker.hasAsked(item, goal);
  if (raised > 0) await (await Person.signedIn(browser, "Bas", "nl")).hasGiven(id, raised);
  return { item, id, asker };
}

test("give at a bank: leave its page, let it answer later, and see it arrive", async ({ browser }) => {
  const { item } = await asks(browser, 10_000);
  const donor = await Person.signedIn(browser, "Joris", "nl");
  const { page, t } = donor;
  const toBank = async (method: "ideal" | "bancontact") => {
    await donor.donate(item, "25,00", 2_550);
    const dialog = page.getByRole("dialog");
    await dialog.getByText(t(`donate.sandbox.methods.${method}`), { exact: true }).click();
    if (method === "bancontact") {
      await dialog.getByLabel(t("donate.sandbox.name")).fill("Joris Mulder");
      await expectAccessible(page, "paying at a bank");
    }
    await dialog.locator("button[type=submit]").click();
    await page.waitForURL(/\/bank\//);
    // The content policy lets it have its style.
    await expect(page.getByRole("button", { name: BANK.nl.bank.answers.approve })).toHaveCSS(
      "min-height",
      "48px",
    );
  };

  await toBank("bancontact");
  await page.getByRole("button", { name: BANK.nl.bank.answers.leave }).click();
  await expect(page.getByRole("heading", { name: t("paymentSuccess.titles.failed") })).toBeVisible();

  await toBank("ideal");
  await page.getByRole("button", { name: BANK.nl.bank.answers.later }).click();
  await expect(page.getByRole("heading", { name: t("paymentSuccess.titles.processing") })).toBeVisible();
  await expect(page.getByText(t("paymentSuccess.texts.processing", { item }))).toBeVisible();
  await expectAccessible(page, "a bank that is still working on it");
  const paymentId = new URL(page.url()).searchParams.get("payment_intent");
  await tellSandbox(page.request, `payments/${paymentId}/succeed`);
  await page.reload();
  await expect(page.getByRole("heading", { name: t("paymentSuccess.titles.succeeded") })).toBeVisible();

  await page.getByRole("button", { name: t("takeBack.button") }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(t("takeBack.text"));
  await question.getByRole("button", { name: t("takeBack.button") }).click();
  await expect(page.getByRole("heading", { name: t("paymentSuccess.titles.takenBack") })).toBeVisible();
});

test("the last euro: the second donor sees a countdown, gives less, or reads that the goal is reached", async ({
  browser,
}) => {
  const { item, id } = await asks(browser, 5_000, 3_000);
  const [first, second] = [
    await Person.signedIn(browser, "Eva", "en"),
    await Person.signedIn(browser, "Tom", "en"),
  ];
  const begun = await first.page.request.post("/api/payments/stripe/create-payment-intent", {
    data: { requestId: id, amount: "12.50" },
  });
  const [paymentIntentId] = ((await begun.json()) as { clientSecret: string }).clientSecret.split("_secret_");
  const { page, t } = second;
  await second.donate(item, "20", 2_040);
  const reserved = await first.page.request.post("/api/donations/reserve", { data: { paymentIntentId } });
  expect(reserved.status()).toBe(200);
  await second.payWith(GOOD);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(t("donate.busy.some", { amount: second.money(750) }))).toBeVisible();
  await expect(dialog.getByRole("timer")).toContainText(/[0-2]:[0-5]\d/);
  await expectAccessible(page, "somebody else is just paying");
  await dialog.getByRole("button", { name: t("donate.busy.less", { amount: second.money(750) }) }).click();
  await expect(dialog.locator("button[type=submit]")).toContainText(second.money(765));

  const third = await Person.signedIn(browser, "Ida", "en");
  await third.donate(item, "20", 2_040);
  await second.payWith(GOOD);
  await page.waitForURL(/payment-success/);
  await tellSandbox(page.request, `payments/${paymentIntentId}/succeed`);
  await expect(third.page.getByRole("heading", { name: third.t("donate.goalTitle") })).toBeVisible();
  await expectAccessible(third.page, "a goal that others reached");
});

test("a stranger gives from a link in three taps, and sees what became of it", async ({ browser }) => {
  const { item, id, asker } = await asks(browser, 10_000);
  const giftLink = `/api/requests/${id}/gift-link`;
  const made = await asker.page.request.post(giftLink);
  const path = new URL(((await made.json()) as { url: string }).url).pathname;
  const guest = await Person.withPhone(browser, "Vera", "nl");
  const { page, t } = guest;
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.click();
  };

  await page.goto(path);
  await expect(page.getByRole("heading", { name: item })).toBeVisible();
  await expectAccessible(page, "a gift link");
  await expect(page.getByRole("button", { name: guest.money(2_500), exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await tap(page.getByLabel(t("give.email"), { exact: true }));
  await page.keyboard.type(`${guest.username}@example.org`);
  await tap(page.getByRole("button", { name: t("give.on", { amount: guest.money(2_550) }) }));
  await expect(page.getByRole("radio", { name: t("donate.sandbox.methods.ideal") })).toBeChecked();
  const pay = page.getByRole("button", { name: t("donate.submit", { amount: guest.money(2_550) }) });
  for (const seen of [page.getByRole("heading", { name: t("donate.cardTitle") }), pay])
    await expect(seen).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, "the payment of a guest");
  await tap(pay);
  await page.getByRole("button", { name: BANK.nl.bank.answers.approve }).click();
  await page.waitForURL(/\/r\//);
  expect(taps).toBe(3);
  await expect(page.getByRole("heading", { name: t("give.receipt.state.received") })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(guest.money(2_550));
  await expect(page.getByText(t("give.receipt.steps.counted"))).toBeVisible();
  await expect(page.getByRole("link", { name: t("give.receipt.request") })).toHaveAttribute("href", path);
  await expectAccessible(page, "a receipt");
  await expectRoomForLargeText(page, "a receipt");

  // The longest words are the German ones.
  for (const locale of process.env.TEST_LONG ? LOCALES : (["de"] as const)) {
    const other = await Person.withPhone(browser, "Ana", locale);
    await other.page.goto(path);
    await expect(other.page.getByRole("heading", { name: other.t("give.title") })).toBeVisible();
    await expect(other.page.getByRole("main")).not.toContainText("Vera");
    await expectRoomForLargeText(other.page, `a gift link, ${locale}`);
    await other.page.context().close();
  }

  expect((await asker.page.request.delete(giftLink)).status()).toBe(204);
  expect((await page.goto(path))?.status()).toBe(404);
});

test("a message goes with a small donation by bank; its reader hides it, its guest takes it back", async ({
  browser,
}) => {
  const { item, id, asker } = await asks(browser, 10_000);
  const made = await asker.page.request.post(`/api/requests/${id}/gift-link`);
  const guest = await Person.withPhone(browser, "Vera", "nl");
  const { page, t } = guest;
  const words = "Veel plezier ermee!";
  await page.goto(new URL(((await made.json()) as { url: string }).url).pathname);
  await page.getByLabel(t("donate.amount"), { exact: true }).fill("3,00");
  await expect(page.getByText(t("give.bankOnly", { amount: guest.money(500) }))).toBeVisible();
  await page.getByLabel(t("give.email"), { exact: true }).fill(`${guest.username}@example.org`);
  await page.getByRole("button", { name: t("donate.note.add") }).click();
  await page.getByLabel(t("donate.note.label")).fill(words);
  await page.getByLabel(t("donate.note.shown")).check();
  await expectAccessible(page, "a message with a donation");
  await expectRoomForLargeText(page, "a message with a donation");
  await page.getByRole("button", { name: t("give.on", { amount: guest.money(306) }) }).click();
  await page.getByText(t("donate.sandbox.methods.ideal"), { exact: true }).click();
  await expect(page.getByText(t("donate.sandbox.methods.card"), { exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: t("donate.submit", { amount: guest.money(306) }) }).click();
  await page.waitForURL(/\/bank\//);
  await page.getByRole("button", { name: BANK.nl.bank.answers.approve }).click();
  await page.waitForURL(/\/r\//);
  await expect(page.getByRole("heading", { name: t("give.receipt.state.received") })).toBeVisible();
  await expect(page.getByText(words)).toBeVisible();

  const reader = await Person.signedIn(browser, "Tess", "nl");
  const story = async (person: Person) => {
    await person.page.goto(`/?request=${id}`);
    const dialog = person.page.getByRole("dialog");
    await expect(dialog.getByRole("heading", { name: item })).toBeVisible();
    await expect(dialog.getByText(t("request.story.donations", { count: 1 }))).toBeVisible();
    return dialog;
  };
  await expect((await story(reader)).getByText(words)).toBeVisible();
  await asker.page.goto("/notifications");
  await expect(asker.page.getByText(words)).toBeVisible();
  const own = await story(asker);
  await own.getByRole("button", { name: t("request.story.notes.hide") }).click();
  await expect(own.getByText(t("request.story.notes.forYou"))).toBeVisible();

  await page.getByRole("button", { name: t("takeBack.button") }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: t("takeBack.button") })
    .click();
  await expect(page.getByRole("heading", { name: t("give.receipt.state.returned") })).toBeVisible();
});

test("a shared request has a button to give: to its gift link, or to an account and straight back", async ({
  browser,
}) => {
  const { item, id, asker } = await asks(browser, 10_000);
  const visitor = await Person.withPhone(browser, "Vera", "en");
  const { page, t } = visitor;
  const give = page.getByRole("link", { name: t("auth.preview.give", { name: "Samira" }) });
  await page.goto(`/?request=${id}`);
  await expect(page.getByText(item).first()).toBeVisible();
  await expect(page.getByText(t("auth.preview.giveBack"))).toBeVisible();
  await give.click();
  await expect(page.getByRole("tab", { name: t("auth.register.tab"), selected: true })).toBeInViewport();
  await expectAccessible(page, "registering from a shared request");

  await asker.page.request.post(`/api/requests/${id}/gift-link`);
  await page.goto(`/?request=${id}`);
  await give.click();
  await page.waitForURL(/\/g\//);
  await expect(page.getByRole("heading", { name: item })).toBeVisible();
});
