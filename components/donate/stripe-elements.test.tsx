import { act, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { button, noButton, show, t } from "@/tests/support/screen";
import { ElementForm, library, StripeElements } from "./stripe-elements";

type Element = { onReady: () => void; onLoadError: () => void };
const provider = vi.hoisted(() => ({
  load: vi.fn(),
  stripe: {} as object | null,
  options: null as object | null,
  element: null as Element | null,
}));
vi.mock("@stripe/stripe-js/pure", () => ({ loadStripe: provider.load }));
vi.mock("@stripe/react-stripe-js", () => ({
  Elements: ({ options, children }: { options: object; children: ReactNode }) => {
    provider.options = options;
    return children;
  },
  PaymentElement: (props: Element) => {
    provider.element = props;
    return null;
  },
  useStripe: () => provider.stripe,
  useElements: () => "what was typed",
}));
let key = 0;
beforeEach(() => {
  key += 1;
  provider.stripe = {};
  provider.load.mockResolvedValue(provider.stripe);
});

const onSubmit = vi.fn();
const form = (busy = false) => (
  <StripeElements publishableKey={`pk_${key}`} options={{ clientSecret: "pi_1_secret_2" }}>
    <ElementForm busy={busy} onSubmit={onSubmit} onChange={vi.fn()}>
      <button type="submit">Pay</button>
    </ElementForm>
  </StripeElements>
);
const ready = () => act(async () => provider.element?.onReady());
const notLoaded = t("cardErrors.texts.connection");

it("gives the library and its fields to who submits, once they are there", async () => {
  const { user } = show(form());
  expect(noButton("Pay")).toBe(true);
  await ready();
  await user.click(button("Pay"));
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith(provider.stripe, "what was typed");
});

it("submits nothing while it is busy, nor without the library", async () => {
  const { user, change } = show(form(true));
  await ready();
  await user.click(button("Pay"));
  provider.stripe = null;
  change(form());
  await user.click(button("Pay"));
  expect(onSubmit).not.toHaveBeenCalled();
});

it("is in the person's language and theme", async () => {
  const { change } = show(form());
  await ready();
  const given = { clientSecret: "pi_1_secret_2", locale: "en" };
  expect(provider.options).toEqual({ ...given, appearance: { theme: "stripe" } });
  document.documentElement.classList.add("dark");
  onTestFinished(() => document.documentElement.classList.remove("dark"));
  change(form(true));
  expect(provider.options).toEqual({ ...given, appearance: { theme: "night" } });
});

it("says that its fields do not load", async () => {
  show(form());
  await act(async () => provider.element?.onLoadError());
  expect(screen.getByRole("alert").textContent).toBe(notLoaded);
  expect(noButton("Pay")).toBe(true);
});

it("says that the library does not load, and the next form asks for it again", async () => {
  provider.load.mockRejectedValueOnce(new Error("blocked"));
  const { change } = show(form());
  expect((await screen.findByRole("alert")).textContent).toBe(notLoaded);
  change(null);
  show(form());
  expect(provider.load).toHaveBeenCalledTimes(2);
});

it("fetches the library once", async () => {
  show(form());
  await ready();
  expect(await library(`pk_${key}`)).toBe(provider.stripe);
  expect(provider.load).toHaveBeenCalledOnce();
});
