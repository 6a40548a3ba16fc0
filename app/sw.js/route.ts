import { buildVersion } from "@/lib/web/build-version";

export const dynamic = "force-dynamic";

/**
 * The service worker. It keeps the offline page and nothing else: hashed files are in the browser's own cache already, and whatever else is
 * served may be private. It takes over at once, for no page depends on which version of it is there, and tells the open pages its build.
 */
const WORKER = `
const CACHE = "offline-" + VERSION;
const OFFLINE = "/offline";

self.addEventListener("install", (event) => {
  event.waitUntil(keepOfflinePage().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

self.addEventListener("fetch", (event) => {
  const { method, mode } = event.request;
  if (method === "GET" && mode === "navigate") event.respondWith(open(event));
});

async function keepOfflinePage() {
  const cache = await caches.open(CACHE);
  // Asked without cookies: it is the same page for everybody.
  await cache.add(new Request(OFFLINE, { credentials: "omit", cache: "reload" }));
}

async function takeOver() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  // The browser asks for the page while the worker starts.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
  for (const page of await self.clients.matchAll({ type: "window" })) page.postMessage({ version: VERSION });
}

/** The page from the network, always; the offline page when that cannot be reached. */
async function open(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}
`;

export function GET(): Response {
  return new Response(`const VERSION = ${JSON.stringify(buildVersion())};\n${WORKER}`, {
    headers: { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache" },
  });
}
