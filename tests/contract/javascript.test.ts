import { beforeAll, describe, expect, it } from "vitest";
import { contract } from "@/lib/web/contract";
import { Client, ownStack } from "../support/http";
import { BARE_PAGE_BYTES, javascriptOf, SCREENS } from "../support/javascript";

/** How much may be sent, by what the framework alone sends (docs/performance.md, P6). */
const MOST = 1.35 * BARE_PAGE_BYTES;

const { appUrl } = ownStack();
const somebody = new Client();

beforeAll(() => somebody.requester());

describe("JavaScript sent with a screen", () => {
  it("stays within its limit on /auth", async () => {
    expect(await javascriptOf(`${appUrl}/auth`)).toBeLessThanOrEqual(MOST);
  });

  it("is less on the page of a gift link than on the feed", async () => {
    const { id } = await somebody.ask();
    const made = await somebody.call(contract.makeGiftLink, { params: { id } });
    const { pathname } = new URL((made.body as { url: string }).url);
    const ofGiftLink = await javascriptOf(appUrl + pathname);
    expect(ofGiftLink).toBeLessThan(await javascriptOf(`${appUrl}/`, somebody.cookie));
  });

  it.each(SCREENS)("stays within its limit on %s", async (screen) => {
    expect(await javascriptOf(`${appUrl}${screen}`, somebody.cookie)).toBeLessThanOrEqual(MOST);
  });
});
