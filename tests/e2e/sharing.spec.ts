import { type Browser, expect, type Page, test } from "@playwright/test";
import { LONG } from "../support/long";
import { Person } from "./person";

type Opened = { opened: string[][]; shared: ShareData[] };

async function withRequest(browser: Browser, item: string, before: (page: Page) => Promise<void>) {
  const person = await Person.signedIn(browser, "Sanne", "en");
  await before(person.page);
  await person.hasAsked(item, 7_000);
  await person.page.goto("/");
  const share = person.card(item).getByRole("button", { name: person.t("share.shareItem", { item }) });
  return { person, share };
}

test(
  "the share popover: every target in a window of 600 by 400, and the link by e-mail",
  LONG,
  async ({ browser }) => {
    const item = `Gitaar & snaren ${crypto.randomUUID().slice(0, 8)}`;
    const { person, share } = await withRequest(browser, item, async (page) => {
      await page.addInitScript(() => {
        const opened: string[][] = [];
        Object.assign(window, { opened });
        window.open = (...args) => {
          opened.push(args.map(String));
          return null;
        };
      });
    });
    const { page, t } = person;
    await share.click();
    const popover = page.getByRole("dialog", { name: t("share.title") });
    for (const name of ["WhatsApp", "Telegram", "X", "Facebook"])
      await popover.getByRole("button", { name, exact: true }).click();
    const opened = await page.evaluate(() => (window as unknown as Opened).opened);
    const hosts = ["wa.me", "t.me", "x.com", "www.facebook.com"];
    expect(opened.map(([address]) => new URL(address ?? "").host)).toEqual(hosts);
    for (const [address, , features] of opened) {
      expect(decodeURIComponent(address ?? "")).toContain("/?request=");
      expect(features).toContain("width=600,height=400");
      expect(features).toContain("noopener");
    }
    const mail = await popover.getByRole("link", { name: t("share.email") }).getAttribute("href");
    expect(mail).toMatch(/^mailto:\?/);
    expect(decodeURIComponent(mail ?? "")).toContain(item);
  },
);

test("a copied link says so for two seconds; a clipboard that refuses is told", async ({ browser }) => {
  const item = `Piano ${crypto.randomUUID().slice(0, 8)}`;
  const { person, share } = await withRequest(browser, item, async (page) => {
    await page.clock.install();
    await page.addInitScript(() => {
      const written: string[] = [];
      Object.assign(window, { written, refuse: false });
      const writeText = async (text: string) => {
        if ((window as unknown as { refuse: boolean }).refuse)
          throw new DOMException("no", "NotAllowedError");
        written.push(text);
      };
      Object.defineProperty(navigator, "clipboard", { value: { writeText } });
    });
  });
  const { page, t } = person;
  await share.click();
  const popover = page.getByRole("dialog", { name: t("share.title") });
  const copy = popover.getByRole("button", { name: t("share.copy"), exact: true });
  const copied = popover.getByRole("button", { name: t("share.copied"), exact: true });
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  await copy.click();
  await expect(copied).toBeVisible();
  const toasts = page.getByRole("region", { name: /F8/ });
  await expect(toasts.getByText(t("share.copiedTitle"), { exact: true })).toBeVisible();
  const [link] = await page.evaluate(() => (window as unknown as { written: string[] }).written);
  expect(link).toMatch(/^http:\/\/localhost:\d+\/\?request=[0-9a-f-]{36}$/);
  await page.clock.runFor(1_900);
  await expect(copied).toBeVisible();
  await page.clock.runFor(200);
  await expect(copy).toBeVisible();

  await page.evaluate(() => Object.assign(window, { refuse: true }));
  await copy.click();
  await expect(toasts.getByText(t("share.failedTitle"), { exact: true })).toBeVisible();
  await expect(toasts.getByText(t("share.failedText"), { exact: true })).toBeVisible();
  await expect(copy).toBeVisible();
});

test("where the device can share by itself, it does", LONG, async ({ browser }) => {
  const item = `Trommel ${crypto.randomUUID().slice(0, 8)}`;
  const { person, share } = await withRequest(browser, item, async (page) => {
    await page.addInitScript(() => {
      const shared: ShareData[] = [];
      Object.assign(window, { shared });
      navigator.share = async (data) => {
        shared.push(data ?? {});
        throw new DOMException("changed their mind", "AbortError");
      };
    });
  });
  await share.click();
  await expect
    .poll(() => person.page.evaluate(() => (window as unknown as Opened).shared))
    .toMatchObject([{ title: item, url: expect.stringContaining("/?request=") }]);
  await expect(person.page.getByRole("dialog")).toHaveCount(0);
});
