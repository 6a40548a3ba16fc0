import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { pushState, turnOffPush, turnOnPush } from "@/components/shared/push";
import { accepted, button, noButton, ready, refusal, show, t } from "@/tests/support/screen";
import { PushHere } from "./push-here";

vi.mock("@/components/shared/push", () => ({
  pushState: vi.fn(),
  turnOnPush: vi.fn(),
  turnOffPush: vi.fn(),
}));
const state = (name: "on" | "off" | "denied" | "unsupported") =>
  t(`push.states.${name}`, { appName: "Steuntje" });
const asks = (answer: NotificationPermission) =>
  vi.stubGlobal("Notification", { requestPermission: vi.fn(async () => answer) });
const ENDPOINTS = ["https://push.example/1"];
const card = <PushHere publicKey="key" endpoints={ENDPOINTS} />;
afterEach(() => vi.unstubAllGlobals());

it("is on once the browser allows it and the server knows it, and off again", async () => {
  vi.mocked(pushState).mockResolvedValue("off");
  vi.mocked(turnOnPush).mockResolvedValue(accepted());
  vi.mocked(turnOffPush).mockResolvedValue(accepted());
  asks("granted");
  const { user, findByText } = show(card);
  expect(await findByText(state("off"))).toBeDefined();
  await user.click(await ready(() => button(t("push.turnOn"))));
  expect(await findByText(state("on"))).toBeDefined();
  expect(turnOnPush).toHaveBeenCalledExactlyOnceWith("key");
  expect(document.activeElement).toBe(button(t("push.turnOff")));
  await user.click(await ready(() => button(t("push.turnOff"))));
  expect(await findByText(state("off"))).toBeDefined();
});

it.each([
  ["denied", "denied"],
  ["default", "off"],
] as const)("a browser that answers “%s” leaves it %s, and nothing is sent", async (answer, then) => {
  vi.mocked(pushState).mockResolvedValue("off");
  asks(answer);
  const { user, findByText } = show(card);
  await findByText(state("off"));
  await user.click(await ready(() => button(t("push.turnOn"))));
  expect(await findByText(state(then))).toBeDefined();
  expect(noButton(t("push.turnOn"))).toBe(answer === "denied");
  expect(turnOnPush).not.toHaveBeenCalled();
});

it("what the server refuses stays off and says why; what cannot be ended stays on", async () => {
  vi.mocked(pushState).mockResolvedValue("on");
  vi.mocked(turnOffPush).mockResolvedValueOnce(refusal("RATE_LIMITED", "Too many tries."));
  vi.mocked(turnOffPush).mockResolvedValueOnce(accepted());
  vi.mocked(turnOnPush).mockRejectedValue(new Error("no push service"));
  asks("granted");
  const { user, findByText } = show(card);
  await findByText(state("on"));
  await user.click(await ready(() => button(t("push.turnOff"))));
  expect(await findByText("Too many tries.")).toBeDefined();
  expect(screen.getByText(state("on"))).toBeDefined();
  await user.click(await ready(() => button(t("push.turnOff"))));
  await findByText(state("off"));
  await user.click(await ready(() => button(t("push.turnOn"))));
  expect(await findByText(t("push.failedText"))).toBeDefined();
  await waitFor(() => expect(screen.getByText(state("off"))).toBeDefined());
});

it("a browser that cannot says so and offers nothing", async () => {
  vi.mocked(pushState).mockRejectedValue(new Error("no worker"));
  const { findByText } = show(card);
  expect(await findByText(state("unsupported"))).toBeDefined();
  expect(noButton(t("push.turnOn"))).toBe(true);
});
