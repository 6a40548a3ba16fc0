import { expect, type Locator, test } from "@playwright/test";
import sharp from "sharp";
import { LONG } from "../support/long";
import { Person } from "./person";

test("a photo of one's own replaces the emoji, wherever others see it", async ({ browser }) => {
  const person = await Person.signedIn(browser, "Noor", "en");
  const { page, t } = person;
  await page.goto("/profile");
  await page.getByRole("button", { name: t("profile.avatar.change") }).click();
  const dialog = page.getByRole("dialog", { name: t("profile.avatar.title") });
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    const chooser = page.waitForEvent("filechooser");
    await dialog.getByRole("button", { name: t("profile.avatar.upload") }).click();
    await (await chooser).setFiles({ name, mimeType, buffer });
  };

  await choose("drawing.png", "image/png", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await expect(dialog.getByText(t("profile.avatar.unreadable"))).toBeVisible();

  // Noise compresses badly: as large as a photo gets.
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const photo = sharp({ create: { width: 1200, height: 1600, channels: 3, background: "#888", noise } });
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await choose("photo.jpg", "image/jpeg", await photo.jpeg({ quality: 95 }).toBuffer());
  expect((await sent).postDataBuffer()?.length).toBeLessThan(64 * 1024);
  await expect(dialog).toHaveCount(0);

  await page.goto("/");
  const picture = page.getByRole("main").locator("img[src^='/avatars/']").first();
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(128);
  expect(await page.content()).not.toContain("data:image/webp");
});

test("the owner of a completed request chooses how it celebrates", LONG, async ({ browser }) => {
  const item = `Tent ${crypto.randomUUID().slice(0, 8)}`;
  const asker = await Person.signedIn(browser, "Femke", "en");
  const request = await asker.hasAsked(item, 1_000);
  const donor = await Person.signedIn(browser, "Omar", "en");
  await donor.hasGiven(request, 1_000);

  const { page, t } = asker;
  await page.goto("/profile");
  const own = page.getByRole("listitem").filter({ hasText: item });
  await expect(own).toContainText("🎉");
  const change = own.getByRole("button", { name: t("profile.requests.emoji.change", { item }) });
  await change.click();
  // The choice shows before it is stored.
  const stored = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("dialog").getByRole("button", { name: "🏆" }).click();
  await expect(own).toContainText("🏆");
  await stored;
  await expect(change).toBeFocused();

  await donor.page.goto(`/?request=${await requestIdOf(own)}`);
  await expect(donor.page.getByRole("dialog")).toContainText("🏆");
});

async function requestIdOf(own: Locator): Promise<string> {
  const address = await own.getByRole("link").first().getAttribute("href");
  return new URL(address ?? "", "http://localhost").searchParams.get("request") ?? "";
}
