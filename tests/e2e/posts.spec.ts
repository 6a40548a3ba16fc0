import { expect, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { expectAccessible } from "./accessible";
import { Person } from "./person";
import { tellSandbox } from "./sandbox";

/** A receipt with a name on it: grey, with a red field in the middle. */
async function receipt(): Promise<Buffer> {
  const grey = { create: { width: 800, height: 600, channels: 3 as const, background: "#ccc" } };
  const red = { create: { width: 160, height: 60, channels: 3 as const, background: "#f00" } };
  const name = await sharp(red).png().toBuffer();
  return sharp(grey)
    .composite([{ input: name, left: 320, top: 270 }])
    .jpeg()
    .toBuffer();
}

/** How many pixels of a picture are red. */
async function redIn(picture: Buffer): Promise<number> {
  const { data } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let red = 0;
  for (let at = 0; at < data.length; at += 3) {
    if ((data[at] ?? 0) > 150 && (data[at + 1] ?? 0) < 100 && (data[at + 2] ?? 0) < 100) red += 1;
  }
  return red;
}

/** Keeps what the page sends to the store: the browser does not show its driver the bytes of a file. */
async function keepUpload(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      Object.assign(window, { sent: body });
      send.call(this, body);
    };
  });
}

async function upload(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const { sent } = window as unknown as { sent: Blob };
    return [...new Uint8Array(await sent.arrayBuffer())];
  });
  return Buffer.from(bytes);
}

test("who gave reads what became of it, with a photo whose covered parts were never sent", async ({
  browser,
}) => {
  const item = `Jas ${crypto.randomUUID().slice(0, 8)}`;
  const owner = await Person.signedIn(browser, "Samira", "en");
  const { page, t } = owner;
  const id = await owner.hasAsked(item, 2_500);
  const donor = await Person.signedIn(browser, "Wouter", "nl");
  await donor.hasGiven(id, 2_000);
  const link = (await (await page.request.post(`/api/requests/${id}/gift-link`)).json()) as { url: string };
  const guest = await Person.withPhone(browser, "Oma", "de");
  const begun = await guest.page.request.post("/api/gifts/start", {
    data: { token: link.url.split("/g/")[1], amount: "5.00", email: "oma@example.org" },
  });
  const donation = (await begun.json()) as { clientSecret: string; receiptUrl: string };
  await tellSandbox(guest.page.request, `payments/${donation.clientSecret.split("_secret_")[0]}/succeed`);
  await owner.hasMoneyFrom(id);

  const post = (key: string, values?: Record<string, string>) => t(`profile.requests.post.${key}`, values);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/profile");
  await page.getByRole("button", { name: post("thankAll") }).click();
  await expect(page.getByRole("button", { name: post("thanked") })).toBeDisabled();
  await page.getByRole("button", { name: post("deliver") }).click();
  const dialog = page.getByRole("dialog", { name: post("title", { kind: "delivered" }) });
  await dialog.getByText(post("cheaper"), { exact: true }).click();
  await dialog.getByLabel(post("leftover")).fill("3,50");
  await dialog.getByLabel(post("text")).fill("Warm at last. Thank you!");
  const chooser = page.waitForEvent("filechooser");
  await dialog.getByRole("button", { name: t("request.create.photo.add") }).click();
  await (await chooser).setFiles({ name: "receipt.jpg", mimeType: "image/jpeg", buffer: await receipt() });
  const canvas = dialog.getByRole("img", { name: t("brush.canvas") });
  await expect(canvas).toHaveAttribute("width", "800");
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (!box) throw new Error("the photo is not shown");
  const at = (x: number, y: number) =>
    [box.x + (x * box.width) / 800, box.y + (y * box.height) / 600] as const;
  for (const y of [285, 300, 315]) {
    await page.mouse.move(...at(300, y));
    await page.mouse.down();
    await page.mouse.move(...at(500, y), { steps: 5 });
    await page.mouse.up();
  }
  await expectAccessible(page, "covering a photo");
  await keepUpload(page);
  await dialog.getByRole("button", { name: t("brush.use") }).click();
  await expect(dialog.getByText(t("request.create.photo.status.sent"))).toBeVisible();
  const bytes = await upload(page);
  expect(await redIn(await receipt())).toBeGreaterThan(5_000);
  expect(await redIn(bytes)).toBe(0);
  await dialog.getByText(post("givers"), { exact: true }).click();
  await expectAccessible(page, "what became of it");
  await dialog.getByRole("button", { name: post("submit") }).click();
  await expect(dialog).toBeHidden();

  // Who gave is told, and sees it with the photo.
  await donor.page.goto("/notifications");
  const told = donor.t("notifications.posted.delivered", { requester: `@${owner.username}`, title: item });
  await donor.page
    .getByText(
      told
        .replace(/<[^>]*>/g, "")
        .split(" ")
        .slice(1)
        .join(" "),
    )
    .click();
  const story = donor.page.getByRole("dialog", { name: item });
  await expect(story.getByText("Warm at last. Thank you!")).toBeVisible();
  await expect(story.getByText(donor.t("request.story.posts.outcomes.cheaper"))).toBeVisible();
  const picture = story.getByRole("img", {
    name: donor.t("common.photoOf", { item: donor.t("request.story.posts.kinds.delivered") }),
  });
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible(donor.page, "a story with posts");
  await guest.page.goto(donation.receiptUrl);
  await expect(guest.page.getByText("Warm at last. Thank you!")).toBeVisible();
  const shown = guest.page.getByRole("img").last();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expectAccessible(guest.page, "a receipt with posts");
});
