/** How many browsers of a person receive messages; with one more, the oldest is removed. */
export const MAX_SUBSCRIPTIONS = 10;

/**
 * The push services of the browsers: Chrome and what is made of it, Firefox, Safari, Edge on Windows. A name that
 * begins with a dot matches everything below it.
 */
const SERVICES = [
  "fcm.googleapis.com",
  ".push.services.mozilla.com",
  ".push.apple.com",
  ".notify.windows.com",
] as const;

/**
 * Whether this server may call a subscription's endpoint, which a browser says: only the known push services over
 * https, on its usual port and written as a browser writes it. `sandbox` is the origin of the sandbox's push service.
 */
export function isPushEndpoint(endpoint: string, sandbox: string | null): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (url.href !== endpoint || url.username !== "" || url.password !== "" || url.hash !== "") return false;
  if (sandbox !== null && url.origin === sandbox) return /^\/push\/[\w-]+$/.test(url.pathname + url.search);
  return (
    url.protocol === "https:" &&
    url.port === "" &&
    SERVICES.some((host) => (host.startsWith(".") ? url.hostname.endsWith(host) : url.hostname === host))
  );
}
