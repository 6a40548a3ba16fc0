import { describe, expect, it } from "vitest";
import { contract } from "@/lib/web/contract";
import { Client, ownStack } from "../support/http";

const { appUrl } = ownStack();

/** The screen of a visitor, and which requests it leads to. */
async function visit(path: string): Promise<{ html: string; leadsTo: string[] }> {
  const answer = await fetch(`${appUrl}${path}`, { headers: { "Accept-Language": "en" } });
  expect(answer.status).toBe(200);
  const html = await answer.text();
  return {
    html,
    leadsTo: [...html.matchAll(/href="\/\?request=([0-9a-f-]{36})"/g)].map(([, id]) => id ?? ""),
  };
}

describe("the first screen of visitors", () => {
  it("shows the first three requests of the feed with their amounts, and nobody's name", async () => {
    const asker = new Client();
    await asker.requester("Wilhelmina");
    for (const item of ["A kettle", "A coat", "A bicycle"]) await asker.ask(12_300, item);
    const { body } = await asker.call(contract.listRequests, { query: { limit: "3" } });
    const first = body as { id: string; item: string; user: { username: string } }[];
    expect(first).toHaveLength(3);
    const { html, leadsTo } = await visit("/auth");
    expect(leadsTo).toEqual(first.map(({ id }) => id));
    for (const { item, user } of first) {
      expect(html).toContain(item);
      expect(html).not.toContain(user.username);
    }
    expect(html).toMatch(/€[\d.,]+ of €[\d.,]+/);
  });

  it("shows the request of a share link alone", async () => {
    const asker = new Client();
    await asker.requester();
    const { id } = await asker.ask(5_000, "A ladder");
    const { html, leadsTo } = await visit(`/auth?next=${encodeURIComponent(`/?request=${id}`)}`);
    expect(html).toContain("A ladder");
    expect(leadsTo).toEqual([]);
  });
});

describe("the feed as the server renders it", () => {
  it.each([
    ["iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148", 2],
    ["Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36", 2],
    ["iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148", 4],
    ["X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36", 4],
  ])("fills the screen of %s with %s requests", async (browser, count) => {
    for (const asker of [new Client(), new Client()]) {
      await asker.requester();
      for (const item of ["A kettle", "A coat"]) await asker.ask(12_300, item);
    }
    const viewer = new Client();
    await viewer.register();
    const { body } = await viewer.send("GET", "/", { headers: { "User-Agent": `Mozilla/5.0 (${browser}` } });
    expect(String(body).match(/<li id="request-/g)).toHaveLength(count);
  });
});
