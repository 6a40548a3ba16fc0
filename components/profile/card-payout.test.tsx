import { waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { updateSettingsAction } from "@/lib/actions/settings";
import {
  accepted,
  answersLater,
  button,
  dialogCloses,
  noButton,
  openDialog,
  refusal,
  show,
  t,
} from "@/tests/support/screen";
import { CardPayout } from "./card-payout";
import type { CardToken } from "./payout-card-form";

vi.mock("@/lib/actions/settings", () => ({ updateSettingsAction: vi.fn() }));
const action = vi.mocked(updateSettingsAction);
const tokenize = vi.hoisted(() => vi.fn<() => Promise<CardToken>>());
vi.mock("./sandbox-card-form", () => ({
  SandboxCardForm: ({
    onCard,
    children,
  }: {
    onCard: (get: typeof tokenize) => void;
    children: ReactNode;
  }) => (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onCard(tokenize);
      }}
    >
      {children}
    </form>
  ),
}));

const SETUP = { publishableKey: "pk", sandbox: true, currency: "eur" };
const card = (hasCard: boolean, setup: typeof SETUP | null = SETUP) => (
  <CardPayout
    payout={{ paymentMethod: hasCard ? "visa" : null, paypalEmail: null, hasCard }}
    method="visa"
    setup={setup}
  />
);

async function adding() {
  const shown = show(card(false));
  await shown.openBy(t("profile.payment.card.add"));
  await waitFor(() => button(t("profile.payment.card.save")));
  return shown;
}
const save = () => button(t("profile.payment.card.save"));

it("stores the provider's token alone, as the way to be paid, and gives the focus back", async () => {
  tokenize.mockResolvedValue({ token: "pm_1" });
  action.mockResolvedValue(accepted());
  const { user } = await adding();
  await user.click(save());
  await dialogCloses();
  expect(action).toHaveBeenCalledExactlyOnceWith({ visaCardToken: "pm_1", paymentMethod: "visa" });
  await waitFor(() => expect(document.activeElement).toBe(button(t("profile.payment.card.add"))));
});

it("stays open while the provider is asked, and says why it took no card", async () => {
  const answer = answersLater(tokenize);
  const { user, findByText } = await adding();
  await user.click(save());
  await user.keyboard("{Escape}");
  expect(openDialog()).not.toBeNull();
  answer.resolve({ failure: { code: "expired_card" } });
  await waitFor(() => expect(save().disabled).toBe(false));
  expect(openDialog()?.textContent).toContain(t("cardErrors.texts.expired"));
  expect(action).not.toHaveBeenCalled();
  expect(await findByText(t("cardErrors.titles.card"))).toBeDefined();
});

it("a card that the server refuses is said in the dialog", async () => {
  tokenize.mockResolvedValue({ token: "pm_1" });
  const fields = { visaCardToken: "This card cannot receive money" };
  action.mockResolvedValue(refusal("VALIDATION_ERROR", "Check", { fields }));
  const { user } = await adding();
  await user.click(save());
  await waitFor(() => expect(openDialog()?.textContent).toContain("This card cannot receive money"));
});

it("a stored card can be replaced or removed, and the removal leaves no way to be paid", async () => {
  action.mockResolvedValue(accepted());
  const { user } = show(card(true));
  expect(button(t("profile.payment.card.replace"))).toBeDefined();
  await user.click(button(t("profile.payment.card.remove")));
  expect(action).toHaveBeenCalledExactlyOnceWith({ visaCardToken: null, paymentMethod: null });
});

it("without a provider of cards none can be added", async () => {
  const { findByText } = show(card(false, null));
  expect(await findByText(t("profile.payment.card.unavailable"))).toBeDefined();
  expect(noButton(t("profile.payment.card.add"))).toBe(true);
});
