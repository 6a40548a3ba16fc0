import { gzipSync } from "node:zlib";

/** What Next.js 16.4.6 alone sends for a bare page (`bench/bare-app.ts`), gzip. */
export const BARE_PAGE_BYTES = 134_904;

/** Every screen, as its address. */
export const SCREENS = [
  "/",
  "/request",
  "/leaderboard",
  "/profile",
  "/notifications",
  "/subscription",
  "/payment-success",
] as const;

/** The gzip bytes of the scripts that a page names for a modern browser. */
export async function javascriptOf(url: string, cookie?: string): Promise<number> {
  const answer = await fetch(url, { redirect: "manual", headers: cookie ? { cookie } : {} });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  const sizes = await Promise.all(scriptsIn(await answer.text()).map((src) => gzipped(new URL(src, url))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The addresses of the scripts that a page names for a modern browser. */
export function scriptsIn(html: string): string[] {
  const scripts = [...html.matchAll(/<script\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => !/\bnomodule\b/i.test(tag))
    .flatMap((tag) => /\bsrc="([^"]+)"/.exec(tag)?.[1] ?? []);
  return [...new Set(scripts)];
}

async function gzipped(url: URL): Promise<number> {
  return gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer())).length;
}
