import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, expect, type Page, test } from "@playwright/test";
import type { MetadataRoute } from "next";
import sharp from "sharp";
import { LOCALES } from "@/lib/ground/vocabulary";
import { LONG } from "../support/long";
import { expectAccessible } from "./accessible";
import { Person } from "./person";
import { textsOf } from "./texts";

test.use({ serviceWorkers: "allow" });

const TABS = ["/", "/request", "/leaderboard", "/profile", "/notifications"];

/** Waits until the service worker answers for the page. */
async function inCharge(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}

/**
 * Everything the browser keeps for this origin beside its cookies: what is in the caches, by address, and what is in
 * the storages.
 */
function kept(page: Page): Promise<{ cached: Record<string, string>; stored: string; databases: number }> {
  return page.evaluate(async () => {
    const cached: Record<string, string> = {};
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        const { pathname, search } = new URL(request.url);
        cached[pathname + search] = `${[...(response?.headers ?? [])]} ${await response?.text()}`;
      }
    }
    const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
    return { cached, stored, databases: (await indexedDB.databases()).length };
  });
}

test("the manifest is complete and its icons are what it says", async ({ page, request, baseURL }) => {
  await page.goto("/auth");
  await expect(page.locator("link[rel=manifest]")).toHaveCount(1);
  const link = (await page.locator("link[rel=manifest]").getAttribute("href")) ?? "";
  const answer = await request.get(link, { headers: { "Accept-Language": "de" } });
  expect(answer.headers()["content-type"]).toContain("application/manifest+json");
  const manifest = (await answer.json()) as MetadataRoute.Manifest;
  expect(manifest).toMatchObject({ id: "/", start_url: "/", scope: "/", display: "standalone", lang: "de" });
  expect(manifest.description).toBe(textsOf("de")("shell.description", { appName: manifest.name ?? "" }));

  const icons = manifest.icons ?? [];
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? "any"}`).sort()).toEqual([
    "192x192 any",
    "512x512 any",
    "512x512 maskable",
  ]);
  const touch = page.locator("link[rel=apple-touch-icon]");
  const touchIcon = {
    src: (await touch.getAttribute("href")) ?? "",
    sizes: (await touch.getAttribute("sizes")) ?? "",
  };
  for (const { src, sizes } of [...icons, touchIcon]) {
    const icon = await request.get(src);
    expect(icon.headers()["content-type"], src).toBe("image/png");
    const { width, height } = await sharp(await icon.body()).metadata();
    expect(`${width}x${height}`, src).toBe(sizes);
  }

  const worker = await request.get("/sw.js", { maxRedirects: 0 });
  expect(worker.status()).toBe(200);
  expect(worker.headers()["cache-control"]).toBe("no-cache");
  expect(worker.headers()["content-type"]).toContain("text/javascript");
  expect((await request.get("/offline", { maxRedirects: 0 })).status(), baseURL).toBe(200);
});

test("the browser's bar takes the colour of the theme", LONG, async ({ page }) => {
  const color = () =>
    page.evaluate(() => document.querySelector("meta[name=theme-color]")?.getAttribute("content"));
  const t = textsOf("en");
  await page.goto("/auth");
  expect(await color()).toBe("#fbf8f2");
  await page.getByRole("button", { name: t("shell.darkMode") }).click();
  expect(await color()).toBe("#131915");
  await page.reload();
  await expect(page.getByRole("button", { name: t("shell.darkMode") })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  expect(await color()).toBe("#131915");
  await page.getByRole("button", { name: t("shell.darkMode") }).click();
  expect(await color()).toBe("#fbf8f2");
});

test("the browser finds nothing that stands against installing", LONG, async ({ baseURL }) => {
  const { launchOptions } = test.info().project.use;
  const profile = await mkdtemp(join(tmpdir(), "steuntje-profile-"));
  // A profile of its own: in a private window, which other tests use, nothing can be installed.
  const context = await chromium.launchPersistentContext(profile, { ...launchOptions });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(`${baseURL}/auth`);
    await inCharge(page);
    const devtools = await context.newCDPSession(page);
    await expect
      .poll(async () => (await devtools.send("Page.getInstallabilityErrors")).installabilityErrors)
      .toEqual([]);
    expect((await devtools.send("Page.getAppManifest")).errors).toEqual([]);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
});

test(
  "without a network there is a page in the person's language, and the way back",
  LONG,
  async ({ browser }) => {
    const person = await Person.withPhone(browser, "Joris", "en");
    const { page } = person;
    await page.goto("/auth");
    await inCharge(page);
    for (const locale of LOCALES) {
      await page.getByRole("combobox").selectOption(locale);
      const t = textsOf(locale);
      await expect(page.getByRole("tab", { name: t("auth.register.tab") })).toBeVisible();
      await page.context().setOffline(true);
      await page.goto("/payment-success");
      await expect(page.getByRole("heading")).toHaveText(t("install.offline.title"));
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      await expect(page.getByText(t("install.offline.text"))).toBeVisible();
      await page.getByRole("button", { name: t("install.offline.retry") }).click();
      await expect(page.getByRole("heading")).toHaveText(t("install.offline.title"));
      await page.context().setOffline(false);
      await expect(page.getByRole("heading", { name: t("install.offline.title") })).toHaveCount(0);
      await page.goto("/auth");
    }
  },
);

test("a tab that cannot be reached comes back by itself", LONG, async ({ browser }) => {
  const person = await Person.signedIn(browser, "Femke", "nl");
  const { page, t } = person;
  await page.goto("/profile");
  await inCharge(page);
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole("heading")).toHaveText(t("install.offline.title"));
  await page.context().setOffline(false);
  await expect(page.getByRole("main")).toContainText(person.username);
});

test("the service worker keeps the offline page only, and nothing private outlives a session", async ({
  browser,
}) => {
  const person = await Person.withPhone(browser, "Henriette", "fr");
  const { page, t } = person;
  await page.goto("/auth");
  await person.register();
  await person.canBePaid();
  await inCharge(page);
  const menu = page.getByRole("navigation", { name: t("shell.tabs.label") });
  for (const tab of TABS) {
    await menu.locator(`a[href="${tab}"]`).click();
    await page.waitForURL(tab);
  }
  await page.goto("/request");
  await page.getByLabel(t("request.create.item"), { exact: true }).fill("Un secret");
  await expect.poll(async () => (await kept(page)).stored).toContain("Un secret");
  await page.getByRole("button", { name: t("shell.darkMode") }).click();
  await page.evaluate(() => {
    localStorage.setItem("left behind", "1");
    sessionStorage.setItem("left behind", "1");
  });
  const before = await kept(page);
  expect(Object.keys(before.cached)).toEqual(["/offline"]);

  await page.getByRole("button", { name: t("shell.logout") }).click();
  await page.waitForURL(/\/auth/);
  await expect(page.locator("html")).toHaveClass(/dark/);
  await expect(page.getByRole("tab", { name: t("auth.login.tab") })).toBeVisible();
  // Logging out empties the browser's storage; the page that follows keeps the offline page again.
  await inCharge(page);
  const after = await kept(page);
  expect(Object.keys(after.cached)).toEqual(["/offline"]);
  expect(after.databases).toBe(0);
  const all = JSON.stringify(after);
  for (const secret of [
    person.name,
    person.username,
    person.password,
    "Un secret",
    "left behind",
    "set-cookie",
  ])
    expect(all).not.toContain(secret);
  expect((await page.context().cookies()).map(({ name }) => name)).toContain("steuntje.device");
  await person.login();
  await expect(page).toHaveURL("/");
  await expect(page.locator("html")).toHaveClass(/dark/);
});

test("a newer build is offered, never forced", LONG, async ({ page }) => {
  const t = textsOf("en");
  const build = (await readFile(".next/BUILD_ID", "utf8")).trim();
  // A page that an older build made.
  await page.route("/auth", async (route) => {
    const answer = await route.fetch();
    const older = (await answer.text()).replaceAll(`version\\":\\"${build}`, 'version\\":\\"an-older-build');
    await route.fulfill({ response: answer, body: older });
  });
  await page.goto("/auth");
  const bar = page.getByRole("status").filter({ hasText: t("install.update.text") });
  await expect(bar).toBeVisible();
  await expectAccessible(page, "update bar");
  const username = page.getByRole("tabpanel").getByLabel(t("auth.login.username"), { exact: true });
  await username.fill("being typed");
  // Time enough for a reload, were there one.
  await page.waitForTimeout(1_000);
  await expect(username).toHaveValue("being typed");

  await page.unroute("/auth");
  await Promise.all([
    page.waitForEvent("load"),
    bar.getByRole("button", { name: t("install.update.reload") }).click(),
  ]);
  await expect(username).toHaveValue("");
  await expect(bar).toHaveCount(0);
  await expect(page.getByText(t("install.update.text"))).toHaveCount(0);
});
