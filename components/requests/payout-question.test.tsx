import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { updateSettingsAction } from "@/lib/actions/settings";
import { accepted, answersLater, refusal, show, t } from "@/tests/support/screen";
import { PayoutQuestion } from "./payout-question";

vi.mock("@/lib/actions/settings", () => ({ updateSettingsAction: vi.fn() }));
const action = vi.mocked(updateSettingsAction);

const question = (isOpen = true, isMissing = false) => (
  <PayoutQuestion isOpen={isOpen} isMissing={isMissing} />
);
const bank = () => screen.getByRole<HTMLInputElement>("radio", { name: /^To my bank account/ });
const settings = () => screen.queryByRole("link", { name: t("request.create.toSettings") });
const MISSING = t("request.create.payoutQuestion.missing", {
  bank: t("request.create.payoutQuestion.bank"),
});

it("nobody who has answered before is asked", () => {
  show(question(false));
  expect(screen.queryByRole("radio")).toBeNull();
});

it("the bank is saved at once, once, and no other way is offered any more", async () => {
  const answer = answersLater(action);
  const { user } = show(question());
  expect(settings()?.getAttribute("href")).toBe("/profile#payment");
  await user.click(bank());
  // A disabled one would lose the focus.
  expect(bank().matches(":disabled, :disabled *")).toBe(false);
  expect(bank().closest("fieldset")?.getAttribute("aria-busy")).toBe("true");
  await user.click(bank());
  expect(action).toHaveBeenCalledExactlyOnceWith({ paymentMethod: "bank" });
  expect(bank().checked).toBe(true);
  expect(settings()).toBeNull();
  answer.resolve(accepted());
  await waitFor(() => expect(bank().closest("[aria-busy=true]")).toBeNull());
  expect(bank().checked).toBe(true);
});

it("stays to show the answer when the page knows it", async () => {
  action.mockResolvedValue(accepted());
  const { user, change } = show(question());
  await user.click(bank());
  change(question(false));
  expect(bank().checked).toBe(true);
});

it("an answer that was not saved is said, taken back, and can be given again", async () => {
  action.mockResolvedValueOnce(refusal("INTERNAL", "Try again."));
  action.mockResolvedValueOnce(accepted());
  const { user, findByText } = show(question());
  await user.click(bank());
  expect(await findByText(t("request.create.payoutQuestion.failed"))).toBeDefined();
  await waitFor(() => expect(bank().checked).toBe(false));
  expect(settings()).not.toBeNull();
  await user.click(bank());
  expect(action).toHaveBeenCalledTimes(2);
  expect(bank().checked).toBe(true);
});

it("a missing answer gets the focus and is said with the choice, until it is given", async () => {
  action.mockResolvedValue(accepted());
  const { user, change } = show(question());
  change(question(true, true));
  expect(document.activeElement).toBe(bank());
  const note = document.getElementById(bank().getAttribute("aria-describedby") ?? "");
  expect(note?.textContent).toBe(MISSING);
  await user.click(bank());
  expect(note?.textContent).toBe("");
});
