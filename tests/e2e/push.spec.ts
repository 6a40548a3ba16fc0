import { randomUUID } from "node:crypto";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import type { NewSubscription } from "@/lib/domain/messages/schema";
import type { Push } from "@/sandbox/push/pushes";
import { LONG } from "../support/long";
import { waitForMail } from "../support/mail";
import { PushReceiver } from "../support/push";
import type { Stack } from "../support/stack";
import { expectAccessible } from "./accessible";
import { Person } from "./person";

test.use({ serviceWorkers: "allow" });

const stack = () => JSON.parse(process.env.E2E_STACK ?? "{}") as Stack;

/**
 * Lets the browser's push service be the sandbox's, which the browser itself cannot be told: the page gets a
 * subscription with the keys of the test. The browser's question is answered as `answer` says.
 */
async function servePush(
  context: BrowserContext,
  subscription: NewSubscription,
  answer: NotificationPermission = "granted",
): Promise<void> {
  await context.addInitScript(
    ([given, decision]) => {
      const stored = (name: string) => localStorage.getItem(`test-${name}`);
      Object.defineProperty(Notification, "permission", { get: () => stored("permission") ?? "default" });
      Notification.requestPermission = async () => {
        localStorage.setItem("test-permission", decision);
        return decision;
      };
      const made = (publicKey: string) => {
        const base64 = publicKey.replaceAll("-", "+").replaceAll("_", "/");
        const applicationServerKey = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0)).buffer;
        return {
          endpoint: given.endpoint,
          options: { applicationServerKey, userVisibleOnly: true },
          toJSON: () => ({ endpoint: given.endpoint, keys: { p256dh: given.p256dh, auth: given.auth } }),
          unsubscribe: async () => {
            localStorage.removeItem("test-subscription");
            return true;
          },
        } as unknown as PushSubscription;
      };
      PushManager.prototype.getSubscription = async () => {
        const publicKey = stored("subscription");
        return publicKey === null ? null : made(publicKey);
      };
      PushManager.prototype.subscribe = async (options) => {
        const publicKey = String(options?.applicationServerKey);
        localStorage.setItem("test-subscription", publicKey);
        return made(publicKey);
      };
    },
    [subscription, answer] as const,
  );
}

async function pushesTo(id: string): Promise<Push[]> {
  const { sandboxUrl, secretKey } = stack();
  const response = await fetch(`${sandboxUrl}/_sandbox/pushes?subscription=${id}`, {
    headers: { authorization: `Bearer ${secretKey}` },
  });
  return ((await response.json()) as { pushes: Push[] }).pushes;
}

/** The browser's service worker receives a message, as its push service would deliver it. */
async function deliver(page: Page, data: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const found = registrations.find(({ isDeleted }) => !isDeleted);
      if (found) resolve(found.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const { origin } = new URL(page.url());
  await devtools.send("ServiceWorker.deliverPushMessage", { origin, registrationId: await registered, data });
}

const newEndpoint = () => `${stack().sandboxUrl}/push/${randomUUID().replaceAll("-", "")}`;

test("a first donation invites to push messages, the settings switch them, and none comes after logging out", async ({
  browser,
}) => {
  const item = `Fornuis ${randomUUID().slice(0, 8)}`;
  const asker = await Person.signedIn(browser, "Ines", "nl");
  const { page, t } = asker;
  const browserOf = new PushReceiver(newEndpoint());
  const id = browserOf.subscription.endpoint.split("/").at(-1) ?? "";
  await page.context().grantPermissions(["notifications"]);
  await servePush(page.context(), browserOf.subscription);
  const request = await asker.hasAsked(item, 40_000);
  const invitation = page.getByRole("heading", { name: t("push.invite") });
  await page.goto("/notifications");
  await expect(page.getByText(t("notifications.empty"))).toBeVisible();
  await expect(invitation).toHaveCount(0);

  const donor = await Person.signedIn(browser, "Tom", "en");
  await donor.hasGiven(request, 1_000);
  await page.reload();
  await expect(invitation).toBeVisible();
  await expectAccessible(page, "invitation to push messages");
  const turnOn = page.getByRole("button", { name: t("push.turnOn") });
  await turnOn.click();
  await expect(page.getByText(t("push.states.on"), { exact: true })).toBeVisible();
  await expect(invitation).toHaveCount(0);

  await page.goto("/settings/messages");
  const isNow = (state: "on" | "off") =>
    expect(page.getByRole("status").filter({ hasText: t(`push.states.${state}`) })).toBeVisible();
  await isNow("on");
  await page.getByRole("button", { name: t("push.turnOff") }).click();
  await isNow("off");
  await page.reload();
  await isNow("off");
  await turnOn.click();
  await isNow("on");

  expect(await pushesTo(id)).toEqual([]);
  await donor.hasGiven(request, 1_000);
  await expect.poll(async () => (await pushesTo(id)).length).toBe(1);
  const [message] = await pushesTo(id);
  const payload = browserOf.open(message ?? { body: "" });
  expect(payload).toMatchObject({ title: t("mail.donation_received.subject"), lang: "nl" });
  expect(JSON.stringify(payload)).not.toMatch(new RegExp(`Tom|${donor.username}|${item}`));

  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  await deliver(page, JSON.stringify(payload));
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const all = await registration.getNotifications();
      return all.map((each) => {
        const { title, body, tag, lang, icon, badge, data } = each as Notification & { badge: string };
        return { title, body, tag, lang, icon, badge, data };
      });
    });
  const { title, body, tag, path } = payload;
  await expect.poll(shown).toMatchObject([{ title, body, tag, lang: "nl", data: { path } }]);
  const [{ icon, badge } = { icon: "", badge: "" }] = await shown();
  for (const picture of [icon, badge]) {
    expect((await page.request.get(picture)).headers()["content-type"], picture).toBe("image/png");
  }
  // The same message again takes the first one's place.
  await deliver(page, JSON.stringify({ ...payload, body: "again" }));
  await expect.poll(async () => (await shown()).map((each) => each.body)).toEqual(["again"]);

  await page.getByRole("button", { name: t("shell.logout") }).click();
  await page.waitForURL(/\/auth/);
  const since = new Date();
  await donor.hasGiven(request, 1_000);
  await waitForMail(stack(), { to: `${asker.username}@example.org`, kind: "donation_received", since });
  expect(await pushesTo(id)).toHaveLength(1);
});

