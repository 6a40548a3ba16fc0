import { subscribePushAction, unsubscribePushAction } from "@/lib/actions/messages";
import type { ActionResult } from "@/lib/web/action";

/**
 * Push messages in this browser: it cannot receive any (on iOS, before the app is on the home screen: `install`), the
 * person refused the browser's question, or they are off or on.
 */
export type PushState = "unsupported" | "install" | "denied" | "off" | "on";

/** Whether this browser can receive push messages; not in a private window of some. */
function canPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** `endpoints` are those of the person's browsers: another account may have subscribed this one. */
export async function pushState(publicKey: string, endpoints: readonly string[]): Promise<PushState> {
  if (!canPush()) return isApplePhone() ? "install" : "unsupported";
  if (Notification.permission === "denied") return "denied";
  const subscription = await currentSubscription();
  const isOn =
    Notification.permission === "granted" &&
    subscription !== null &&
    isUnder(subscription, publicKey) &&
    endpoints.includes(subscription.endpoint);
  return isOn ? "on" : "off";
}

/**
 * Subscribes this browser, once the person allowed it. `publicKey` is the server's (RFC 8292).
 * @throws Error when the browser has no push service, or cannot reach it
 */
export async function turnOnPush(publicKey: string): Promise<ActionResult<void>> {
  const registration = await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
  await navigator.serviceWorker.ready;
  const earlier = await registration.pushManager.getSubscription();
  // A browser refuses to subscribe under another key while it has a subscription.
  if (earlier && !isUnder(earlier, publicKey)) await earlier.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { keys } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys ?? {};
  return subscribePushAction({ endpoint: subscription.endpoint, p256dh, auth });
}

/** Ends this browser's subscription, on the server first. */
export async function turnOffPush(): Promise<ActionResult<void>> {
  const subscription = await currentSubscription();
  if (!subscription) return { ok: true, data: undefined };
  const result = await unsubscribePushAction({ endpoint: subscription.endpoint });
  await subscription.unsubscribe();
  return result;
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function isUnder({ options }: PushSubscription, publicKey: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") === publicKey;
}

/** An iPad calls itself a Mac, but Macs have no touch screen. */
function isApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
