import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { updateSettingsAction } from "@/lib/actions/settings";
import { refusal, show, t } from "@/tests/support/screen";
import { UsernameEditor } from "./username-editor";

vi.mock("@/lib/actions/settings", () => ({ updateSettingsAction: vi.fn() }));
const action = vi.mocked(updateSettingsAction);

const edit = () => screen.getByRole("button", { name: t("profile.username.edit") });
const field = () => screen.getByLabelText(t("profile.username.label")) as HTMLInputElement;

async function editing() {
  const { user } = show(<UsernameEditor username="emma" fixedUntil={null} />);
  await user.click(edit());
  await waitFor(() => expect(document.activeElement).toBe(field()));
  return user;
}

it("within a week of the last change it says until when, and offers no change", () => {
  show(<UsernameEditor username="emma" fixedUntil="2026-12-01T10:00:00Z" />);
  expect(screen.queryByRole("button", { name: t("profile.username.edit") })).toBeNull();
  expect(screen.getByText(/You can change your username again from/)).toBeDefined();
});

it("Escape, and saving what it was, change nothing and give the focus back", async () => {
  const user = await editing();
  await user.keyboard("{Escape}");
  expect(document.activeElement).toBe(edit());
  await user.click(edit());
  await waitFor(() => expect(document.activeElement).toBe(field()));
  await user.keyboard("{Enter}");
  expect(action).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(edit());
});

it("a taken name says so, and a free one in its place is one tap away", async () => {
  const options = { fields: { username: "Taken" }, suggestions: ["emma1", "emma_"] };
  action.mockResolvedValueOnce(refusal("USERNAME_TAKEN", "Taken", options));
  action.mockResolvedValueOnce({ ok: true, data: null } as never);
  const user = await editing();
  await user.clear(field());
  await user.keyboard("daan{Enter}");
  expect(await screen.findByRole("button", { name: "emma_" })).toBeDefined();
  expect(field().getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(field());
  await user.click(screen.getByRole("button", { name: "emma_" }));
  expect(field().value).toBe("emma_");
  expect(field().getAttribute("aria-invalid")).toBeNull();
  await user.keyboard("{Enter}");
  expect(action).toHaveBeenLastCalledWith({ username: "emma_" });
  expect(await screen.findByRole("button", { name: t("profile.username.edit") })).toBeDefined();
});
