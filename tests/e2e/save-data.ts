import type { Page } from "@playwright/test";

/** From the next page on, the browser says that data is to be saved: nothing moves by itself. */
export async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const connection = Object.assign(new EventTarget(), { saveData: true });
    Object.defineProperty(navigator, "connection", { value: connection });
  });
}
