import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { updateSettingsAction } from "@/lib/actions/settings";
import { accepted, answersLater, button, field, ready, refusal, show, t } from "@/tests/support/screen";
import { PaypalPayout } from "./paypal-payout";

vi.mock("@/lib/actions/settings", () => ({ updateSettingsAction: vi.fn() }));
const action = vi.mocked(updateSettingsAction);

const form = (paypalEmail: string | null, hasCard = false) => (
  <PaypalPayout payout={{ paymentMethod: paypalEmail === null ? null : "paypal", paypalEmail, hasCard }} />
);
const address = () => field(t("profile.payment.paypalEmail"));
const save = () => button(t("profile.payment.save"));

it.each(["", "emma", "emma@"])("“%s” is no address and is not saved", async (typed) => {
  const { user } = show(form(null));
  if (typed) await user.type(address(), typed);
  await user.click(save());
  expect(screen.getByText(t("errors.fields.paypalEmail"))).toBeDefined();
  expect(document.activeElement).toBe(address());
  expect(action).not.toHaveBeenCalled();
});

it("an address is saved as the way to be paid; the server's refusal is said at the field", async () => {
  action.mockResolvedValueOnce(
    refusal("VALIDATION_ERROR", "Check", { fields: { paypalEmail: "PayPal does not know it" } }),
  );
  action.mockResolvedValueOnce(accepted());
  const { user, findByText } = show(form(null));
  await user.type(address(), " emma@example.org {Enter}");
  expect(await findByText("PayPal does not know it")).toBeDefined();
  expect(document.activeElement).toBe(address());
  await user.click(await ready(save));
  expect(await findByText(t("toasts.profileUpdated.title"))).toBeDefined();
  const sent = { paymentMethod: "paypal", paypalEmail: "emma@example.org" };
  expect(action.mock.calls).toEqual([[sent], [sent]]);
});

it("what is changed and saved while a save is on its way is saved after it; the same is not saved twice", async () => {
  const first = answersLater(action);
  action.mockResolvedValueOnce(accepted());
  const { user } = show(form(null));
  await user.type(address(), "emma@example.org{Enter}{Enter}");
  expect(action).toHaveBeenCalledOnce();
  await user.type(address(), ".uk{Enter}");
  first.resolve(refusal("VALIDATION_ERROR", "Check", { fields: { paypalEmail: "PayPal does not know it" } }));
  await ready(save);
  expect(action.mock.calls.map(([sent]) => sent.paypalEmail)).toEqual([
    "emma@example.org",
    "emma@example.org.uk",
  ]);
});

it.each([
  [true, "visa"],
  [false, null],
])("an emptied address is removed, and a stored card (%s) replaces it", async (hasCard, paymentMethod) => {
  action.mockResolvedValue(accepted());
  const { user } = show(form("emma@example.org", hasCard));
  await user.clear(address());
  await user.click(save());
  expect(action).toHaveBeenCalledExactlyOnceWith({ paypalEmail: null, paymentMethod });
});
