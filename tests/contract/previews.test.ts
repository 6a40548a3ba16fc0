import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { LANGUAGES, LOCALES } from "@/lib/ground/i18n/languages";
import { formatMoney } from "@/lib/ground/money";
import { contract } from "@/lib/web/contract";
import { Client, eventually, ownStack, pay } from "../support/http";

/** Who reads links, as they name themselves. Signal calls itself WhatsApp. */
const READERS = {
  WhatsApp: "WhatsApp/2.23.20.0",
  Facebook: "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  iMessage:
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
  Telegram: "TelegramBot (like TwitterBot)",
  X: "Twitterbot/1.0",
  Slack: "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
  Discord: "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
  LinkedIn: "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
  Teams: "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com",
  Mastodon: "Mastodon/4.4.2 (http.rb/5.3.1; +https://mastodon.social/) Bot",
  Bluesky: "Bluesky Cardyb/1.1; +mailto:support@bsky.app",
  Matrix: "Synapse (bot; +https://github.com/matrix-org/synapse)",
  Viber: "Viber/22.0 (Linux)",
  LINE: "facebookexternalhit/1.1;line-poker/1.0",
  KakaoTalk: "facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984",
  Snapchat:
    "Mozilla/5.0 (compatible; Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots)",
  Google:
    "Mozilla/5.0 (compatible; Google-PageRenderer Google (+https://developers.google.com/+/web/snippet/))",
  Nextcloud: "Mozilla/5.0 (Linux) Nextcloud Server Crawler",
} as const;

/** As far as the most impatient of them read. */
const READ_BYTES = 16 * 1024;
/** Above it, WhatsApp shows none. */
const MAX_PICTURE_BYTES = 600_000;

type Preview = { status: number; html: string; tags: Record<string, string> };

/**
 * Follows a link as a messaging app does: no cookies, no script, each redirect by itself, and only the head is read.
 */
async function read(
  path: string,
  { agent = READERS.WhatsApp, language }: { agent?: string; language?: string } = {},
): Promise<Preview> {
  let url = new URL(path, ownStack().appUrl);
  for (let hops = 0; hops < 5; hops += 1) {
    const response = await fetch(url, {
      redirect: "manual",
      headers: { "user-agent": agent, ...(language && { "accept-language": language }) },
    });
    const location = response.headers.get("location");
    const html = await response.text();
    if (!location) return { status: response.status, html, tags: tagsOf(html.slice(0, READ_BYTES)) };
    url = new URL(location, url);
  }
  throw new Error(`${path} leads nowhere`);
}

function tagsOf(html: string): Record<string, string> {
  const head = html.slice(0, html.indexOf("</head>"));
  const tags: Record<string, string> = {};
  for (const [, name = "", content = ""] of head.matchAll(
    /<meta (?:name|property)="([^"]+)" content="([^"]*)"/g,
  )) {
    expect(tags, `${name} stands twice`).not.toHaveProperty([name]);
    tags[name] = decoded(content);
  }
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(head)?.[1];
  return { ...tags, ...(canonical && { canonical: decoded(canonical) }) };
}

function decoded(text: string): string {
  const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };
  return text.replace(/&(?:#x([0-9a-f]+)|(\w+));/gi, (_, hex, name) =>
    hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : (named[name] ?? ""),
  );
}

async function fetchPicture(address: string): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const response = await fetch(address, { headers: { "user-agent": READERS.WhatsApp } });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

/** The colours of the picture down a column, each as red, green and blue. */
async function coloursAt(bytes: Buffer, left: number, top: number, height: number): Promise<number[][]> {
  const pixels = await sharp(bytes).extract({ left, top, width: 1, height }).raw().toBuffer();
  return Array.from({ length: height }, (_, at) => [...pixels.subarray(at * 3, at * 3 + 3)]);
}

let owner: Client;
let person: { username: string };
let link: string;
let id: string;

beforeAll(async () => {
  owner = new Client();
  person = await owner.requester("Samira Haddad");
  ({ id } = await owner.ask(10_000, "A winter coat"));
  link = `/?request=${id}`;
});

