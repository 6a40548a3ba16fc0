import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { LONG } from "../support/long";
import { expectAccessible } from "./accessible";
import { Person } from "./person";

const word = () => `zwaan${crypto.randomUUID().slice(0, 6)}`;

test("somebody finds a request by a mistyped word and its category, saves it, and gives without leaving", async ({
  browser,
}) => {
  const bird = word();
  const item = `Een ${bird} voor de kinderen`;
  const asker = await Person.signedIn(browser, "Samira Haddad", "nl");
  await asker.hasAsked(item, 5_000);
  await asker.hasAsked(`Een kooi voor ${bird}`, 2_000, { category: "music" });

  const donor = await Person.signedIn(browser, "Joris Vos", "nl");
  const { page, t } = donor;
  await page.goto("/");
  const field = page.getByRole("searchbox", { name: t("find.field") });
  // The last two letters changed places.
  await field.fill(`${bird.slice(0, -2)}${bird.at(-1)}${bird.at(-2)}`);
  await field.press("Enter");
  await page.waitForURL(/\?q=/);
  await expect(donor.card(item)).toBeVisible();
  await expect(page.getByRole("main").getByRole("article").or(page.locator("li[id^=request-]"))).toHaveCount(
    2,
  );
  await expect(page.getByText(t("find.unboosted"))).toBeVisible();
  await expectAccessible(page, "what was found");

  await page.getByRole("link", { name: t("find.category.music") }).click();
  await expect(page.locator("li[id^=request-]")).toHaveCount(1);
  await expect(donor.card(`Een kooi voor ${bird}`)).toBeVisible();
  await page.getByRole("link", { name: t("find.category.music") }).click();
  await expect(page.locator("li[id^=request-]")).toHaveCount(2);

  // A request opens over what was found, and closing it returns there.
  await donor.card(item).getByRole("button", { name: item, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: item });
  await expect(page).toHaveURL(/\?q=.*request=/);
  const save = dialog.getByRole("button", { name: t("request.detail.save") });
  await save.click();
  await expect(save).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(save).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\?q=[^&]*$/);

  await page.goto(`/?q=${bird}&filter=nearly`);
  await expect(page.getByText(t("find.nothing"))).toBeVisible();
  await expectAccessible(page, "nothing found");
  await page
    .getByRole("link", { name: t("find.everything") })
    .last()
    .click();
  await expect(page).toHaveURL("/");

  await page.goto("/?filter=saved");
  await expect(page.locator("li[id^=request-]")).toHaveCount(1);
  await donor
    .card(item)
    .getByRole("button", { name: t("feed.donate") })
    .click();
  await expect(page.getByLabel(t("donate.amount"), { exact: true })).toBeVisible();
});

test("more of what was found follows below", LONG, async ({ browser }) => {
  const bird = word();
  await Promise.all(
    Array.from({ length: 8 }, async (_, n) => {
      const asker = await Person.signedIn(browser, `Asker ${n}`, "en");
      for (let each = 0; each < 3; each += 1) await asker.hasAsked(`A ${bird} ${n} ${each}`, 1_000);
      await asker.page.context().close();
    }),
  );
  const donor = await Person.signedIn(browser, "Joris Vos", "en");
  const { page, t } = donor;
  await page.goto(`/?q=${bird}&sort=nearly`);
  await expect(page.locator("li[id^=request-]")).toHaveCount(20);
  await page.getByRole("button", { name: t("feed.loadMore") }).click();
  await expect(page.locator("li[id^=request-]")).toHaveCount(24);
});

test("a town that is typed faster than it is looked up is kept", LONG, async ({ browser }) => {
  const asker = await Person.signedIn(browser, "Samira Haddad", "nl");
  await asker.canBePaid();
  const { page, t } = asker;
  await page.goto("/request");
  const town = page.getByLabel(t("find.choosePlace"));
  const id = page.locator("input[name=placeId]");
  await expect(async () => {
    await town.fill("br");
    await expect(page.locator("datalist option").first()).toBeAttached({ timeout: 1_000 });
  }).toPass();
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/places?q=bruss", async (route) => {
    await asked;
    await route.continue();
  });
  await town.pressSequentially("uss");
  await town.blur();
  await page.getByRole("button", { name: t("request.create.submit") }).click();
  await expect(page.getByText(t("errors.fields.invalid"))).toBeVisible();
  await expect(id).toHaveValue("");
  answer();
  await expect(town).toHaveValue("Brussel (BE)");
  await expect(id).toHaveValue("2800866");
  await page.reload();
  await expect(town).toHaveValue("Brussel (BE)");
  await expect(id).toHaveValue("2800866");
});

