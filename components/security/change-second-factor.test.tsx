import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import {
  confirmSecondFactorAction,
  offerSecondFactorAction,
  removeSecondFactorAction,
  renewRecoveryCodesAction,
} from "@/lib/actions/security";
import {
  accepted,
  button,
  dialogCloses,
  field,
  openDialog,
  ready,
  refusal,
  show,
  t,
} from "@/tests/support/screen";
import { ChangeSecondFactor } from "./change-second-factor";

vi.mock("@/lib/actions/security", () => ({
  confirmSecondFactorAction: vi.fn(),
  offerSecondFactorAction: vi.fn(),
  removeSecondFactorAction: vi.fn(),
  renewRecoveryCodesAction: vi.fn(),
}));
const CODES = ["AAAA-1111", "BBBB-2222"];

it("it is on after the first code, and its recovery codes stay until they are kept", async () => {
  vi.mocked(offerSecondFactorAction).mockResolvedValue(
    accepted({ key: "ABCDEFGH", address: "otpauth://totp/x" }),
  );
  vi.mocked(confirmSecondFactorAction).mockResolvedValueOnce(
    refusal("VALIDATION_ERROR", "Wrong", { fields: { code: "That code is not right" } }),
  );
  vi.mocked(confirmSecondFactorAction).mockResolvedValueOnce(accepted(CODES));
  const { user, change, findByText } = show(<ChangeSecondFactor isOn={false} />);
  await user.click(button(t("security.secondFactor.setUp")));
  expect(await findByText("ABCD EFGH")).toBeDefined();
  const code = field(t("security.secondFactor.code"));
  await user.type(code, "111111{Enter}");
  expect(await findByText("That code is not right")).toBeDefined();
  expect(document.activeElement).toBe(code);
  await user.clear(code);
  await user.type(code, "222222{Enter}");
  expect(await findByText("AAAA-1111")).toBeDefined();
  expect(confirmSecondFactorAction).toHaveBeenLastCalledWith({ code: "222222" });
  change(<ChangeSecondFactor isOn />);
  expect(screen.getByText("BBBB-2222")).toBeDefined();
  await user.click(await ready(() => button(t("security.secondFactor.copy"))));
  expect(await navigator.clipboard.readText()).toBe("AAAA-1111\nBBBB-2222");
  await user.click(await ready(() => button(t("security.secondFactor.kept"))));
  await dialogCloses();
  await waitFor(() => expect(document.activeElement).toBe(button(t("security.secondFactor.newCodes"))));
});

it("new codes are made only when the server accepts it", async () => {
  vi.mocked(renewRecoveryCodesAction).mockResolvedValueOnce(refusal("RATE_LIMITED", "Too many tries."));
  vi.mocked(renewRecoveryCodesAction).mockResolvedValueOnce(accepted(CODES));
  const { user, findByText } = show(<ChangeSecondFactor isOn />);
  await user.click(button(t("security.secondFactor.newCodes")));
  expect(await findByText("Too many tries.")).toBeDefined();
  expect(openDialog()).toBeNull();
  await user.click(await ready(() => button(t("security.secondFactor.newCodes"))));
  expect(await findByText("AAAA-1111")).toBeDefined();
});

it("it is switched off after a question only", async () => {
  vi.mocked(removeSecondFactorAction).mockResolvedValue(accepted());
  const { user, openBy, findByText } = show(<ChangeSecondFactor isOn />);
  await openBy(t("security.secondFactor.switchOff"));
  await user.click(await ready(() => button(t("common.cancel"))));
  await dialogCloses();
  expect(removeSecondFactorAction).not.toHaveBeenCalled();
  await openBy(t("security.secondFactor.switchOff"));
  await user.click(await ready(() => button(t("security.secondFactor.switchOff"))));
  expect(await findByText(t("security.secondFactor.switchedOff"))).toBeDefined();
  expect(removeSecondFactorAction).toHaveBeenCalledOnce();
});

it("codes that could not be copied are said to be so, and stay", async () => {
  vi.mocked(renewRecoveryCodesAction).mockResolvedValueOnce(accepted(CODES));
  const { user, findByText } = show(<ChangeSecondFactor isOn />);
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValueOnce(new DOMException("no", "NotAllowedError"));
  await user.click(button(t("security.secondFactor.newCodes")));
  await user.click(await screen.findByRole("button", { name: t("security.secondFactor.copy") }));
  expect(await findByText(t("share.failedTitle"))).toBeDefined();
  expect(screen.getByText("AAAA-1111")).toBeDefined();
});
