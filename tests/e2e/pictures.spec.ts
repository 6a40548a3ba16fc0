import { join } from "node:path";
import { type Page, test } from "@playwright/test";
import { MINUTE } from "@/lib/ground/durations";
import { LOCALES } from "@/lib/ground/vocabulary";
import { seeEveryScreen } from "./every-screen";

/** The smallest phone, a phone and a desk; the second is what the walk itself uses. */
const SIZES = {
  small: { width: 320, height: 568 },
  desk: { width: 1280, height: 900 },
  phone: { width: 390, height: 844 },
};

const asked = process.env.SCREENS?.split(" ") ?? [];

for (const locale of LOCALES.filter((each) => asked.includes(each))) {
  test(`pictures of every screen and dialog (${locale})`, async ({ browser }) => {
    test.setTimeout(20 * MINUTE);
    let place = 0;
    await seeEveryScreen(browser, locale, {
      at: async (page, where) => {
        place += 1;
        const name = where
          .replace(/[0-9a-f-]{36}/g, "id")
          .replace(/\W+/g, "-")
          .replace(/^-|-$/g, "");
        await shootAll(page, join("screens", locale, `${String(place).padStart(2, "0")}-${name || "home"}`));
      },
    });
  });
}

async function shootAll(page: Page, path: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    const fullPage = (await page.locator("[role=dialog], [role=alertdialog]").count()) === 0;
    for (const theme of ["dark", "light"] as const) {
      await page.evaluate(
        (dark) => document.documentElement.classList.toggle("dark", dark),
        theme === "dark",
      );
      await page.screenshot({ path: `${path}-${size}-${theme}.png`, fullPage, animations: "disabled" });
    }
  }
}
