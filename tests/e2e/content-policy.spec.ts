import { expect, test } from "@playwright/test";

test("trust 30: what a page's policy stops is told to the server", async ({ page }) => {
  await page.goto("/auth");
  const told = page.waitForResponse("**/api/csp-reports");
  await page.evaluate(() => {
    document.body.append(Object.assign(new Image(), { src: "https://evil.example/x.png" }));
  });
  expect((await told).status()).toBe(204);
});
