import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answerStepUps } from "@/components/shared/step-up";
import { updateSettingsAction } from "@/lib/actions/settings";
import { answersLater, refusal, show, t } from "@/tests/support/screen";
import { PrivacySwitch } from "./privacy-switch";

vi.mock("@/lib/actions/settings", () => ({ updateSettingsAction: vi.fn() }));
const action = vi.mocked(updateSettingsAction);
type Answer = Awaited<ReturnType<typeof updateSettingsAction>>;
const SAVED = { ok: true, data: null } as unknown as Answer;

const theSwitch = () => screen.getByRole("switch");
const isOn = () => theSwitch().getAttribute("aria-checked") === "true";

it("something is shown as hidden only once the server has stored it", async () => {
  const answer = answersLater(action);
  const { user, change } = show(<PrivacySwitch setting="hideGivenAmount" on={false} />);
  await user.click(theSwitch());
  expect(action).toHaveBeenCalledExactlyOnceWith({ hideGivenAmount: true });
  expect(isOn()).toBe(false);
  expect(theSwitch().getAttribute("aria-busy")).toBe("true");
  await user.click(theSwitch());
  expect(action).toHaveBeenCalledOnce();
  answer.resolve(SAVED);
  expect(await screen.findByText(t("toasts.profileUpdated.title"))).toBeDefined();
  change(<PrivacySwitch setting="hideGivenAmount" on />);
  await waitFor(() => expect(isOn()).toBe(true));
  expect(theSwitch().getAttribute("aria-busy")).toBe("false");
});

it("a refusal leaves it and says why", async () => {
  action.mockResolvedValue(refusal("SUSPENDED", "Your account is suspended."));
  const { user } = show(<PrivacySwitch setting="anonymousProfile" on={false} />);
  await user.click(theSwitch());
  expect(await screen.findByText("Your account is suspended.")).toBeDefined();
  expect(isOn()).toBe(false);
});

it("a save that does not arrive leaves it and is told", async () => {
  action.mockRejectedValue(new TypeError("Failed to fetch"));
  const { user } = show(<PrivacySwitch setting="hideGivenAmount" on={false} />);
  await user.click(theSwitch());
  expect(await screen.findByText(t("toasts.updateFailed.text"))).toBeDefined();
  expect(isOn()).toBe(false);
});

it.each([true, false])(
  "after a fresh proof (%s) it saves again, without one it does not",
  async (isProven) => {
    action.mockResolvedValueOnce(refusal("STEP_UP_REQUIRED", "Prove who you are."));
    action.mockResolvedValueOnce(SAVED);
    const stop = answerStepUps(async () => isProven);
    const { user } = show(<PrivacySwitch setting="anonymousProfile" on={false} />);
    await user.click(theSwitch());
    const told = isProven ? t("toasts.profileUpdated.title") : "Prove who you are.";
    expect(await screen.findByText(told)).toBeDefined();
    expect(action).toHaveBeenCalledTimes(isProven ? 2 : 1);
    stop();
  },
);
