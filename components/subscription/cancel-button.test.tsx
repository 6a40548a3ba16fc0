import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { cancelSubscriptionAction } from "@/lib/actions/subscriptions";
import {
  accepted,
  answersLater,
  button,
  dialogCloses,
  noButton,
  openDialog,
  ready,
  refusal,
  show,
  t,
} from "@/tests/support/screen";
import { CancelButton } from "./cancel-button";

vi.mock("@/lib/actions/subscriptions", () => ({ cancelSubscriptionAction: vi.fn() }));
const action = vi.mocked(cancelSubscriptionAction);

const GOLD = {
  subscriptionTier: "gold",
  subscriptionExpiry: "2099-12-20T00:00:00.000Z",
  subscriptionCancelled: false,
} as const;
const page = (plan: Parameters<typeof CancelButton>[0]["plan"]) => (
  <section>
    <h2>Plan</h2>
    <CancelButton plan={plan} />
  </section>
);
const cancel = t("subscription.cancel");

it.each([
  ["nobody without a plan", { ...GOLD, subscriptionTier: "none" as const }],
  ["nobody whose plan is cancelled", { ...GOLD, subscriptionCancelled: true }],
])("%s can cancel", (_, plan) => {
  show(page(plan));
  expect(noButton(cancel)).toBe(true);
});

it("keeping it cancels nothing", async () => {
  const { user, openBy } = show(page(GOLD));
  await openBy(cancel);
  expect(openDialog()?.textContent).toContain("You keep Gold until Dec 20, 2099");
  await user.click(await ready(() => button(/^Keep Gold/)));
  await dialogCloses();
  expect(action).not.toHaveBeenCalled();
});

it("of a plan whose renewal is late it names no day that has passed", async () => {
  const { openBy } = show(page({ ...GOLD, subscriptionExpiry: "2020-12-20T00:00:00.000Z" }));
  await openBy(cancel);
  expect(openDialog()?.textContent).toContain(t("subscription.cancelDialog.charge"));
  expect(openDialog()?.textContent).not.toContain("You keep Gold");
});

it("a cancelled plan is said, and the focus goes to its card, as the button is gone", async () => {
  const answer = answersLater(action);
  const { user, openBy, change, findByText } = show(page(GOLD));
  await openBy(cancel);
  await user.click(await ready(() => button(t("subscription.cancelDialog.confirm"))));
  // The answer of an action brings the page as it is then.
  change(page({ ...GOLD, subscriptionCancelled: true }));
  answer.resolve(accepted());
  expect(await findByText(t("toasts.subscriptionCancelled.title"))).toBeDefined();
  await dialogCloses();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading")));
});

it("a cancellation that failed leaves the question open, so that it can be tried again with the same key", async () => {
  action.mockResolvedValueOnce(refusal("PROVIDER_UNAVAILABLE", "The provider does not answer."));
  action.mockResolvedValueOnce(accepted());
  const { user, openBy, findByText } = show(page(GOLD));
  await openBy(cancel);
  await user.click(await ready(() => button(t("subscription.cancelDialog.confirm"))));
  expect(await findByText("The provider does not answer.")).toBeDefined();
  await user.click(await ready(() => button(t("subscription.cancelDialog.confirm"))));
  await dialogCloses();
  const [[, first], [, second]] = action.mock.calls as [[unknown, string], [unknown, string]];
  expect(second).toBe(first);
});
