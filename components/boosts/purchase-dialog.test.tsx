import { expect, it, vi } from "vitest";
import { purchaseBoostsAction } from "@/lib/actions/boosts";
import {
  accepted,
  answersLater,
  button,
  field,
  leave,
  openDialog,
  ready,
  refusal,
  show,
  t,
} from "@/tests/support/screen";
import { PurchaseDialog } from "./purchase-dialog";

vi.mock("@/lib/actions/boosts", () => ({ purchaseBoostsAction: vi.fn() }));
const action = vi.mocked(purchaseBoostsAction);

function open({ quantity = 1, providers = ["stripe", "paypal"] as ("stripe" | "paypal")[] } = {}) {
  const onClose = vi.fn();
  const onLeave = vi.fn();
  const dialog = (
    <PurchaseDialog
      selection={{ boostType: "normal", quantity }}
      owned={0}
      tier="none"
      onLeave={onLeave}
      onClose={onClose}
      onClosed={vi.fn()}
    />
  );
  return { ...show(dialog, { providers }), onClose, onLeave };
}
const order = () => button(/^Order and pay/);

it("the pack costs less than its boosts one by one, and the button says the total that is sent", async () => {
  action.mockResolvedValue(accepted({ url: "https://pay.example/1" }));
  const { user, onLeave } = open();
  const single = order().textContent;
  await user.click(button(/^Pack of/));
  expect(button(/^Pack of/).getAttribute("aria-pressed")).toBe("true");
  expect(order().textContent).not.toBe(single);
  await user.click(order());
  const [input] = action.mock.calls[0] ?? [];
  expect(input).toMatchObject({ boostType: "normal", quantity: 5, method: "stripe" });
  expect(order().textContent).toContain(((input?.amount ?? 0) / 100).toFixed(2));
  expect(onLeave).toHaveBeenCalledOnce();
  expect(leave).toHaveBeenCalledExactlyOnceWith("https://pay.example/1");
});

it("while the payment is prepared it cannot be closed, changed or ordered again", async () => {
  const answer = answersLater(action);
  const { user, onClose } = open();
  await user.click(order());
  await user.keyboard("{Escape}");
  await user.click(button(t("common.cancel")));
  await user.click(button(/^Pack of/));
  await user.click(order());
  expect(onClose).not.toHaveBeenCalled();
  expect(field(t("boosts.purchase.quantity")).value).toBe("1");
  expect(action).toHaveBeenCalledOnce();
  answer.resolve(refusal("PROVIDER_UNAVAILABLE", "The provider does not answer."));
});

it("a refused purchase says so and stays open; the next try is another order", async () => {
  action.mockResolvedValue(refusal("VALIDATION_ERROR", "Not for sale."));
  const { user, findByText } = open();
  await user.click(order());
  expect(await findByText(/Not for sale/)).toBeDefined();
  expect(openDialog()).not.toBeNull();
  await user.click(await ready(order));
  const keys = action.mock.calls.map(([, key]) => key);
  expect(new Set(keys).size).toBe(2);
  expect(leave).not.toHaveBeenCalled();
});

it("an answer that was lost is asked for again with the same key", async () => {
  action.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  action.mockResolvedValue(accepted({ url: "https://pay.example/2" }));
  const { user } = open();
  await user.click(order());
  const keys = action.mock.calls.map(([, key]) => key);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

it("a quantity that is not a number is not ordered", async () => {
  const { user } = open();
  await user.clear(field(t("boosts.purchase.quantity")));
  await user.type(field(t("boosts.purchase.quantity")), "x{Enter}");
  expect(action).not.toHaveBeenCalled();
});

it("without a provider nothing can be ordered, which is said", async () => {
  const { user, findByText } = open({ providers: [] });
  expect(await findByText(t("checkout.noProvider"))).toBeDefined();
  await user.click(order());
  expect(action).not.toHaveBeenCalled();
});