/** A town that five letters name, another one each time: in the one of an earlier run enough is asked for. */
function someTown() {
  const list = readFileSync("db/places.tsv", "utf8");
  const words = ` ${list.normalize("NFD").replace(/\p{M}/gu, "").replace(/\W+/g, " ").toLowerCase()}`;
  const rare = list
    .split("\n")
    .map((line) => line.split("\t"))
    .filter(([, , name = ""]) => {
      const beginning = ` ${name.slice(0, 5).toLowerCase()}`;
      return /^[A-Z][a-z]{6,}$/.test(name) && words.indexOf(beginning) === words.lastIndexOf(beginning);
    });
  const [id, country, name = "", latitude, longitude] = rare[Math.floor(Math.random() * rare.length)] ?? [];
  const position = { latitude: Number(latitude), longitude: Number(longitude) };
  return { id: Number(id), name, label: `${name} (${country})`, position };
}

test("somebody asks in a town, and is found near it", async ({ browser }) => {
  const bird = word();
  const { id: placeId, name, label, position } = someTown();
  const asker = await Person.signedIn(browser, "Samira Haddad", "nl");
  for (const n of [1, 2]) await asker.hasAsked(`Een ${bird} ${n}`, 2_000, { placeId });
  const { page, t } = asker;
  await page.goto("/request");
  await page.getByLabel(t("request.create.item")).fill(`Een ${bird} 0`);
  await page.getByLabel(t("request.create.amount")).fill("20");
  await page.getByLabel(t("request.create.description")).fill("Van hout.");
  await page.getByLabel(t("find.chooseCategory")).selectOption("music");
  const town = page.getByLabel(t("find.choosePlace"));
  await town.pressSequentially(name.slice(0, 5).toLowerCase());
  await expect(page.locator("datalist option").first()).toHaveAttribute("value", label);
  await town.blur();
  await expect(town).toHaveValue(label);
  await page.getByRole("button", { name: t("request.create.submit") }).click();
  await page.waitForURL(/request\/live/);
  const donor = await Person.signedIn(browser, "Joris Vos", "nl");
  await donor.page.goto(`/?q=${bird}`);
  const near = donor.page.getByRole("textbox", { name: t("find.near") });
  await near.fill("Zwaanburghem");
  await near.press("Enter");
  await expect(donor.page.getByText(t("find.unknownPlace"))).toBeVisible();
  await expect(near).toHaveValue("Zwaanburghem");
  await expect(donor.page.locator("li[id^=request-]")).toHaveCount(3);
  await near.fill(name.toLowerCase());
  await near.press("Enter");
  // Three are too few to say how near they are.
  await expect(donor.page.getByText(t("find.nothing"))).toBeVisible();
  await expect(near).toHaveValue(name);
  const other = await Person.signedIn(browser, "Bas", "nl");
  for (const n of [3, 4]) await other.hasAsked(`Een ${bird} ${n}`, 1_000, { placeId });
  await donor.page.goto(`/?q=${bird}`);
  const here = donor.page.getByRole("button", { name: t("find.here") });
  await here.click();
  await expect(donor.page.getByText(t("find.noPosition"), { exact: true })).toBeVisible();
  const sent = donor.page.waitForRequest("**/api/places/nearest");
  await donor.page.context().grantPermissions(["geolocation"]);
  await donor.page.context().setGeolocation({ ...position, latitude: position.latitude + 0.001_234 });
  await here.click();
  const { latitude } = (await sent).postDataJSON() as { latitude: number };
  expect(latitude).toBe(Math.round((position.latitude + 0.001_234) * 100) / 100);
  await donor.page.waitForURL(`/?q=${bird}&near=${placeId}`);
  await expect(donor.page.locator("li[id^=request-]")).toHaveCount(5);
  await expect(donor.card(`Een ${bird} 0`)).toContainText(t("feed.placeWithin", { place: name, band: "5" }));
  await expectAccessible(donor.page, "what is near");
});