test("a click on a notification opens its path on this origin only", async ({ browser, baseURL }) => {
  const { page } = await Person.withPhone(browser, "Joris", "en");
  await page.goto("/auth");
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  const [worker] = page.context().serviceWorkers();
  // A window can be opened after a real click only, which no test can make outside the page.
  const opened = (path: string) =>
    worker?.evaluate(async (to) => {
      const scope = self as unknown as {
        clients: { openWindow: (address: string) => Promise<null> };
        Notification: { prototype: object };
      } & EventTarget;
      const addresses: string[] = [];
      scope.clients.openWindow = async (address) => {
        addresses.push(address);
        return null;
      };
      const event = new Event("notificationclick");
      const waiting: Promise<unknown>[] = [];
      Object.assign(event, {
        notification: { close: () => addresses.push("closed"), data: { path: to } },
        waitUntil: (promise: Promise<unknown>) => waiting.push(promise),
      });
      scope.dispatchEvent(event);
      await Promise.all(waiting);
      return addresses;
    }, path);
  expect(await opened("/?request=1")).toEqual(["closed", `${baseURL}/?request=1`]);
  for (const elsewhere of [
    "https://evil.example/x",
    "//evil.example/x",
    "/\\evil.example",
    "javascript:alert(1)",
  ])
    expect(await opened(elsewhere), elsewhere).toEqual(["closed", baseURL]);
});

test("a subscription that the browser renews by itself stays switched on", LONG, async ({ browser }) => {
  const person = await Person.signedIn(browser, "Lotte", "en");
  const { page, t } = person;
  const [before, after] = [new PushReceiver(newEndpoint()), new PushReceiver(newEndpoint())];
  await servePush(page.context(), before.subscription);
  await page.goto("/settings/messages");
  const status = page.getByRole("status");
  await page.getByRole("button", { name: t("push.turnOn") }).click();
  await expect(status.filter({ hasText: t("push.states.on") })).toBeVisible();

  await servePush(page.context(), after.subscription);
  await page.reload();
  await expect(status.filter({ hasText: t("push.states.off") })).toBeVisible();
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(
    async ([{ endpoint: replaced }, { endpoint, p256dh, auth }]) => {
      const waiting: Promise<unknown>[] = [];
      const event = Object.assign(new Event("pushsubscriptionchange"), {
        oldSubscription: { endpoint: replaced },
        newSubscription: { toJSON: () => ({ endpoint, keys: { p256dh, auth } }) },
        waitUntil: (promise: Promise<unknown>) => waiting.push(promise),
      });
      self.dispatchEvent(event);
      await Promise.all(waiting);
    },
    [before.subscription, after.subscription] as const,
  );
  await page.reload();
  await expect(status.filter({ hasText: t("push.states.on") })).toBeVisible();
});

test(
  "a browser that cannot receive them says so; on iOS how to install comes first",
  LONG,
  async ({ browser }) => {
    const person = await Person.signedIn(browser, "Noor", "en");
    const { page, t } = person;
    await page.context().addInitScript(() => Reflect.deleteProperty(window, "PushManager"));
    await page.goto("/settings/messages");
    await expect(page.getByText(t("push.states.unsupported"))).toBeVisible();
    await expect(page.getByRole("button", { name: t("push.turnOn") })).toHaveCount(0);
    await page.context().addInitScript(() => {
      Object.defineProperty(navigator, "userAgent", {
        get: () => "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)",
      });
    });
    await page.reload();
    await expect(page.getByText(/add .+ to your home screen/)).toBeVisible();
  },
);
