import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { appealAction } from "@/lib/actions/safety";
import { refusal, show, t } from "@/tests/support/screen";
import { AppealForm } from "./appeal-form";

vi.mock("@/lib/actions/safety", () => ({ appealAction: vi.fn() }));
const action = vi.mocked(appealAction);

it("an appeal is folded, sends its text, and shows what is wrong with it at its field", async () => {
  action.mockResolvedValueOnce(
    refusal("VALIDATION_ERROR", "Check the form", { fields: { text: "Too short" } }),
  );
  action.mockResolvedValueOnce({ ok: true, data: null } as never);
  const { user } = show(<AppealForm id="d1" />);
  await user.click(screen.getByRole("button", { name: t("safety.decisions.appeal") }));
  const text = screen.getByLabelText(t("safety.decisions.appealText"));
  expect(document.activeElement).toBe(text);
  await user.type(text, "No");
  const send = screen.getByRole("button", { name: t("safety.decisions.send") });
  await user.click(send);
  expect(await screen.findByText("Too short")).toBeDefined();
  expect(document.activeElement).toBe(text);
  await user.type(text, ", it was a gift");
  await user.click(send);
  expect(action).toHaveBeenLastCalledWith({ id: "d1", text: "No, it was a gift" });
  expect(await screen.findByText(t("safety.decisions.sent"))).toBeDefined();
  expect(screen.queryByText("Too short")).toBeNull();
});