describe.each(Object.entries(READERS))("%s follows a share link", (_, agent) => {
  it("and finds all it needs in the head", async () => {
    const { appUrl } = ownStack();
    const { status, tags } = await read(link, { agent, language: "en" });
    expect(status).toBe(200);
    const description = `Samira Haddad (@${person.username}) has raised €0.00 of €100.00. It is getting cold.`;
    expect(tags).toMatchObject({
      canonical: `${appUrl}${link}`,
      robots: "noindex",
      description,
      "og:type": "website",
      "og:url": `${appUrl}${link}`,
      "og:title": "A winter coat",
      "og:description": description,
      "og:site_name": "Steuntje",
      "og:locale": "en_GB",
      "og:image:type": "image/jpeg",
      "og:image:width": "1200",
      "og:image:height": "630",
      "og:image:alt": "A winter coat: €0.00 of €100.00 raised",
      "twitter:card": "summary_large_image",
      "twitter:title": "A winter coat",
      "twitter:description": description,
    });
    expect(tags["og:image"]).toMatch(new RegExp(`^${appUrl}/share-image/${id}\\.en\\.[\\w-]{10}\\.jpg$`));
    expect(tags["twitter:image"]).toBe(tags["og:image"]);
  });
});

describe("the tags", () => {
  it.each(LOCALES)("speak %s to those who ask for it", async (language) => {
    const { tags, html } = await read(link, { language: `${language}-XX,en;q=0.1` });
    expect(tags["og:locale"]).toBe(`${language}_${LANGUAGES[language].country}`);
    expect(tags["og:description"]).toContain(formatMoney(0, language, "eur"));
    expect(tags["og:image"]).toContain(`.${language}.`);
    expect(html).toContain(`<html lang="${language}"`);
  });

  it("speak Dutch to those who ask for nothing", async () => {
    expect((await read(link)).tags["og:locale"]).toBe("nl_NL");
  });

  it("stay with a link to which a service added its own mark", async () => {
    const { tags } = await read(`${link}&fbclid=abc&utm_source=x`);
    expect(tags).toMatchObject({ "og:title": "A winter coat", "og:url": `${ownStack().appUrl}${link}` });
  });

  it.each([`"><script>alert(1)</script><b a='`, "</title><!-- & &amp; -->", "Łóżko 冬衣 معطف 👩‍🍳"])(
    "carry “%s” as text",
    async (item) => {
      const { id: other } = await owner.ask(5_000, item);
      const { tags, html } = await read(`/?request=${other}`);
      await owner.call(contract.deleteRequest, { params: { id: other } });
      expect(tags["og:title"]).toBe(item);
      expect(html).not.toContain("<script>alert(1)");
      expect(html).not.toContain("<!-- & &amp;");
    },
  );

  it("end a long description in an ellipsis, between letters", async () => {
    const body = { item: "Fire", description: "👨‍👩‍👧 ".repeat(120), goal: 100 };
    const { body: made } = await owner.call(contract.createRequest, { body });
    const { id: other } = made as { id: string };
    const { tags } = await read(`/?request=${other}`);
    await owner.call(contract.deleteRequest, { params: { id: other } });
    expect(tags["og:description"]).toMatch(/\. (?:👨‍👩‍👧 ?){60,}…$/u);
  });
});

