import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, expect, type Page, type Route } from "@playwright/test";
import { LOCALES, type Locale } from "@/lib/ground/vocabulary";
import { TEXTS as CARD } from "@/sandbox/card/checkout-page";
import { TEXTS as ONBOARDING } from "@/sandbox/card/onboarding-page";
import { PERSONS } from "@/sandbox/card/provider/accounts";
import { TEXTS as WALLET } from "@/sandbox/wallet/approval-page";
import { DEMO_LOGINS, DEMO_PASSWORD } from "@/seed/people";
import playwrightConfig from "../playwright.config";
import { phonePhoto } from "../tests/e2e/phone-photo";
import { type Texts, textsOf } from "../tests/e2e/texts";
import startStack from "../tests/support/browser-stack";
import { buildIfChanged } from "../tools/launcher/build";
import { fail } from "../tools/launcher/problem";
import { Supervisor } from "../tools/launcher/supervisor";

/**
 * `npm run screens [language …]`: pictures of every screen and dialog, in both themes, on the smallest phone, a phone
 * and a desk, in every language, into screens/, and of every message.
 */
const WIDTHS = { small: 320, phone: 390, desk: 1280 } as const;
const HEIGHTS = { small: 568, phone: 844, desk: 900 } as const;
const THEMES = ["light", "dark"] as const;

type Look = { locale: Locale; theme: (typeof THEMES)[number]; size: keyof typeof WIDTHS };
type Scene = { page: Page; t: Texts; shoot: (name: string) => Promise<void> };

const asked = process.argv.slice(3);
const locales = LOCALES.filter((locale) => asked.length === 0 || asked.includes(locale));
await buildIfChanged(new Supervisor()).catch(fail);
process.env.STACK_DEMO = "on";
const stop = await startStack();
const browser = await chromium.launch(playwrightConfig.use?.launchOptions ?? {});
const photo = await phonePhoto();
let count = 0;
try {
  for (const locale of locales) {
    for (const theme of THEMES) {
      for (const size of Object.keys(WIDTHS) as (keyof typeof WIDTHS)[])
        await shootAll(browser, { locale, theme, size });
    }
  }
} finally {
  await browser.close();
  await stop();
}
console.log(`${count} pictures in screens/${existsSync("screens") ? "" : " (none)"}`);
execFileSync("npm", ["run", "--silent", "screens:mail", "--", ...locales], { stdio: "inherit" });
process.exit(0);

async function shootAll(on: Browser, look: Look): Promise<void> {
  const context = await on.newContext({
    baseURL: process.env.E2E_URL ?? "",
    locale: look.locale,
    viewport: { width: WIDTHS[look.size], height: HEIGHTS[look.size] },
    reducedMotion: "reduce",
  });
  await context.addInitScript(
    (dark) => localStorage.setItem("dark-mode", String(dark)),
    look.theme === "dark",
  );
  const page = await context.newPage();
  const scene = { page, t: textsOf(look.locale), shoot: (name: string) => shoot(page, look, name) };
  await visitor(scene);
  await logIn(context, look.locale);
  await member(scene);
  const request = await joinAnew(context, look.locale);
  await newcomer(scene, request);
  await customer(scene, look.locale);
  await recipient(scene, context, look.locale);
  await context.close();
}

async function visitor({ page, t, shoot: take }: Scene): Promise<void> {
  await page.goto("/auth");
  await take("auth-login");
  await page.getByRole("tab", { name: t("auth.register.tab") }).click();
  await page
    .getByRole("tabpanel")
    .getByRole("button", { name: t("auth.register.submit") })
    .click();
  await take("auth-register-errors");
  const [request] = (await (await page.request.get("/api/requests")).json()) as { id: string }[];
  await page.goto(`/?request=${request?.id}`);
  await take("auth-shared-request");
  await page.goto("/payment-success");
  await take("payment-unknown");
  await page.goto("/unsubscribe");
  await take("unsubscribe-invalid");
}

