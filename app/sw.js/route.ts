import { buildVersion } from "@/lib/server/build-version";

export const dynamic = "force-dynamic";

/**
 * The service worker. It caches the offline page and nothing else: hashed files are in the browser's own cache already,
 * and everything else may be private. It takes over at once, since no page depends on its version, and sends its build
 * to the open pages. It shows push messages (`PushPayload` in lib/delivery/push.ts).
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

self.addEventListener("push", (event) => {
  event.waitUntil(show(event.data.json()));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPath(event.notification.data.path));
});

self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renew(event));
});

async function show({ title, path, ...options }) {
  await self.registration.showNotification(title, {
    ...options,
    icon: "/icon-192.png",
    badge: "/badge-96.png",
    data: { path },
  });
}

/** Nothing of another origin, whatever a message says. A page that is open elsewhere may have a form half filled. */
async function openPath(path) {
  const { origin, href } = new URL(path, self.location.origin);
  const address = origin === self.location.origin ? href : self.location.origin;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => url === address);
  await (page ? page.focus() : self.clients.openWindow(address));
}

/** The browser replaced its subscription, or wants a new one, while no page was open. */
async function renew({ oldSubscription, newSubscription }) {
  if (!oldSubscription) return;
  const fresh = newSubscription ?? (await self.registration.pushManager.subscribe(oldSubscription.options));
  const { endpoint, keys } = fresh.toJSON();
  await fetch("/api/push/renew", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ replaces: oldSubscription.endpoint, endpoint, ...keys }),
  });
}

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
