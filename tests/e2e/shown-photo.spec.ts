import { type APIRequestContext, expect, type Locator, test } from "@playwright/test";
import sharp from "sharp";
import type { Upload } from "@/lib/domain/photos/types";
import { LONG } from "../support/long";
import { Person } from "./person";

/** Makes a request with a photo of a size, as a client of the API does. */
async function askWithPhoto(api: APIRequestContext, width: number, height: number, item: string) {
  const photo = await sharp({ create: { width, height, channels: 3, background: "#c2410c" } })
    .jpeg()
    .toBuffer();
  const allowed = await api.post("/api/photos/upload");
  const { uploadURL, headers, photoUrl } = (await allowed.json()) as Upload;
  expect((await api.put(uploadURL, { headers, data: photo })).status()).toBe(200);
  const created = await api.post("/api/requests", {
    data: { item, description: "Just look at it.", goal: 5_000, photoUrl },
  });
  expect(created.status(), await created.text()).toBe(201);
  return (await created.json()) as { id: string; photoUrl: string };
}

const loaded = (image: Locator) =>
  expect
    .poll(() => image.evaluate((node: HTMLImageElement) => node.complete && node.naturalWidth > 0))
    .toBe(true);
const ratio = async (image: Locator) => {
  const box = await image.boundingBox();
  return (box?.width ?? 0) / (box?.height ?? 1);
};

test("a photo is seen in the feed, in the dialog, in My Requests and by whoever follows the link", async ({
  browser,
}) => {
  const person = await Person.signedIn(browser, "Noor", "en");
  const { page, t } = person;
  await person.canBePaid();
  const item = `A bicycle of ${person.username}`;
  const alt = t("common.photoOf", { item });
  const { id } = await askWithPhoto(page.request, 1_500, 500, item);

  // On lower screens it is lower, so that the first button to donate is seen.
  await page.setViewportSize({ width: 390, height: 1_000 });
  await page.goto("/");
  const card = page.locator("li").filter({ hasText: item });
  const inCard = card.getByRole("img", { name: alt });
  await loaded(inCard);
  expect(await ratio(inCard)).toBeCloseTo(16 / 9, 1);
  expect(await inCard.evaluate((node: HTMLImageElement) => node.currentSrc)).toMatch(/-400x133\.webp$/);

  await card.getByRole("button", { name: item, exact: true }).click();
  const inDialog = page.getByRole("dialog").getByRole("img", { name: alt });
  await loaded(inDialog);
  expect(await ratio(inDialog)).toBeCloseTo(3, 1);

  await page.goto("/profile");
  const thumbnail = page.getByRole("img", { name: alt });
  await thumbnail.scrollIntoViewIfNeeded();
  await loaded(thumbnail);
  expect(await ratio(thumbnail)).toBeCloseTo(1, 1);

  const visitor = await (await browser.newContext({ locale: "en-GB" })).newPage();
  await visitor.goto(`/?request=${id}`);
  await loaded(visitor.getByRole("img", { name: alt }));
  await visitor.context().close();
  await page.context().close();
});

test(
  "nothing moves when a photo arrives, and a sharp screen gets a sharper one",
  LONG,
  async ({ browser }) => {
    const context = await browser.newContext({ deviceScaleFactor: 3, locale: "en-GB" });
    const person = await Person.signedIn(browser, "Noor", "en");
    await person.canBePaid();
    const item = `A tent of ${person.username}`;
    const { id } = await askWithPhoto(person.page.request, 1_600, 1_200, item);
    await context.addCookies(await person.page.context().cookies());
    const page = await context.newPage();

    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/photos/*.webp", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`/?request=${id}`, { waitUntil: "domcontentloaded" });
    const dialog = page.getByRole("dialog");
    const title = dialog.getByRole("heading", { name: item });
    await expect(title).toBeVisible();
    // The dialog slides in first.
    await dialog.evaluate((node) => Promise.all(node.getAnimations().map(({ finished }) => finished)));
    const before = await title.boundingBox();
    const image = dialog.getByRole("img", { name: person.t("common.photoOf", { item }) });
    expect(await image.evaluate((node: HTMLImageElement) => node.complete)).toBe(false);
    release();
    await loaded(image);
    expect(await title.boundingBox()).toEqual(before);
    expect(await image.evaluate((node: HTMLImageElement) => node.currentSrc)).toMatch(/-1200x900\.webp$/);
    await context.close();
    await person.page.context().close();
  },
);

test("only the first photos of the feed are fetched at once", LONG, async ({ browser }) => {
  const person = await Person.signedIn(browser, "Noor", "en");
  const { page } = person;
  await person.canBePaid();
  const chairs = [1, 2, 3].map((number) => `Chair ${number} of ${person.username}`);
  for (const chair of chairs) await askWithPhoto(page.request, 600, 400, chair);
  await page.goto("/");
  for (const chair of chairs) await expect(person.card(chair)).toBeVisible();
  const loading = await page
    .locator("main li")
    .evaluateAll((cards) =>
      cards.map((card) => card.querySelector("img[src^='/photos/']")?.getAttribute("loading") ?? null),
    );
  expect(loading.filter((how) => how !== null).length).toBeGreaterThanOrEqual(3);
  for (const [index, how] of loading.entries()) if (how) expect(how).toBe(index < 2 ? "eager" : "lazy");
  await page.context().close();
});