async function logIn(context: BrowserContext, preferredLanguage: Locale): Promise<void> {
  const username = DEMO_LOGINS[0];
  await context.request.post("/api/auth/login", { data: { username, password: DEMO_PASSWORD } });
  await context.request.patch("/api/auth/user", { data: { preferredLanguage } });
}

async function member({ page, t, shoot: take }: Scene): Promise<void> {
  for (const name of ["request", "leaderboard", "notifications", "profile", "payouts", "subscription"]) {
    await page.goto(`/${name}`);
    await take(name);
  }
  for (const name of ["messages", "security"]) {
    await page.goto(`/settings/${name}`);
    await take(`settings-${name}`);
  }
  await photoOnForm({ page, t, shoot: take });
  await page.goto("/leaderboard?search=nobody-at-all");
  await take("leaderboard-empty");
  await page.goto("/");
  await take("feed");
  const requests = page.getByRole("main").getByRole("listitem");
  // A press before the page has come alive is lost.
  await expect(async () => {
    await requests.first().getByRole("heading").getByRole("button").click();
    await expect(page.getByRole("dialog").getByRole("heading", { level: 2 })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await take("request-detail");
  await page.goto("/");
  await requests
    .getByRole("button", { name: t("feed.donate") })
    .first()
    .click();
  await page.getByLabel(t("donate.amount"), { exact: true }).fill("25");
  await take("donate-amount");
  await page.getByRole("dialog").locator("button[type=submit]").click();
  await take("donate-method");
  await page.getByRole("button", { name: t("donate.card") }).click();
  await page.getByLabel(t("donate.fields.number"), { exact: true }).fill("4000000000000002");
  await page.getByLabel(t("donate.fields.expiry"), { exact: true }).fill("1234");
  await page.getByLabel(t("donate.fields.cvc"), { exact: true }).fill("123");
  await take("donate-card");
  await page.getByRole("dialog").locator("button[type=submit]").click();
  await page.getByText(t("cardErrors.texts.declined")).first().waitFor();
  await take("donate-declined");
}

/** Someone who has bought nothing yet. Answers the id of what they asked for. */
async function joinAnew(context: BrowserContext, preferredLanguage: Locale): Promise<string> {
  const username = `u${randomUUID().slice(0, 10)}`;
  const account = { username, name: "Noor", email: `${username}@example.org`, password: randomUUID() };
  await context.request.post("/api/auth/register", { data: account });
  const payout = { paymentMethod: "paypal", paypalEmail: account.email };
  await context.request.patch("/api/auth/user", { data: { preferredLanguage, ...payout } });
  const request = { item: "Winter coat", description: "It is getting cold.", goal: 6_000 };
  const answer = await context.request.post("/api/requests", { data: request });
  return ((await answer.json()) as { id: string }).id;
}

async function newcomer({ page, shoot: take }: Scene, request: string): Promise<void> {
  await page.goto("/welcome");
  await take("welcome");
  await page.goto(`/request/live?id=${request}`);
  await take("request-live");
}

async function customer({ page, t, shoot: take }: Scene, locale: Locale): Promise<void> {
  const dialog = page.getByRole("dialog");
  const wallet = WALLET[locale];
  await page.goto("/request");
  await take("request-without-boosts");
  await page.goto("/profile?boost=premium&quantity=5");
  await take("boost-purchase");
  await dialog.getByText("PayPal", { exact: true }).click();
  await dialog.locator("button[type=submit]").click();
  await page.getByRole("link", { name: wallet.cancel }).click();
  await take("boost-cancelled");
  await dialog.getByRole("button", { name: t("checkout.ending.tryAgain") }).click();
  await dialog.getByText("PayPal", { exact: true }).click();
  await dialog.locator("button[type=submit]").click();
  await page.getByRole("button", { name: wallet.approve }).click();
  await take("boost-purchased");
  await page.keyboard.press("Escape");
  await page
    .getByRole("button", { name: t("boosts.apply.buttonOf.premium", { item: "Winter coat" }) })
    .click();
  await page.getByRole("alertdialog").waitFor();
  await take("boost-apply");
  await page.getByRole("button", { name: t("boosts.apply.confirm") }).click();
  await page.getByText(t("toasts.boostApplied.title"), { exact: true }).waitFor();
  await take("boost-applied");
  await page.goto("/subscription");
  await page.getByRole("main").getByRole("button").first().click();
  await dialog.waitFor();
  await take("subscribe");
  await dialog.locator("button[type=submit]").click();
  await page.getByRole("button", { name: CARD[locale].subscribe.split(" ")[0] ?? "" }).click();
  await take("subscribed");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: t("subscription.cancel") }).click();
  await page.getByRole("alertdialog").waitFor();
  await take("subscription-cancel");
  await page.keyboard.press("Escape");
  await page.goto("/request");
  await page.getByRole("radio", { name: t("boosts.choice.normal") }).check();
  await take("request-with-boost");
  await page.goto("/subscription");
  await take("subscription-member");
  const upgrade = page.getByRole("main").locator("button[aria-haspopup=dialog]").last();
  // On a busy machine a button is seen before it listens.
  await expect(async () => {
    await upgrade.click();
    await dialog.waitFor({ timeout: 2_000 });
  }).toPass();
  await take("subscription-upgrade");
  await page.goto("/profile?purchase=none");
  await take("purchase-unknown");
}

/** Somebody who sets up their payouts, as each of the sandbox's test persons. */
async function recipient(
  { page, shoot: take }: Scene,
  context: BrowserContext,
  locale: Locale,
): Promise<void> {
  for (const person of PERSONS) {
    await joinAnew(context, locale);
    await page.goto("/payouts/start");
    if (person === "verified") {
      await take("payouts-start");
      await page.goto("/payouts/refresh");
      await take("payouts-refresh");
    }
    await page.getByRole("main").locator("button[type=submit]").click();
    await page.locator(`input[value=${person}]`).check();
    await page.getByRole("button", { name: ONBOARDING[locale].submit }).click();
    await page.waitForURL("/payouts/return");
    await take(`payouts-return-${person}`);
  }
  await page.goto("/payouts");
  await take("payouts");
}

/** The photo of a request, however it fares. */
async function photoOnForm({ page, t, shoot: take }: Scene): Promise<void> {
  const field = page.getByRole("group", { name: t("request.create.photo.label") });
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    const chooser = page.waitForEvent("filechooser");
    await field.getByRole("button", { name: t("request.create.photo.add") }).click();
    await (await chooser).setFiles({ name, mimeType, buffer });
  };
  const says = (key: string) => field.getByText(t(`request.create.photo.${key}`)).waitFor();
  await page.goto("/request");
  await choose("notes.txt", "text/plain", Buffer.from("no photo"));
  await says("wrongType");
  await take("request-photo-refused");

  const held: Route[] = [];
  await page.route("**/api/photos/uploads/**", (route) => {
    held.push(route);
  });
  await choose("IMG_20261121_bakfiets-voor-de-kinderen.jpg", "image/jpeg", photo);
  await says("status.fine");
  await take("request-photo-sending");
  await held[0]?.fulfill({ status: 400 });
  await says("failedHint");
  await take("request-photo-failed");
  await page.unroute("**/api/photos/uploads/**");
  await field.getByRole("button", { name: t("request.create.photo.retry") }).click();
  await says("status.sent");
  await take("request-photo-sent");
  await field.getByRole("button", { name: t("request.create.photo.remove") }).click();
}

async function shoot(page: Page, { locale, theme, size }: Look, name: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  if (overflow) console.error(`${name} (${locale}, ${theme}, ${size}) is wider than the screen`);
  const fullPage = (await page.locator("[role=dialog], [role=alertdialog]").count()) === 0;
  await page.screenshot({ path: join("screens", locale, `${name}-${size}-${theme}.png`), fullPage });
  count += 1;
}
