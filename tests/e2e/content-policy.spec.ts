import { expect, test } from "@playwright/test";
import { streamsOf } from "./streams";
import { textsOf } from "./texts";

test("trust 30: what a page's policy stops is told to the server, and the login has no live stream", async ({
  page,
}) => {
  const streams = streamsOf(page);
  await page.goto("/auth");
  const told = page.waitForResponse("**/api/csp-reports");
  await page.evaluate(() => {
    document.body.append(Object.assign(new Image(), { src: "https://evil.example/x.png" }));
  });
  expect((await told).status()).toBe(204);
  await page.waitForLoadState("networkidle");
  await page.getByRole("tab", { name: textsOf("en")("auth.register.tab") }).click();
  expect(streams.opened).toEqual([]);
});
