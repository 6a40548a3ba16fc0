import { expect, test } from "@playwright/test";
import { TEXTS as WALLET } from "@/sandbox/wallet/approval-page";
import { LONG, longUnless } from "../support/long";
import { expectAccessible } from "./accessible";
import { Person } from "./person";
import { chooseWallet, tellSandbox, walletToken } from "./sandbox";

for (const locale of ["en", "nl"] as const) {
  test(
    `buy a pack with the wallet, use one, see it in the feed (${locale})`,
    longUnless(locale === "en"),
    async ({ browser }) => {
      const item = `Bril ${crypto.randomUUID().slice(0, 8)}`;
      const buyer = await Person.signedIn(browser, "Noor", locale);
      const { page, t } = buyer;
      await buyer.hasAsked(item, 8_000);

      await page.goto("/subscription");
      await page.getByRole("link", { name: t("subscription.boosts.buy.normal") }).click();
      await expect(page).toHaveURL("/profile?boost=normal");
      const dialog = page.getByRole("dialog", { name: t("boosts.purchase.title.normal") });
      await dialog.getByRole("button", { name: t("boosts.purchase.more") }).click();
      await expect(dialog.getByText(buyer.money(398)).last()).toBeVisible();
      await dialog
        .getByRole("button", { name: t("boosts.purchase.pack", { quantity: 5, price: buyer.money(899) }) })
        .click();
      await expect(dialog.getByRole("spinbutton")).toHaveValue("5");
      await expect(dialog.getByText(buyer.money(-96))).toBeVisible();
      // The card leads here as it does for donations.
      await expect(dialog.getByRole("radio").first()).toBeChecked();
      await expect(dialog.getByRole("radio", { name: t("checkout.method.stripe") })).toBeChecked();
      await chooseWallet(page);
      await dialog
        .getByRole("button", { name: t("boosts.purchase.submit", { amount: buyer.money(899) }) })
        .click();
      await page.getByRole("button", { name: WALLET[locale].approve }).click();

      const ending = page.getByRole("dialog", { name: t("checkout.ending.purchase.titles.completed") });
      await expect(ending).toContainText(buyer.money(899));
      await expect(page).toHaveURL("/profile");
      await expect(page.locator("canvas")).toHaveCount(0);
      await ending.getByRole("link", { name: t("checkout.ending.toRequests") }).click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page.getByText(t("boosts.owned", { count: 5 }))).toBeVisible();

      await page.getByRole("button", { name: t("boosts.apply.buttonOf.normal", { item }) }).click();
      const question = page.getByRole("alertdialog", { name: t("boosts.apply.title.normal") });
      await expect(question).toContainText(item);
      await question.getByRole("button", { name: t("boosts.apply.confirm") }).click();
      await expect(page.getByText(t("toasts.boostApplied.title"), { exact: true })).toBeVisible();
      await expect(page.getByText(t("boosts.owned", { count: 4 }))).toBeVisible();
      const own = page.getByRole("listitem").filter({ hasText: item });
      await expect(own).toContainText(/Normal boost until|Normale boost tot/);
      await expect(
        page.getByRole("button", { name: t("boosts.apply.buttonOf.normal", { item }) }),
      ).toHaveCount(0);

      await page.goto("/");
      await expect(buyer.card(item).getByRole("button", { name: t("feed.boostedAbout") })).toBeVisible();
    },
  );
}

test("stopping at the wallet costs nothing and can be taken up again", async ({ browser }) => {
  const buyer = await Person.signedIn(browser, "Femke", "nl");
  const { page, t } = buyer;
  await page.goto("/profile?boost=premium&quantity=3");
  const pay = t("boosts.purchase.submit", { amount: buyer.money(897) });
  await chooseWallet(page);
  await page.getByRole("dialog").getByRole("button", { name: pay }).click();
  await page.getByRole("link", { name: WALLET.nl.cancel }).click();

  const ending = page.getByRole("dialog", { name: t("checkout.ending.purchase.titles.cancelled") });
  await expect(ending).toBeVisible();
  await ending.getByRole("button", { name: t("checkout.ending.tryAgain") }).click();
  await expect(page.getByRole("dialog", { name: t("boosts.purchase.title.premium") })).toBeVisible();
  await expect(page.getByRole("spinbutton")).toHaveValue("3");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL("/profile");
  await expect(page.getByText(t("boosts.owned", { count: 0 }))).toHaveCount(2);
});

