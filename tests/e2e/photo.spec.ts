import { type Browser, expect, type Locator, type Page, type Route, test } from "@playwright/test";
import sharp from "sharp";
import type { Locale } from "@/lib/ground/vocabulary";
import { LONG } from "../support/long";
import { expectAccessible } from "./accessible";
import { Person } from "./person";
import { CAMERA, phonePhoto } from "./phone-photo";
import { type Texts, textsOf } from "./texts";

const STORE = /\/api\/photos\/uploads\//;
const ADDRESSES = /\/api\/photos\/upload$/;

type Chosen = { name: string; mimeType: string; buffer: Buffer };

/** Small, where its size is not what matters: a browser takes seconds to shrink a large one. */
let photo: Chosen;
test.beforeAll(async () => {
  photo = asChosen(await phonePhoto({ width: 900, height: 1_200 }));
});

function asChosen(buffer: Buffer): Chosen {
  return { name: "IMG_2041.jpg", mimeType: "image/jpeg", buffer };
}

/** The photo's place on the form, as a person meets it. */
class PhotoOnForm {
  readonly field: Locator;

  constructor(
    readonly page: Page,
    readonly texts: Texts,
  ) {
    this.field = page.getByRole("group", { name: this.t("label") });
  }

  t(key: string, values?: Record<string, string | number>): string {
    return this.texts(`request.create.photo.${key}`, values);
  }

  async choose(...files: Chosen[]): Promise<void> {
    const chooser = this.page.waitForEvent("filechooser");
    await this.button("add").click();
    await (await chooser).setFiles(files);
  }

  button(key: "add" | "remove" | "retry" | "take"): Locator {
    return this.field.getByRole("button", { name: this.t(key) });
  }

  async says(text: string): Promise<void> {
    await expect(this.field).toContainText(text, { timeout: 20_000 });
  }

  async isSent(): Promise<void> {
    await this.says(this.t("status.sent"));
  }

  async percent(): Promise<number> {
    return Number(await this.field.getByRole("progressbar").getAttribute("aria-valuenow"));
  }

  /** What a person does with files that come by the mouse or the clipboard. */
  async hand(how: "drop" | "paste", files: Chosen[]): Promise<void> {
    const plain = files.map(({ buffer, ...file }) => ({ ...file, base64: buffer.toString("base64") }));
    await this.page.evaluate(
      ({ how, plain }) => {
        const carried = new DataTransfer();
        for (const { name, mimeType, base64 } of plain) {
          const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
          carried.items.add(new File([bytes], name, { type: mimeType, lastModified: 1 }));
        }
        const common = { bubbles: true, cancelable: true };
        const target = document.querySelector("h1") ?? document.body;
        if (how === "paste") {
          target.dispatchEvent(new ClipboardEvent("paste", { ...common, clipboardData: carried }));
          return;
        }
        for (const type of ["dragover", "drop"]) {
          target.dispatchEvent(new DragEvent(type, { ...common, dataTransfer: carried }));
        }
      },
      { how, plain },
    );
  }
}

async function onForm(browser: Browser, locale: Locale, theme: "light" | "dark" = "light") {
  const person = await Person.signedIn(browser, "Lotte", locale);
  await person.canBePaid();
  const { page, t } = person;
  await page.addInitScript((dark) => localStorage.setItem("dark-mode", String(dark)), theme === "dark");
  await page.goto("/request");
  const form = new PhotoOnForm(page, t);
  // A press waits until React has taken the page over (`awaitHydration`); what is dropped earlier is lost.
  await form.button("add").click({ trial: true });
  return { person, page, t, form };
}

async function fill({ page, t }: { page: Page; t: Texts }, item: string): Promise<void> {
  await page.getByLabel(t("request.create.item"), { exact: true }).fill(item);
  await page.getByLabel(t("request.create.amount"), { exact: true }).fill("60");
  await page.getByLabel(t("request.create.description"), { exact: true }).fill("Ours was stolen.");
}

function newItem(): string {
  return `Bakfiets ${crypto.randomUUID().slice(0, 8)}`;
}

