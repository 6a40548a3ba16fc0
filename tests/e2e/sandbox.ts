import { type APIRequestContext, expect, type Page } from "@playwright/test";
import type { Stack } from "../support/stack";

/** Calls the sandbox's control API: requests a fault, or runs a command on a payment. */
export async function tellSandbox(
  request: APIRequestContext,
  path: string,
  body: object = {},
): Promise<void> {
  await callSandbox(request, path, { method: "POST", data: body });
}

/**
 * Waits until the application has handled every event that a payment had so far. One that it still handles has it ask
 * the provider, and so may tell it what happens next.
 */
export async function awaitEvents(request: APIRequestContext, payment: string): Promise<void> {
  type State = { events: { payment: string; state: string }[] };
  const states = async () => {
    const { events } = (await callSandbox(request, "state")) as State;
    return new Set(events.filter((event) => event.payment === payment).map(({ state }) => state));
  };
  await expect.poll(states, { intervals: [50] }).toEqual(new Set(["delivered"]));
}

async function callSandbox(
  request: APIRequestContext,
  path: string,
  options: { method?: "POST"; data?: object } = {},
): Promise<unknown> {
  const { sandboxUrl, secretKey } = JSON.parse(process.env.E2E_STACK ?? "{}") as Stack;
  const headers = { authorization: `Bearer ${secretKey}` };
  const answer = await request.fetch(`${sandboxUrl}/_sandbox/${path}`, { ...options, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
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