test("buy by card from the form of a request, which keeps what was typed, and start with the boost", async ({
  browser,
}) => {
  const item = `Kinderfiets ${crypto.randomUUID().slice(0, 8)}`;
  const buyer = await Person.signedIn(browser, "Aisha", "en");
  const { page, t } = buyer;
  await buyer.canBePaid();
  await page.goto("/request");
  const unfold = page.getByText(t("boosts.choice.title"), { exact: true }).first();
  await expect(page.getByRole("radio", { name: t("boosts.choice.premium") })).toHaveCount(0);
  await unfold.click();
  await expect(page.getByRole("radio", { name: t("boosts.choice.premium") })).toBeDisabled();
  await page.getByLabel(t("request.create.item"), { exact: true }).fill(item);
  await page.getByLabel(t("request.create.amount"), { exact: true }).fill("45");
  await page.getByLabel(t("request.create.description"), { exact: true }).fill("She has outgrown hers.");
  await page.getByRole("button", { name: t("boosts.choice.buy.premium") }).click();
  const dialog = page.getByRole("dialog", { name: t("boosts.purchase.title.premium") });
  await expect(dialog.getByRole("radio", { name: t("checkout.method.stripe") })).toBeChecked();
  const pay = dialog.getByRole("button", { name: t("boosts.purchase.submit", { amount: buyer.money(299) }) });
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.headers()["next-action"]) sent.push(request.url());
  });
  await pay.dblclick();
  await page.waitForURL(/sandbox/);
  expect(sent, "one purchase, however often the button is pressed").toHaveLength(1);
  await page.getByRole("button", { name: buyer.money(299) }).click();

  const ending = page.getByRole("dialog", { name: t("checkout.ending.purchase.titles.completed") });
  await ending.getByRole("link", { name: t("checkout.ending.toRequest") }).click();
  await expect(page).toHaveURL("/request");
  await expect(page.getByLabel(t("request.create.item"), { exact: true })).toHaveValue(item);
  await unfold.click();
  await page.getByRole("radio", { name: t("boosts.choice.premium") }).check();
  await page.getByRole("button", { name: t("request.create.submit") }).click();
  await page.waitForURL(/\/request\/live/);
  await expect(page.getByRole("button", { name: t("feed.boostedAbout") })).toBeVisible();
});

test("a purchase says what its number costs, and the back button closes it", LONG, async ({ browser }) => {
  const buyer = await Person.signedIn(browser, "Kim", "en");
  const { page, t } = buyer;
  await page.goto("/profile");
  const opener = page.getByRole("button", { name: t("boosts.buyMoreOf.normal") });
  await opener.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  const quantity = dialog.getByRole("spinbutton", { name: t("boosts.purchase.quantity") });
  await quantity.fill("70");
  await expect(
    dialog.getByRole("button", { name: t("boosts.purchase.submit", { amount: buyer.money(9950) }) }),
  ).toBeVisible();
  await expect(dialog.getByRole("status")).toHaveText(
    t("boosts.purchase.announced", { quantity: 50, total: buyer.money(9950) }),
  );
  await quantity.fill("");
  await expect(dialog.getByRole("button", { name: t("boosts.purchase.empty"), exact: true })).toBeDisabled();

  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  await expect(page).toHaveURL("/profile");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL("/profile");
});

test(
  "a purchase that is not one's own tells nothing, and a lost answer says so",
  LONG,
  async ({ browser }) => {
    const buyer = await Person.signedIn(browser, "Milan", "en");
    const { page, t } = buyer;
    for (const id of ["0198c0de-0000-7000-8000-000000000000", "no-such-thing"]) {
      await page.goto(`/profile?purchase=${id}`);
      await expect(
        page.getByRole("dialog", { name: t("checkout.ending.purchase.titles.unknown") }),
      ).toBeVisible();
      await expect(page).toHaveURL("/profile");
    }
    await page.goto("/profile?boost=normal");
    await page.route("**/profile**", (route) =>
      route.request().method() === "POST" ? route.abort("internetdisconnected") : route.continue(),
    );
    await page
      .getByRole("button", { name: t("boosts.purchase.submit", { amount: buyer.money(199) }) })
      .click();
    await expect(page.getByText(t("checkout.failures.purchaseError"), { exact: true })).toBeVisible();
    await expect(page.getByRole("dialog", { name: t("boosts.purchase.title.normal") })).toBeVisible();
  },
);