async function plainPhoto(name: string): Promise<Chosen> {
  const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: "#336699" } });
  return { name, mimeType: "image/png", buffer: await picture.png().toBuffer() };
}

test("a phone's photo travels small, by code that is fetched for it, and stands upright without its place", async ({
  browser,
}) => {
  const large = asChosen(
    await phonePhoto(process.env.TEST_LONG ? undefined : { width: 2_100, height: 2_800 }),
  );
  const { exif, orientation } = await sharp(large.buffer).metadata();
  expect(large.buffer.length).toBeGreaterThan(1_500_000);
  expect([orientation, exif?.includes(CAMERA)]).toEqual([6, true]);

  const { person, page, t, form } = await onForm(browser, "en");
  await page.waitForLoadState("networkidle");
  const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  const bodies = await Promise.all(
    loaded.filter((name) => name.endsWith(".js")).map(async (name) => (await page.request.get(name)).text()),
  );
  expect(bodies.length).toBeGreaterThan(3);
  expect(bodies.filter((body) => body.includes("Request has expired"))).toEqual([]);
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  const asked = page.waitForRequest((request) => ADDRESSES.test(request.url()));
  const chooser = page.waitForEvent("filechooser");
  await form.button("add").click();
  // The code that sends is fetched while somebody chooses.
  await expect.poll(() => scripts.length).toBeGreaterThan(0);
  await (await chooser).setFiles(large);
  await form.isSent();
  await expect(page.getByText(form.t("sentTitle"), { exact: true })).toBeVisible();
  // The address it gets takes exactly that.
  expect((await asked).postDataJSON()).toEqual({
    contentType: "image/jpeg",
    contentLength: expect.any(Number),
  });
  expect((await asked).postDataJSON().contentLength).toBeLessThan(1_000_000);
  const thumbnail = form.field.getByRole("img", { name: form.t("alt", { file: large.name }) });
  expect(await thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(280);

  const item = newItem();
  await fill({ page, t }, item);
  await page.getByRole("button", { name: t("request.create.submit") }).click();
  await page.waitForURL(/\/request\/live/);
  await page.goto("/");
  const shown = person.card(item).getByRole("img", { name: t("common.photoOf", { item }) });
  await expect(shown).toBeVisible();
  const addresses = await shown.evaluate((image: HTMLImageElement) => [
    image.src,
    ...image.srcset.split(", ").map((each) => each.split(" ")[0] ?? ""),
  ]);
  expect(addresses.length).toBeGreaterThan(2);
  for (const address of addresses) {
    const served = await (await page.request.get(address)).body();
    const { width, height, exif: kept, xmp, iptc, format } = await sharp(served).metadata();
    expect([format, kept, xmp, iptc]).toEqual(["webp", undefined, undefined, undefined]);
    expect(served.includes(CAMERA)).toBe(false);
    expect(height).toBeGreaterThan(width);
    const pixels = await sharp(served).resize(1, 4, { fit: "fill" }).removeAlpha().raw().toBuffer();
    const [top, bottom] = [pixels.subarray(0, 3), pixels.subarray(9, 12)];
    expect(top[0], `red above in ${address}`).toBeGreaterThan(2 * (top[2] ?? 0));
    expect(bottom[2], `blue below in ${address}`).toBeGreaterThan(2 * (bottom[0] ?? 0));
  }
});

for (const locale of ["nl", "de"] as const) {
  test(`what cannot be taken is refused in words (${locale})`, LONG, async ({ browser }) => {
    const { form } = await onForm(browser, locale);
    const jpeg = (name: string, size: number) => ({
      name,
      mimeType: "image/jpeg",
      buffer: Buffer.alloc(size, 1),
    });
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    await form.choose({ name: "drawing.svg", mimeType: "image/svg+xml", buffer: svg });
    await form.says(form.t("wrongType"));
    await form.choose(jpeg("huge.jpg", 6_000_000));
    await form.says(form.t("tooLarge", { file: "huge.jpg", size: "5 MB" }));
    await form.choose(jpeg("broken.jpg", 2_000));
    await form.says(form.t("unreadable"));
    await form.choose(jpeg("empty.jpg", 0));
    await form.says(form.t("tooSmall"));
    await form.hand("drop", [await plainPhoto("one.png"), await plainPhoto("two.png")]);
    await form.says(form.t("tooMany"));
    await expect(form.button("add")).toBeVisible();
  });
}

test("a photo is dropped or pasted anywhere on the page, one only, and taken back", async ({ browser }) => {
  const { page, t, form } = await onForm(browser, "nl");
  const first = await plainPhoto("first.png");
  await form.hand("drop", [first]);
  await form.isSent();
  await form.hand("drop", [first]);
  await form.says(form.t("duplicate", { file: first.name }));
  await form.hand("paste", [await plainPhoto("second.png")]);
  await form.says(form.t("tooMany"));
  await expect(form.field).toContainText(first.name);

  await form.button("remove").click();
  await expect(form.button("add")).toBeFocused();
  await form.hand("paste", [await plainPhoto("second.png")]);
  await form.isSent();
  await expect(form.field).toContainText("second.png");
  await form.button("remove").click();

  const item = newItem();
  await fill({ page, t }, item);
  await page.getByRole("button", { name: t("request.create.submit") }).click();
  await page.waitForURL(/\/request\/live/);
  await expect(page.getByRole("main").getByText(item).first()).toBeVisible();
  await expect(page.getByRole("img", { name: t("common.photoOf", { item }) })).toHaveCount(0);
});

test(
  "on a slow network the photo shows how far it is, and the request waits for it",
  LONG,
  async ({ browser }) => {
    const { page, t, form } = await onForm(browser, "de");
    const network = await page.context().newCDPSession(page);
    const carry = (uploadThroughput: number) =>
      network.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await network.send("Network.enable");
    await carry(8_000);
    await form.choose(photo);
    await form.says(form.t("status.fine"));
    await expect.poll(() => form.percent(), { timeout: 20_000 }).toBeGreaterThan(0);
    const early = await form.percent();
    expect(early).toBeLessThan(100);
    await expect.poll(() => form.percent(), { timeout: 20_000 }).toBeGreaterThan(early);

    const item = newItem();
    await fill({ page, t }, item);
    await page.getByRole("button", { name: t("request.create.submit") }).click();
    await expect(page.getByText(t("request.create.waitingForPhoto"))).toBeVisible();
    await carry(-1);
    await page.waitForURL(/\/request\/live/, { timeout: 40_000 });
    await expect(page.getByRole("img", { name: t("common.photoOf", { item }) })).toBeVisible();
  },
);

test(
  "a connection that breaks, or a store at fault, is tried again until it works",
  LONG,
  async ({ browser }) => {
    const { page, form } = await onForm(browser, "en");
    const faults = [
      (route: Route) => route.abort("connectionreset"),
      (route: Route) => route.fulfill({ status: 503 }),
      (route: Route) =>
        route.fulfill({ status: 403, body: "<Error><Message>Request has expired</Message></Error>" }),
    ];
    let addresses = 0;
    page.on("request", (request) => {
      if (ADDRESSES.test(request.url())) addresses += 1;
    });
    await page.route(STORE, (route) => (faults.shift() ?? ((last) => last.continue()))(route));
    await form.choose(photo);
    await form.says(form.t("status.retrying"));
    await form.isSent();
    expect(faults).toEqual([]);
    expect(addresses, "each try has an address of its own").toBe(4);
  },
);

test("without a network the upload waits, and goes on by itself", LONG, async ({ browser }) => {
  const { page, form } = await onForm(browser, "nl");
  await page.context().setOffline(true);
  await form.choose(photo);
  await expect(page.getByText(form.t("prepareFailed"), { exact: true })).toBeVisible();
  await page.context().setOffline(false);
  await form.button("retry").click();
  await form.isSent();
  await form.button("remove").click();

  const held: Route[] = [];
  await page.route(STORE, (route) => {
    held.push(route);
  });
  await form.choose(photo);
  await expect.poll(() => held.length).toBe(1);
  await page.context().setOffline(true);
  await held[0]?.abort("internetdisconnected");
  await form.says(form.t("status.offline"));
  await page.unroute(STORE);
  await page.context().setOffline(false);
  await form.isSent();
});

test(
  "a photo that cannot be sent says so, can be tried again, and does not hold up the request",
  LONG,
  async ({ browser }) => {
    const { person, page, t, form } = await onForm(browser, "de");
    await page.route(ADDRESSES, (route) => route.fulfill({ status: 400, json: { error: "x", code: "X" } }));
    await form.choose(photo);
    await expect(page.getByText(form.t("prepareFailed"), { exact: true })).toBeVisible();
    await expect(page.getByText(form.t("failedTitle"), { exact: true })).toBeVisible();
    await page.unroute(ADDRESSES);

    await page.route(STORE, (route) => route.abort());
    await form.button("retry").click();
    await form.says(form.t("failed", { file: photo.name }));
    await form.says(form.t("failedHint"));
    await page.unroute(STORE);
    await form.button("retry").click();
    await form.isSent();
    await form.button("remove").click();

    await page.route(STORE, (route) => route.fulfill({ status: 400 }));
    await form.choose(photo);
    await form.says(form.t("failedHint"));
    const item = newItem();
    await fill({ page, t }, item);
    await page.getByRole("button", { name: t("request.create.submit") }).click();
    await page.waitForURL(/\/request\/live/);
    await page.goto("/");
    await expect(person.card(item)).toBeVisible();
  },
);

test("the photo and what was typed outlive an error, another language and a reload", async ({ browser }) => {
  const { page, t, form } = await onForm(browser, "en");
  const item = newItem();
  await form.choose(photo);
  await form.isSent();
  await page.getByLabel(t("request.create.item"), { exact: true }).fill(item);
  await page.getByLabel(t("request.create.description"), { exact: true }).fill("Ours was stolen.");
  await page.getByRole("button", { name: t("request.create.submit") }).click();
  await expect(page.getByText(t("errors.fields.amountInvalid"))).toBeVisible();
  await form.isSent();
  await page.getByLabel(t("request.create.amount"), { exact: true }).fill("60");

  await page.goto("/profile#privacy");
  await page.getByLabel(t("profile.language")).selectOption("fr");
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await page.goto("/request");
  const french = textsOf("fr");
  const then = new PhotoOnForm(page, french);
  await then.isSent();
  await page.reload();
  await then.isSent();
  await expect(page.getByLabel(french("request.create.item"), { exact: true })).toHaveValue(item);
  await page.getByRole("button", { name: french("request.create.submit") }).click();
  await page.waitForURL(/\/request\/live/);
  await expect(page.getByRole("img", { name: french("common.photoOf", { item }) })).toBeVisible();
});

for (const theme of ["light", "dark"] as const) {
  test(`the photo's place is accessible however the photo fares (${theme})`, LONG, async ({ browser }) => {
    const { page, form } = await onForm(browser, "nl", theme);
    await expectAccessible(page, "empty");
    await form.choose({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
    await form.says(form.t("wrongType"));
    await expectAccessible(page, "refused");

    const held: Route[] = [];
    await page.route(STORE, (route) => {
      held.push(route);
    });
    await form.choose(photo);
    await form.says(form.t("status.fine"));
    await expect(form.button("remove")).toBeFocused();
    await expectAccessible(page, "sending");
    await expect.poll(() => held.length).toBe(1);
    await page.context().setOffline(true);
    await held.pop()?.abort("internetdisconnected");
    await form.says(form.t("status.offline"));
    await expectAccessible(page, "offline");
    await page.context().setOffline(false);
    await form.says(form.t("status.back"));
    await expect.poll(() => held.length).toBe(1);
    await held.pop()?.fulfill({ status: 400 });
    await form.says(form.t("failedHint"));
    await expectAccessible(page, "failed");
    await page.unroute(STORE);
    await form.button("retry").click();
    await form.isSent();
    await expectAccessible(page, "sent");
  });
}
