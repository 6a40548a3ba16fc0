import { expect, test } from "@playwright/test";
import { formatWholeMoney } from "@/lib/ground/money/format";
import { LONG } from "../support/long";
import { expectAccessible } from "./accessible";
import { Person } from "./person";

test("the board: periods, search, one's own place, and nobody found", async ({ browser }) => {
  const item = `Fornuis ${crypto.randomUUID().slice(0, 8)}`;
  const asker = await Person.signedIn(browser, "Hilde", "en");
  const request = await asker.hasAsked(item, 10_000);

  const donor = await Person.signedIn(browser, "Ravi", "en");
  const { page, t } = donor;
  await page.goto("/leaderboard");
  const own = page.getByRole("region", { name: t("leaderboard.ownPlace") });
  await expect(own).toContainText(t("leaderboard.notRanked"));
  await own.getByRole("link", { name: t("shared.seeRequests") }).click();
  await expect(page).toHaveURL("/");
  await donor.hasGiven(request, 1_000);

  await page.goto("/leaderboard");
  const periods = page.getByRole("navigation", { name: t("leaderboard.period") });
  for (const period of ["all", "daily"] as const) {
    const link = periods.getByRole("link", { name: t(`leaderboard.periods.${period}`), exact: true });
    await link.click();
    await expect(link).toHaveAttribute("aria-current", "true");
    await expect(page).toHaveURL(period === "all" ? "/leaderboard" : `/leaderboard?period=${period}`);
    const row = page.getByRole("listitem").filter({ hasText: donor.username });
    await expect(row).toContainText(donor.money(1000));
    await expect(row).toContainText(t("leaderboard.you"));
  }

  const search = page.getByRole("search");
  const box = search.getByLabel(t("leaderboard.search"), { exact: true });
  await box.fill(donor.username.slice(0, 8).toUpperCase());
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/period=daily&search=/);
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(donor.username);
  await box.fill("nobody-is-called-so");
  await search.getByRole("button", { name: t("leaderboard.submit") }).click();
  await expect(page.getByText(t("leaderboard.noMatch"))).toBeVisible();
  await expect(own).toContainText(donor.money(1000));
  await search.getByRole("link", { name: t("leaderboard.clear") }).click();
  await expect(page).toHaveURL("/leaderboard?period=daily");
  await expect(box).toHaveValue("");
});

test("who gives sees whom they pass next, the podium, and their own giving as pictures", async ({
  browser,
}) => {
  const item = `Naaimachine ${crypto.randomUUID().slice(0, 8)}`;
  const asker = await Person.signedIn(browser, "Sanne", "de");
  const request = await asker.hasAsked(item, 40_000);

  const donor = await Person.signedIn(browser, "Mo", "de");
  const { page, t } = donor;
  await page.goto("/profile");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText(t("myDonations.title"), { exact: true })).toBeHidden();
  await page.goto("/");
  await expect(page.getByText(t("feed.noRankHint"))).toBeVisible();
  await page.getByRole("link", { name: t("feed.noRank") }).click();
  await expect(page).toHaveURL("/leaderboard");

  await donor.hasGiven(request, 700);
  // Others give at the same time.
  await expect(async () => {
    const answer = await page.request.get("/api/leaderboard?period=daily");
    const board = (await answer.json()) as { username: string; dailyGiven: number | null }[];
    const own = board.findIndex(({ username }) => username === donor.username);
    const above = board.slice(0, own).findLast(({ dailyGiven }) => (dailyGiven ?? 0) > 700);
    await page.goto("/leaderboard?period=daily");
    const more = (Math.floor(((above?.dailyGiven ?? 0) - 700) / 100) + 1) * 100;
    const text = above
      ? t("leaderboard.pass", { more: formatWholeMoney(more, "de", "eur"), username: above.username })
      : t("leaderboard.first");
    await expect(page.getByText(text)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByText(t("leaderboard.startsAgain.tomorrow"))).toBeVisible();
  const podium = page.getByRole("list", { name: t("leaderboard.podium") });
  await expect(podium.getByRole("listitem")).toHaveCount(3);
  await expect(podium.getByRole("listitem").first()).toContainText(t("leaderboard.roles.first"));
  await expectAccessible(page, "the podium");

  await page.goto("/profile");
  const month = new Intl.DateTimeFormat("de", {
    month: "long",
    year: "numeric",
    timeZone: "Europe/Amsterdam",
  });
  const row = page
    .getByRole("table", { name: t("myDonations.byMonth") })
    .getByRole("row")
    .last();
  await expect(row).toContainText(`${month.format(new Date())}${donor.money(700)}`);
  await expect(page.getByRole("table", { name: t("myDonations.places") }).getByRole("row")).toHaveCount(13);
  await expect(page.getByRole("heading", { name: t("myDonations.helped", { people: 1 }) })).toBeVisible();
  await page
    .getByRole("link", { name: t("myDonations.helpedWith", { item, donations: 1 }), exact: true })
    .click();
  await expect(page.getByRole("dialog", { name: item })).toBeVisible();
});

test("the plans side by side", LONG, async ({ browser }) => {
  const { page, t } = await Person.signedIn(browser, "Ida", "fr");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/subscription");
  const table = page.getByRole("table", { name: t("subscription.compare.title") });
  await expect(table.getByRole("columnheader")).toContainText([
    t("common.tier.none"),
    t("common.tier.gold"),
    t("common.tier.diamond"),
  ]);
  await expect(table.getByRole("columnheader").first()).toContainText(t("subscription.current"));
  const requests = table.getByRole("row", { name: t("subscription.compare.requests") });
  await expect(requests.getByRole("cell")).toHaveText(["3", "5", "10"], { useInnerText: true });
  const beyond = table.getByRole("row", { name: t("subscription.compare.beyond") });
  const [yes, no] = [t("subscription.compare.yes"), t("subscription.compare.no")];
  await expect(beyond.getByRole("cell")).toHaveText([no, yes, yes], { useInnerText: true });
  await expectAccessible(page, "the plans");
});