test(
  "a payment that takes its time, and a provider that is away, are followed to their end",
  LONG,
  async ({ browser }) => {
    const buyer = await Person.signedIn(browser, "Jip", "en");
    const { page, t } = buyer;
    const pay = t("boosts.purchase.submit", { amount: buyer.money(199) });
    const title = (state: string) => ({ name: t(`checkout.ending.purchase.titles.${state}`) });

    await page.goto("/profile?boost=normal");
    await chooseWallet(page);
    await page.getByRole("button", { name: pay }).click();
    const slow = await walletToken(page);
    await tellSandbox(page.request, "faults", { process: true, scope: { payment: slow } });
    await page.getByRole("button", { name: WALLET.en.approve }).click();
    await expect(page.getByRole("dialog", title("processing"))).toContainText(buyer.money(199));
    await expect(page).toHaveURL(/purchase=/);
    await expectAccessible(page, "purchase processing");
    await tellSandbox(page.request, `wallet/${slow}/complete`);
    await expect(page.getByRole("dialog", title("completed"))).toBeVisible({ timeout: 30_000 });
    await expect(page).toHaveURL("/profile");

    await page.goto("/profile?boost=normal");
    await chooseWallet(page);
    await page.getByRole("button", { name: pay }).click();
    const away = await walletToken(page);
    await tellSandbox(page.request, "faults", { failNext: 503, times: 6, scope: { payment: away } });
    await page.getByRole("button", { name: WALLET.en.approve }).click();
    await expect(page.getByRole("dialog", title("unavailable"))).toBeVisible();
    await expectAccessible(page, "purchase unavailable");
    await expect(page.getByRole("dialog", title("completed"))).toBeVisible({ timeout: 45_000 });
    await page.keyboard.press("Escape");
    await expect(page.getByText(t("boosts.owned", { count: 2 }))).toBeVisible();
  },
);

for (const theme of ["light", "dark"] as const) {
  test(`every state of buying and using boosts is accessible (${theme})`, LONG, async ({ browser }) => {
    const item = `Tafel ${crypto.randomUUID().slice(0, 8)}`;
    const buyer = await Person.signedIn(browser, "Lena", "nl");
    const { page, t } = buyer;
    await page.addInitScript((dark) => localStorage.setItem("dark-mode", String(dark)), theme === "dark");
    await buyer.hasAsked(item, 6_000);
    await page.goto("/request");
    const unfold = page.getByText(t("boosts.choice.title"), { exact: true }).first();
    await unfold.click();
    await expectAccessible(page, "a request without boosts");
    await page.goto("/profile?boost=normal&quantity=5");
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page, "boost purchase");
    await chooseWallet(page);
    await page
      .getByRole("dialog")
      .getByRole("button", { name: t("boosts.purchase.submit", { amount: buyer.money(899) }) })
      .click();
    await page.getByRole("link", { name: WALLET.nl.cancel }).click();
    await expect(page.getByRole("dialog")).toContainText(t("checkout.ending.purchase.titles.cancelled"));
    await expectAccessible(page, "purchase cancelled");
    await page.getByRole("button", { name: t("checkout.ending.tryAgain") }).click();
    await chooseWallet(page);
    await page
      .getByRole("dialog")
      .getByRole("button", { name: t("boosts.purchase.submit", { amount: buyer.money(899) }) })
      .click();
    await page.getByRole("button", { name: WALLET.nl.approve }).click();
    await expect(page.getByRole("dialog")).toContainText(t("checkout.ending.purchase.titles.completed"));
    await expectAccessible(page, "boosts purchased");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expectAccessible(page, "profile with boosts");
    await page.getByRole("button", { name: t("boosts.apply.buttonOf.normal", { item }) }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await expectAccessible(page, "use a boost");
    await page.getByRole("button", { name: t("boosts.apply.confirm") }).click();
    await expect(page.getByText(t("toasts.boostApplied.title"), { exact: true })).toBeVisible();
    await expectAccessible(page, "boosted request");
    await page.goto("/request");
    await unfold.click();
    await page.getByRole("radio", { name: t("boosts.choice.normal"), exact: false }).check();
    await expectAccessible(page, "a request with a boost");
  });
}
