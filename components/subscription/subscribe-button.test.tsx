import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { subscribeAction } from "@/lib/actions/subscriptions";
import {
  accepted,
  answersLater,
  button,
  dialogCloses,
  leave,
  openDialog,
  ready,
  refusal,
  router,
  show,
  t,
} from "@/tests/support/screen";
import { SubscribeButton } from "./subscribe-button";

vi.mock("@/lib/actions/subscriptions", () => ({ subscribeAction: vi.fn() }));
const action = vi.mocked(subscribeAction);

async function asked(step: "subscribe" | "resume" | "upgrade" = "subscribe") {
  const shown = show(<SubscribeButton tier="gold" step={step} />);
  await shown.openBy(/per month$/);
  return shown;
}
const order = () => button(/^Order and pay/);

it("the way to pay that was chosen is sent, and leads to its provider", async () => {
  action.mockResolvedValue(accepted({ url: "https://pay.example/plan" }));
  const { user } = await asked();
  await user.click(screen.getByRole("radio", { name: t("checkout.method.paypal") }));
  await user.click(order());
  expect(action.mock.calls[0]?.[0]).toEqual({ tier: "gold", method: "paypal" });
  expect(leave).toHaveBeenCalledExactlyOnceWith("https://pay.example/plan");
});

it("an upgrade says what happens to the old plan", async () => {
  await asked("upgrade");
  expect(screen.getByText(t("subscription.subscribeDialog.old"))).toBeDefined();
});

it("it stays open while the order is prepared, and after a refusal", async () => {
  const answer = answersLater(action);
  const { user, findByText } = await asked();
  await user.click(order());
  await user.keyboard("{Escape}");
  await user.click(button(t("common.cancel")));
  expect(openDialog()).not.toBeNull();
  answer.resolve(refusal("ALREADY_SUBSCRIBED", "You have this plan."));
  expect(await findByText(/You have this plan/)).toBeDefined();
  expect(router.refresh).toHaveBeenCalledOnce();
  await user.click(await ready(() => button(t("common.cancel"))));
  await dialogCloses();
  expect(leave).not.toHaveBeenCalled();
});

it("without a provider it opens nothing", async () => {
  const { user } = show(<SubscribeButton tier="gold" step="subscribe" />, { providers: [] });
  expect(screen.getByText(t("checkout.noProvider"))).toBeDefined();
  await user.click(screen.getByRole("button"));
  expect(openDialog()).toBeNull();
});
