import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { inlineStyle } from "./inline-style";

/** What arrives of a page that is written in these parts. */
async function arriving(parts: readonly string[], headers: Record<string, string> = {}) {
  const server = createServer((asked, response) => {
    inlineStyle(asked, response);
    for (const [name, value] of Object.entries({ "Content-Type": "text/html", ...headers }))
      response.setHeader(name, value);
    for (const part of parts) response.write(Buffer.from(part));
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, headers: { "sec-fetch-site": "none" } }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const body = Buffer.concat(await answer.toArray()).toString();
  server.close();
  return { body, link: answer.headers.link };
}

const LINK = '<link rel="stylesheet" href="/_next/static/chunks/gone.css"/>';

it.each([
  ["a style sheet that is not there", [LINK, "<p>é</p>"]],
  ["a link that is cut behind its folder", [LINK.slice(0, -'gone.css"/>'.length), 'gone.css"/><p>']],
  ["a link that is cut in its name", [LINK.slice(0, -5), `${LINK.slice(-5)}<p>`]],
  ["no link", ["<p>é", "</p>"]],
])("a page with %s stays as it is", async (_, parts) => {
  expect(await arriving(parts)).toEqual({ body: parts.join(""), link: undefined });
});

it("what is preloaded stays preloaded, but for the style sheet", async () => {
  const font = '</font.woff2>; rel=preload; as="font"';
  const style = '</a.css>; rel=preload; as="style"';
  expect((await arriving(["<p>"], { Link: `${font}, ${style}` })).link).toBe(font);
  expect((await arriving(["<p>"], { Link: style })).link).toBeUndefined();
});
