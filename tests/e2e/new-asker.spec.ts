import { expect, type Page, test } from "@playwright/test";
import type { Locale } from "@/lib/ground/vocabulary";
import { LONG, longUnless } from "../support/long";
import { Person } from "./person";

/** A thumb, and how often it pressed. */
class Thumb {
  presses = 0;

  constructor(readonly page: Page) {}

  async press(what: ReturnType<Page["getByRole"]>): Promise<void> {
    this.presses += 1;
    await what.click();
  }

  /** Presses a field and types. */
  async type(label: string, text: string): Promise<void> {
    const field = this.page.getByLabel(label, { exact: true }).filter({ visible: true });
    await this.press(field);
    await this.page.keyboard.type(text);
  }
}

const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function newcomer(
  browser: Parameters<typeof Person.withPhone>[0],
  locale: Locale,
): Promise<{ person: Person; thumb: Thumb }> {
  const person = await Person.withPhone(browser, "Samira", locale);
  return { person, thumb: new Thumb(person.page) };
}

for (const locale of ["en", "de"] as const) {
  test(
    `from registering in thirteen presses, fields included, to a live request with its link to copy (${locale})`,
    longUnless(locale === "en"),
    async ({ browser }) => {
      const { person, thumb } = await newcomer(browser, locale);
      const { page, t, username } = person;
      const item = `Wintermantel ${crypto.randomUUID().slice(0, 8)}`;
      const button = (key: string) => page.getByRole("button", { name: t(key), exact: true });
      await page.goto("/auth");

      await thumb.press(page.getByRole("tab", { name: t("auth.register.tab") }));
      await thumb.type(t("auth.register.name"), "Samira");
      await thumb.type(t("auth.register.username"), username);
      await thumb.type(t("auth.register.email"), `${username}@example.org`);
      await thumb.type(t("auth.register.password"), person.password);
      await thumb.press(button("auth.register.submit").filter({ visible: true }));
      await page.waitForURL("/welcome");
      expect(thumb.presses).toBe(6);
      await expect(page.getByText(t("welcome.mail", { email: `${username}@example.org` }))).toBeVisible();
      const main = page.getByRole("main");
      await expect(main.getByRole("link", { name: t("welcome.give.title") })).toHaveAttribute("href", "/");

      await thumb.press(main.getByRole("link", { name: t("welcome.ask.title") }));
      await page.waitForURL("/request");
      const preview = page.getByRole("region", { name: t("request.create.preview.title") });
      await expect(page.getByText(/\d+ .* 120 /)).toHaveCount(0);
      const chooser = page.waitForEvent("filechooser");
      await thumb.press(button("request.create.photo.add"));
      await (await chooser).setFiles({ name: "coat.png", mimeType: "image/png", buffer: PICTURE });
      // No wall before the first field.
      await expect(page.locator("main form p[tabindex]")).toHaveCount(0);
      await thumb.type(t("request.create.item"), item);
      await expect(
        page.getByText(t("request.create.counter", { used: item.length, max: 120 })),
      ).toBeVisible();
      await thumb.type(t("request.create.amount"), "100");
      await thumb.type(t("request.create.description"), "It is getting cold.");
      for (const text of [item, "It is getting cold.", person.money(10_000), `@${username}`])
        await expect(preview.getByText(text).first()).toBeVisible();
      await expect(preview.locator("img[src^='blob:']")).toBeVisible();
      const bank = page.getByRole("radio", { name: t("request.create.payoutQuestion.bank") });
      await thumb.press(page.locator("label").filter({ hasText: t("request.create.payoutQuestion.bank") }));
      await expect(bank).toBeChecked();
      await expect(bank).toBeEnabled();
      await thumb.press(button("request.create.submit"));
      await page.waitForURL(/\/request\/live\?id=/);
      await expect(page.getByRole("heading", { name: t("request.live.title") })).toBeVisible();
      await expect(page.getByText(t("request.create.doneTitle"), { exact: true })).toBeVisible();
      await expect(page.getByText(t("request.live.text"))).toBeVisible();
      // Seven since the choice between giving and asking.
      expect(thumb.presses).toBe(13);

      await thumb.press(page.getByRole("button", { name: t("request.live.share") }));
      await expect(page.getByRole("dialog", { name: t("share.title") })).toBeVisible();
      expect(thumb.presses).toBe(14);
      await page.keyboard.press("Escape");

      await expect(page.getByRole("img", { name: t("share.qrCodeLabel") })).toBeVisible();
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await button("share.copy").click();
      await expect(button("share.copied")).toBeVisible();
      // By it others give without an account.
      const link = await page.evaluate(() => navigator.clipboard.readText());
      expect(new URL(link).origin).toBe(new URL(page.url()).origin);
      expect(new URL(link).pathname).toMatch(/^\/g\/\w{17}$/);
      // Nothing can be paid out yet.
      await expect(page.getByRole("heading", { name: t("request.live.next") })).toBeVisible();
      const buy = page.getByRole("link", { name: t("request.live.buy", { price: person.money(199) }) });
      await expect(buy).toHaveAttribute("href", "/profile?boost=normal");
      expect((await page.request.get("/request/live")).status()).toBe(404);
      await main.getByRole("link", { name: t("request.create.doneLink") }).click();
      await expect(page.getByRole("dialog", { name: item })).toBeVisible();
    },
  );
}

