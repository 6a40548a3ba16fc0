import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { turnOnPush } from "@/components/shared/push";
import { accepted, button, refusal, show, t } from "@/tests/support/screen";
import { PushInvitation } from "./push-invitation";

vi.mock("@/components/shared/push", () => ({ turnOnPush: vi.fn() }));
const on = vi.mocked(turnOnPush);
const ask = vi.fn<() => Promise<NotificationPermission>>();
const browser = (permission: NotificationPermission) => {
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission, requestPermission: ask });
};
const title = () => screen.queryByRole("heading", { name: t("push.invite") });
const invited = () => screen.findByRole("heading", { name: t("push.invite") });
const gone = () => waitFor(() => expect(title()).toBeNull());
const invitation = <PushInvitation publicKey="key" />;

beforeEach(() => browser("default"));
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it("the browser asks only after somebody said yes here; then it is on, and the invitation is gone", async () => {
  ask.mockResolvedValue("granted");
  on.mockResolvedValue(accepted());
  const { user, findByText } = show(invitation);
  await invited();
  expect(ask).not.toHaveBeenCalled();
  await user.click(button(t("push.turnOn")));
  expect(await findByText(t("push.states.on"))).toBeDefined();
  expect(on).toHaveBeenCalledExactlyOnceWith("key");
  await gone();
});

it("a refusal in the browser ends it; closing the browser's question does not", async () => {
  ask.mockResolvedValueOnce("default");
  ask.mockResolvedValueOnce("denied");
  const { user } = show(invitation);
  await invited();
  await user.click(button(t("push.turnOn")));
  expect(title()).not.toBeNull();
  await user.click(button(t("push.turnOn")));
  await gone();
  expect(on).not.toHaveBeenCalled();
});

it("after “later” it is not shown again, and the page's title has the focus", async () => {
  const { user, change } = show(
    <main>
      <h1>Notifications</h1>
      {invitation}
    </main>,
  );
  await invited();
  await user.click(button(t("push.later")));
  await gone();
  expect(document.activeElement).toBe(screen.getByRole("heading"));
  change(null);
  change(invitation);
  expect(title()).toBeNull();
});

it("a subscription that failed says so", async () => {
  ask.mockResolvedValue("granted");
  on.mockResolvedValue(refusal("RATE_LIMITED", "Too many tries."));
  const { user, findByText } = show(invitation);
  await invited();
  await user.click(button(t("push.turnOn")));
  expect(await findByText("Too many tries.")).toBeDefined();
});

it.each(["granted", "denied"] as const)(
  "a browser that has decided (%s) is not asked",
  async (permission) => {
    const { change } = show(invitation);
    await invited();
    change(null);
    browser(permission);
    change(invitation);
    expect(title()).toBeNull();
  },
);
