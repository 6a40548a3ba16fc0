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

it("an address that asks for nothing that exists shows the feed", async () => {
  const person = new Client();
  await person.register();
  /** Whether something was looked for: only then the page asks where. */
  const isSearch = async (query: string) => {
    const { status, body } = await person.send("GET", `/${query}`);
    expect(status).toBe(200);
    return String(body).includes('name="place"');
  };
  expect(await isSearch("?category=music")).toBe(true);
  expect(await isSearch("?category=unknown&filter=nonsense")).toBe(false);
});

it.each(["/g/unknown", "/r/unknown", "/report", "/reports/unknown", "/people/nobody", "/request/live"])(
  "%s, which is nothing, says so before any script runs",
  async (path) => {
    const person = new Client();
    await person.register();
    const { status, body } = await person.send("GET", path);
    expect(status).toBe(404);
    expect(String(body).replace(/<script\b.*?<\/script>/gs, "")).toMatch(
      /<h1[^>]*>(Pagina niet gevonden|Niemand heeft deze naam)</,
    );
    // The router would load the page anew because of a 404.
    const asRouter = (to: string) => person.send("GET", to, { headers: { RSC: "1" } });
    const { headers } = await asRouter(path);
    expect((await asRouter(headers.get("location") ?? "")).status).toBe(200);
  },
);
