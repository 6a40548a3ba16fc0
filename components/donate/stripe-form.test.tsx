import { act } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { button, noButton, show } from "@/tests/support/screen";
import { StripeForm } from "./stripe-form";

type Element = { onReady: () => void; onLoadError: () => void; onChange: (event: object) => void };
const provider = vi.hoisted(() => ({
  load: vi.fn(),
  confirm: vi.fn(),
  element: null as Element | null,
}));
vi.mock("@stripe/stripe-js/pure", () => ({ loadStripe: provider.load }));
vi.mock("@stripe/react-stripe-js", () => ({
  Elements: ({ children }: { children: ReactNode }) => children,
  PaymentElement: (props: Element) => {
    provider.element = props;
    return null;
  },
  useStripe: () => ({ confirmPayment: provider.confirm }),
  useElements: () => ({}),
}));
let key = 0;
beforeEach(() => {
  key += 1;
  provider.load.mockResolvedValue({});
});

function open() {
  const onPay = vi.fn<(confirm: () => Promise<unknown>, by: string) => void>();
  const form = (
    <StripeForm
      setup={{ publishableKey: `pk_${key}`, sandbox: false, currency: "eur" }}
      clientSecret="pi_1_secret_2"
      returnUrl="https://steuntje.example/payment-success"
      busy={false}
      onPay={onPay}
      onEdit={vi.fn()}
    >
      <button type="submit">Pay</button>
    </StripeForm>
  );
  return { ...show(form), onPay };
}
const ready = () => act(async () => provider.element?.onReady());
const choose = (type: string) => act(async () => provider.element?.onChange({ value: { type } }));

it("can be paid only once the provider's form is there", async () => {
  open();
  expect(noButton("Pay")).toBe(true);
  await ready();
  expect(button("Pay")).toBeDefined();
});

it.each([
  ["card", "card"],
  ["apple_pay", "card"],
  ["ideal", "bank"],
])("%s is paid at: %s", async (type, by) => {
  const { user, onPay } = open();
  await ready();
  await choose(type);
  await user.click(button("Pay"));
  expect(onPay).toHaveBeenCalledExactlyOnceWith(expect.any(Function), by);
});

it.each([
  [{ paymentIntent: { status: "succeeded" } }, { state: "done" }],
  [{ paymentIntent: { status: "processing" } }, { state: "done" }],
  [{ error: { code: "card_declined" } }, { state: "failed", failure: { code: "card_declined" } }],
])("the provider's answer %j is understood", async (answer, outcome) => {
  provider.confirm.mockResolvedValue(answer);
  const { user, onPay } = open();
  await ready();
  await user.click(button("Pay"));
  expect(await onPay.mock.calls[0]?.[0]()).toEqual(outcome);
  expect(provider.confirm.mock.calls[0]?.[0]).toMatchObject({
    confirmParams: { return_url: "https://steuntje.example/payment-success" },
  });
});
