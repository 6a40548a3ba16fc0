import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { updateSettingsAction } from "@/lib/actions/settings";
import { accepted, answersLater, button, field, openDialog, refusal, show, t } from "@/tests/support/screen";
import { CardDialog } from "./card-dialog";
import type { CardToken } from "./payout-card-form";

vi.mock("@/lib/actions/settings", () => ({ updateSettingsAction: vi.fn() }));
const action = vi.mocked(updateSettingsAction);
const tokenize = vi.hoisted(() => vi.fn<() => Promise<CardToken>>());

type FormProps = {
  busy: boolean;
  onCard: (get: typeof tokenize) => void;
  onEdit: () => void;
  children: ReactNode;
};
const Form = vi.hoisted(() => ({ onCard, onEdit, children }: FormProps) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      onCard(tokenize);
    }}
  >
    <input aria-label="Number" onChange={onEdit} />
    {children}
  </form>
));
vi.mock("./sandbox-card-form", () => ({ SandboxCardForm: Form }));
vi.mock("./stripe-card-form", () => ({ StripeCardForm: Form }));

const onClose = vi.fn();
async function open(method: "visa" | "applepay" = "visa", sandbox = true) {
  const setup = { publishableKey: "pk", sandbox, currency: "eur" };
  const shown = show(<CardDialog setup={setup} method={method} onClose={onClose} onClosed={vi.fn()} />);
  await waitFor(save);
  return shown;
}
const save = () => button(t("profile.payment.card.save"));
const dialogText = () => openDialog()?.textContent;

it("says whose card it asks for, and stores it as that way to be paid", async () => {
  tokenize.mockResolvedValue({ token: "pm_1" });
  action.mockResolvedValue(accepted());
  const { user } = await open("applepay");
  expect(dialogText()).toContain(t("profile.payment.card.about.applepay"));
  await user.click(save());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(action).toHaveBeenCalledExactlyOnceWith({ visaCardToken: "pm_1", paymentMethod: "applepay" });
});

it("says that the provider alone sees the card, unless it is the sandbox", async () => {
  const { change } = await open("visa", false);
  expect(dialogText()).toContain(t("profile.payment.card.secure"));
  change(null);
  await open();
  expect(dialogText()).not.toContain(t("profile.payment.card.secure"));
});

it("is busy until the card is stored, and does not close", async () => {
  tokenize.mockResolvedValue({ token: "pm_1" });
  const answer = answersLater(action);
  const { user } = await open();
  await user.click(save());
  await waitFor(() => expect(action).toHaveBeenCalledOnce());
  expect(openDialog()?.getAttribute("aria-busy")).toBe("true");
  expect(dialogText()).toContain(t("profile.payment.card.saving"));
  // A disabled one would lose the focus.
  expect([save().disabled, document.activeElement]).toEqual([false, save()]);
  await user.click(save());
  await user.keyboard("{Escape}");
  expect(tokenize).toHaveBeenCalledOnce();
  expect(onClose).not.toHaveBeenCalled();
  answer.resolve(refusal("INTERNAL", "Try again."));
  await waitFor(() => expect(openDialog()?.getAttribute("aria-busy")).toBe("false"));
  expect(onClose).not.toHaveBeenCalled();
});

it("what was said about a card goes when another is typed", async () => {
  tokenize.mockResolvedValue({ failure: { code: "expired_card" } });
  const { user } = await open();
  await user.click(save());
  const said = await waitFor(() => {
    const found = openDialog()?.querySelector("[aria-live]");
    expect(found?.textContent).toBe(t("cardErrors.texts.expired"));
    return found;
  });
  fireEvent.change(field("Number"), { target: { value: "4242" } });
  expect(said?.textContent).toBe("");
  expect(screen.queryByText(t("profile.payment.card.saving"))).toBeNull();
});
