import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { button, field, show, t } from "@/tests/support/screen";
import { SandboxForm } from "./sandbox-form";
import { confirmInSandbox, offeredInSandbox, type SandboxMethod } from "./sandbox-payment";

vi.mock("./sandbox-payment", async (original) => ({
  ...(await original<object>()),
  confirmInSandbox: vi.fn(),
  offeredInSandbox: vi.fn(),
}));

async function open(methods: SandboxMethod[] = ["card"], busy = false) {
  vi.mocked(offeredInSandbox).mockResolvedValue(methods);
  const onPay = vi.fn<(confirm: () => unknown, by: string) => void>();
  const onEdit = vi.fn();
  const form = (
    <SandboxForm
      setup={{ publishableKey: "pk", sandbox: true, currency: "eur" }}
      clientSecret="pi_1_secret_2"
      returnUrl="https://steuntje.example/payment-success"
      busy={busy}
      onPay={onPay}
      onEdit={onEdit}
    >
      <button type="submit">Pay</button>
    </SandboxForm>
  );
  const shown = show(form);
  await screen.findByRole("button", { name: "Pay" });
  return { ...shown, onPay, onEdit };
}
const number = () => field(t("donate.fields.number"));

it("every field that is missing is said, and the first gets the focus; a typed one is mended", async () => {
  const { user, onPay } = await open();
  await user.click(button("Pay"));
  for (const name of ["number", "expiry", "cvc"] as const)
    expect(screen.getByText(t(`donate.fields.problems.${name}`))).toBeDefined();
  expect(document.activeElement).toBe(number());
  await user.type(number(), "4");
  expect(screen.queryByText(t("donate.fields.problems.number"))).toBeNull();
  expect(onPay).not.toHaveBeenCalled();
});

it("a card is grouped while it is typed, and paid by card", async () => {
  const { user, onPay, onEdit } = await open();
  await user.type(number(), "4242424242424242");
  expect(number().value).toBe("4242 4242 4242 4242");
  await user.type(field(t("donate.fields.expiry")), "1234");
  await user.type(field(t("donate.fields.cvc")), "123{Enter}");
  expect(onEdit).toHaveBeenCalled();
  expect(onPay).toHaveBeenCalledExactlyOnceWith(expect.any(Function), "card");
  await onPay.mock.calls[0]?.[0]();
  const { paid } = vi.mocked(confirmInSandbox).mock.calls[0]?.[0] ?? {};
  expect(paid).toMatchObject({ method: "card", card: { number: "4242 4242 4242 4242", cvc: "123" } });
});

it("a test number fills the form", async () => {
  const { user } = await open();
  await user.click(button(t("donate.sandbox.numbers")));
  await user.click(button(/4000 0000 0000 0002/));
  expect(number().value).toBe("4000 0000 0000 0002");
});

it("what comes first is the provider's choice, and is chosen", async () => {
  await open(["ideal", "card"]);
  const [first] = screen.getAllByRole<HTMLInputElement>("radio");
  expect([first?.value, first?.checked]).toEqual(["ideal", true]);
  expect(offeredInSandbox).toHaveBeenCalledExactlyOnceWith("pk", "pi_1_secret_2", "en");
});

it("a bank is paid at the bank, one that needs a name with it", async () => {
  const { user, onPay } = await open(["card", "ideal", "bancontact"]);
  await user.click(await screen.findByRole("radio", { name: t("donate.sandbox.methods.bancontact") }));
  await user.type(field(t("donate.sandbox.name")), "Mina");
  await user.click(button("Pay"));
  expect(onPay).toHaveBeenCalledExactlyOnceWith(expect.any(Function), "bank");
  await onPay.mock.calls[0]?.[0]();
  const { paid } = vi.mocked(confirmInSandbox).mock.calls[0]?.[0] ?? {};
  expect(paid).toEqual({ method: "bancontact", name: "Mina" });
});

it("while a payment is under way nothing is paid again", async () => {
  const { user, onPay } = await open(["card"], true);
  await user.click(button("Pay"));
  expect(onPay).not.toHaveBeenCalled();
});
