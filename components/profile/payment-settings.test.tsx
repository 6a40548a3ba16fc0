import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { updateSettingsAction } from "@/lib/actions/settings";
import type { Payee } from "@/lib/domain/payouts/schema";
import { accepted, button, noButton, refusal, router, show, t } from "@/tests/support/screen";
import { PaymentSettings } from "./payment-settings";

vi.mock("@/lib/actions/settings", () => ({ updateSettingsAction: vi.fn() }));
const action = vi.mocked(updateSettingsAction);

type Props = Parameters<typeof PaymentSettings>[0];
const PAYEE = { standing: "start", by: null } as Payee;
const NOTHING = { paymentMethod: null, paypalEmail: null, hasCard: false };
const settings = (
  payout: Partial<Props["payout"]> = {},
  payee: Partial<Payee> = {},
  walletPayouts = true,
) => (
  <PaymentSettings
    payout={{ ...NOTHING, ...payout }}
    payee={{ ...PAYEE, ...payee }}
    setup={{ publishableKey: "pk", sandbox: true, currency: "eur" }}
    walletPayouts={walletPayouts}
  />
);
const method = (name: "bank" | "paypal" | "visa" | "applepay") =>
  screen.getByRole("radio", { name: t(`profile.payment.methods.${name}`) }) as HTMLInputElement;
const standing = () => document.querySelector("[role=status]")?.textContent;

it("choosing the bank saves it, and leads to the provider where nothing is known yet", async () => {
  action.mockResolvedValue(accepted());
  const { user } = show(settings());
  expect(standing()).toBe(t("profile.payment.missing"));
  await user.click(method("bank"));
  expect(action).not.toHaveBeenCalled();
  await user.click(button(t("gettingPaid.bank.action")));
  expect(action).toHaveBeenCalledExactlyOnceWith({ paymentMethod: "bank" });
  await waitFor(() => expect(router.push).toHaveBeenCalledExactlyOnceWith("/payouts/start"));
});

it("a bank that is known already is only selected", async () => {
  action.mockResolvedValue(accepted());
  const { user, findByText } = show(settings({}, { standing: "ready", by: "bank" }));
  await user.click(method("bank"));
  await user.click(button(t("gettingPaid.bank.use")));
  expect(await findByText(t("toasts.profileUpdated.title"))).toBeDefined();
  expect(router.push).not.toHaveBeenCalled();
});

it("a refusal leads nowhere and says why", async () => {
  action.mockResolvedValue(refusal("SUSPENDED", "Your account is suspended."));
  const { user, findByText } = show(settings());
  await user.click(method("bank"));
  await user.click(button(t("gettingPaid.bank.action")));
  expect(await findByText("Your account is suspended.")).toBeDefined();
  expect(router.push).not.toHaveBeenCalled();
});

it("what cannot be paid out says so, and leads to the bank", async () => {
  const { user } = show(settings({}, {}, false));
  await user.click(method("visa"));
  expect(screen.getByText(t("gettingPaid.unpayable.card"))).toBeDefined();
  await user.click(method("paypal"));
  expect(screen.getByText(t("gettingPaid.unpayable.paypal"))).toBeDefined();
  await user.click(button(t("gettingPaid.unpayable.action")));
  expect(method("bank").checked).toBe(true);
});

it("a link leads back to the request once the person can be paid", async () => {
  const back = t("profile.payment.toRequest");
  const { change } = show(settings());
  expect(screen.queryByRole("link", { name: back })).toBeNull();
  change(settings({ paymentMethod: "bank" }));
  expect(screen.getByRole("link", { name: back }).getAttribute("href")).toBe("/request");
  expect(standing()).toBe(t("profile.payment.pendingBank"));
  expect(noButton(t("gettingPaid.bank.use"))).toBe(true);
});
