import { act } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { startOnboardingAction } from "@/lib/actions/payouts";
import { accepted, button, field, isBusy, leave, ready, refusal, show, t } from "@/tests/support/screen";
import { LeaveForm } from "./leave-form";

vi.mock("@/lib/actions/payouts", () => ({ startOnboardingAction: vi.fn() }));
const action = vi.mocked(startOnboardingAction);

const COUNTRIES = [
  { code: "NL", name: "Netherlands" },
  { code: "DE", name: "Germany" },
] as const;

it("the country that was chosen is sent, and the provider's page is opened once", async () => {
  action.mockResolvedValue(accepted({ url: "https://bank.example/start" }));
  const { user } = show(<LeaveForm countries={COUNTRIES} chosen="NL" />);
  await user.selectOptions(field(t("gettingPaid.start.country")), "DE");
  await user.click(button(t("gettingPaid.start.action")));
  expect(action).toHaveBeenCalledExactlyOnceWith({ country: "DE" });
  expect(leave).toHaveBeenCalledExactlyOnceWith("https://bank.example/start");
  expect(isBusy(t("gettingPaid.start.leaving"))).toBe(true);
  await user.click(button(t("gettingPaid.start.leaving")));
  expect(action).toHaveBeenCalledOnce();
});

it("who goes back from the provider's page can go there again", async () => {
  action.mockResolvedValue(accepted({ url: "https://bank.example/start" }));
  const { user } = show(<LeaveForm countries={null} chosen="NL" />);
  await user.click(button(t("gettingPaid.start.action")));
  expect(isBusy(t("gettingPaid.start.leaving"))).toBe(true);
  act(() => void window.dispatchEvent(new Event("pageshow")));
  await user.click(button(t("gettingPaid.start.action")));
  expect(leave).toHaveBeenCalledTimes(2);
});

it("where money moved already the country stays, and is not asked", async () => {
  action.mockResolvedValue(accepted({ url: "https://bank.example/start" }));
  const { user } = show(<LeaveForm countries={null} chosen="NL" />);
  await user.click(button(t("gettingPaid.start.action")));
  expect(action).toHaveBeenCalledExactlyOnceWith({});
});

it("a refusal says why, leads nowhere and can be tried again", async () => {
  action.mockResolvedValue(refusal("STOPPED", "Payouts are stopped."));
  const { user, findByText } = show(<LeaveForm countries={COUNTRIES} chosen="NL" />);
  await user.click(button(t("gettingPaid.start.action")));
  expect(await findByText("Payouts are stopped.")).toBeDefined();
  expect(leave).not.toHaveBeenCalled();
  await ready(() => button(t("gettingPaid.start.action")));
});
