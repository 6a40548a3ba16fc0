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