describe("the picture", () => {
  it.each(LOCALES)("is one that every app takes, in %s", async (language) => {
    const { tags } = await read(link, { language });
    const { status, headers, bytes } = await fetchPicture(tags["og:image"] ?? "");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("image/jpeg");
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(headers.get("set-cookie")).toBeNull();
    expect(bytes.length).toBeLessThan(MAX_PICTURE_BYTES);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
  });

  it("is drawn once", async () => {
    const address = (await read(link)).tags["og:image"] ?? "";
    const [first, second] = [await fetchPicture(address), await fetchPicture(address)];
    expect(second.bytes.equals(first.bytes)).toBe(true);
  });

  it("has another address after a donation, to which the old one leads", async () => {
    const { id: other } = await owner.ask(10_000, "A bicycle");
    const before = (await read(`/?request=${other}`)).tags["og:image"] ?? "";
    const picture = await fetchPicture(before);
    const donor = new Client();
    await donor.register("Joris");
    const intent = await donor.call(contract.createPaymentIntent, { body: { requestId: other, amount: 50 } });
    await pay((intent.body as { clientSecret: string }).clientSecret);
    const after = await eventually(
      async () => (await read(`/?request=${other}`, { language: "en" })).tags,
      (tags) => tags["og:description"]?.includes("€50.00 of €100.00") === true,
    );
    const moved = await fetch(before, { redirect: "manual" });
    expect(moved.status).toBe(302);
    expect(moved.headers.get("cache-control")).toBe("no-store");
    expect(moved.headers.get("location")).toBe(after["og:image"]?.replace(".en.", ".nl."));
    const changed = await fetchPicture(before);
    expect(changed.bytes.equals(picture.bytes)).toBe(false);
    // The bar has grown past a third.
    const bar = async (bytes: Buffer) => (await coloursAt(bytes, 400, 617, 1))[0] ?? [];
    expect(Math.max(...(await bar(picture.bytes)))).toBeGreaterThan(220);
    expect((await bar(changed.bytes))[2]).toBeLessThan(60);
  });

  it("shows the requester's own picture and the photo, in the process that encoded them", async () => {
    const asker = new Client();
    await asker.requester("Noor");
    const data = await plain("#0000ff", 200, 200);
    await asker.call(contract.updateUser, {
      body: { avatar: `data:image/png;base64,${data.toString("base64")}` },
    });
    const upload = (await asker.call(contract.uploadPhoto, { body: {} })).body as {
      uploadURL: string;
      headers: Record<string, string>;
      photoUrl: string;
    };
    await fetch(upload.uploadURL, {
      method: "PUT",
      headers: upload.headers,
      body: new Uint8Array(await plain("#00ff00", 1600, 900)),
    });
    const { body } = await asker.call(contract.createRequest, {
      body: { item: "A desk", description: "To learn at.", goal: 5_000, photoUrl: upload.photoUrl },
    });
    const { tags } = await read(`/?request=${(body as { id: string }).id}`);
    const { bytes } = await fetchPicture(tags["og:image"] ?? "");
    const isGreen = ([r = 0, g = 0, b = 0]: number[]) => g - Math.max(r, b) > 200;
    const isBlue = ([r = 0, g = 0, b = 0]: number[]) => b - Math.max(r, g) > 200;
    expect((await coloursAt(bytes, 1000, 0, 600)).every(isGreen)).toBe(true);
    expect((await coloursAt(bytes, 70, 0, 630)).filter(isBlue).length).toBeGreaterThan(40);
  });

  it("is not found under anything else", async () => {
    const names = [`${randomUUID()}.nl.AAAAAAAAAA.jpg`, "x.jpg", "site.it.AAAAAAAAAA.jpg", `${id}.png`];
    for (const name of names) {
      const answer = await fetch(`${ownStack().appUrl}/share-image/${name}`, { redirect: "manual" });
      expect(answer.status, name).toBe(404);
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
  });
});

it("lets services read pages and pictures", async () => {
  const answer = await fetch(`${ownStack().appUrl}/robots.txt`, { redirect: "manual" });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe("User-Agent: *\nAllow: /\nDisallow: /api/\nDisallow: /u/\n\n");
});

describe("what a preview does not tell", () => {
  it("the name of a requester who is anonymous", async () => {
    const asker = new Client();
    const { username } = await asker.requester("Wilhelmina");
    const { id: other } = await asker.ask(10_000, "A warm bed");
    const named = await read(`/?request=${other}`);
    expect(named.html).toContain(username);
    await asker.call(contract.updateUser, { body: { anonymousProfile: true } });
    const { html, tags } = await read(`/?request=${other}`, { language: "en" });
    expect(html).not.toContain(username);
    expect(html).not.toContain("Wilhelmina");
    expect(tags["og:description"]).toBe("€0.00 of €100.00 raised. It is getting cold.");
    const moved = await fetch(named.tags["og:image"] ?? "", { redirect: "manual" });
    expect(moved.status).toBe(302);
  });

  it.each(["deleted", "unknown", "misspelt"])(
    "anything of a request that is %s: the product's own",
    async (kind) => {
      const { id: other } = await owner.ask(10_000, "A secret wish");
      const picture = (await read(`/?request=${other}`)).tags["og:image"] ?? "";
      await owner.call(contract.deleteRequest, { params: { id: other } });
      const asked = { deleted: other, unknown: randomUUID(), misspelt: "' or 1=1 --" }[kind] ?? "";
      const { status, html, tags } = await read(`/?request=${encodeURIComponent(asked)}`, { language: "de" });
      expect(status).toBe(200);
      expect(html).not.toContain("A secret wish");
      expect(tags).toMatchObject({
        canonical: `${ownStack().appUrl}/auth`,
        "og:title": "Steuntje",
        "og:locale": "de_DE",
        "twitter:card": "summary_large_image",
      });
      expect(tags["og:image"]).toMatch(/\/share-image\/site\.de\.[\w-]{10}\.jpg$/);
      expect(await sharp((await fetchPicture(tags["og:image"] ?? "")).bytes).metadata()).toMatchObject({
        width: 1200,
        height: 630,
      });
      expect((await fetchPicture(picture)).status).toBe(404);
    },
  );
});

async function plain(background: string, width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}
