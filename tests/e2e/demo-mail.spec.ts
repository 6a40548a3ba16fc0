import { expect, test } from "@playwright/test";
import { createTransport } from "nodemailer";
import { linkIn, waitForMail } from "../support/mail";
import type { Stack } from "../support/stack";
import { expectAccessible } from "./accessible";
import { textsOf } from "./texts";

const HTML = (link: string) => `<!doctype html><html lang="nl"><head><title>x</title></head><body>
<script>document.title = "run"; top.location = "/auth";</script>
<h1>Hallo</h1><p>Dag</p><a href="${link}">Naar de pagina</a><img src="https://tracker.example/pixel.png" alt="">
</body></html>`;

test("the banner leads to the mail of this demo; a message runs nothing, and its links open in a new tab", async ({
  browser,
}) => {
  const stack = JSON.parse(process.env.E2E_STACK ?? "{}") as Stack;
  const to = `${crypto.randomUUID()}@example.org`;
  const link = `${stack.appUrl}/auth?from=mail`;
  await createTransport(stack.scripts.SMTP_URL).sendMail({
    from: stack.scripts.MAIL_FROM,
    to,
    subject: "Een knop",
    text: `Ga naar ${link}.`,
    html: HTML(link),
  });
  expect(linkIn(await waitForMail(stack, { to, subject: "knop" }), "/auth")).toBe(link);

  const context = await browser.newContext({ locale: "nl", viewport: { width: 390, height: 844 } });
  const refused: string[] = [];
  context.on("requestfailed", (request) => refused.push(`${request.url()}: ${request.failure()?.errorText}`));
  const start = await context.newPage();
  await start.goto("/auth");
  const t = textsOf("nl");
  const [page] = await Promise.all([
    context.waitForEvent("page"),
    start.getByRole("link", { name: t("shell.sandboxMail") }).click(),
  ]);
  await expect(page.getByRole("heading", { name: t("shell.sandboxMail") })).toBeVisible();
  await page.getByRole("textbox").fill(to);
  await page.getByRole("textbox").press("Enter");
  await expectAccessible(page, "the list");
  await page.getByRole("link", { name: "Een knop" }).click();

  const message = page.frameLocator("iframe");
  await expect(message.getByRole("heading", { name: "Hallo" })).toBeVisible();
  await expectAccessible(page, "a message");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const [framed] = await Promise.all([
    context.waitForEvent("page"),
    message.getByRole("link", { name: "Naar de pagina" }).click(),
  ]);
  await framed.waitForURL(link);
  await page.getByText("Als platte tekst").click();
  const [plain] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("link", { name: link }).click(),
  ]);
  await plain.waitForURL(link);
  await expect(page).toHaveURL(/\/api\/sandbox\/mail\/mail_\w+$/);
  expect(refused).toContain("https://tracker.example/pixel.png: csp");
  await context.close();
});