test(
  "who proved who they are long ago is asked again before the bank is chosen",
  LONG,
  async ({ browser }) => {
    const person = await Person.signedIn(browser, "Samira", "en");
    const { page, t } = person;
    await person.provedLongAgo();
    await page.goto("/request");
    const bank = page.getByRole("radio", { name: t("request.create.payoutQuestion.bank") });
    await page
      .locator("label")
      .filter({ hasText: t("request.create.payoutQuestion.bank") })
      .click();
    const dialog = page.getByRole("dialog", { name: t("stepUp.title") });
    await dialog.getByLabel(t("stepUp.password"), { exact: true }).fill(person.password);
    await dialog.getByRole("button", { name: t("stepUp.confirm") }).click();
    await expect(dialog).toBeHidden();
    await expect(bank).toBeChecked();
    await expect
      .poll(
        async () =>
          ((await (await page.request.get("/api/auth/user")).json()) as { paymentMethod: string })
            .paymentMethod,
      )
      .toBe("bank");
  },
);

for (const [reducedMotion, drawn] of [
  ["no-preference", true],
  ["reduce", false],
] as const) {
  test(
    `confetti once, ${drawn ? "unless one wants less motion" : "none for those who want less motion"}`,
    LONG,
    async ({ browser }) => {
      const person = await Person.signedIn(browser, "Noor", "en");
      const { page } = person;
      await page.emulateMedia({ reducedMotion });
      await person.canBePaid();
      await page.addInitScript(() => {
        const frames: number[] = [];
        Object.assign(window, { frames });
        const { fill } = CanvasRenderingContext2D.prototype;
        CanvasRenderingContext2D.prototype.fill = function (
          this: CanvasRenderingContext2D,
          ...args: never[]
        ) {
          frames.push(Date.now());
          return (fill as (...given: never[]) => void).apply(this, args);
        };
      });
      const painted = () => page.evaluate(() => (window as unknown as { frames: number[] }).frames.length);
      await person.ask(`Sjaal ${crypto.randomUUID().slice(0, 8)}`, "15");
      const celebrated = () => page.evaluate(() => sessionStorage.getItem("celebrated"));
      await expect.poll(celebrated).toBe(new URL(page.url()).searchParams.get("id"));
      if (drawn) await expect.poll(painted).toBeGreaterThan(0);
      await page.waitForLoadState("networkidle");
      if (!drawn) expect(await painted()).toBe(0);
      await page.reload();
      await page.waitForLoadState("networkidle");
      expect(await painted(), "not again").toBe(0);
    },
  );
}
