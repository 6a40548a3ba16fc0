import { type APIRequestContext, expect, type Page } from "@playwright/test";
import type { Stack } from "../support/stack";

/** Calls the sandbox's control API: requests a fault, or runs a command on a payment. */
export async function tellSandbox(
  request: APIRequestContext,
  path: string,
  body: object = {},
): Promise<void> {
  const { sandboxUrl, secretKey } = JSON.parse(process.env.E2E_STACK ?? "{}") as Stack;
  const headers = { authorization: `Bearer ${secretKey}` };
  const answer = await request.post(`${sandboxUrl}/_sandbox/${path}`, { headers, data: body });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Pays with the wallet where the card is offered first. */
export async function chooseWallet(page: Page): Promise<void> {
  await page.getByRole("dialog").getByText("PayPal", { exact: true }).click();
}

/** Waits for the wallet's page and answers the id of its order or subscription. */
export async function walletToken(page: Page): Promise<string> {
  await page.waitForURL(/\/approve\//);
  return new URL(page.url()).pathname.split("/").pop() ?? "";
}
