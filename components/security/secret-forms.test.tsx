import { waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { changeEmailAction, changePasswordAction } from "@/lib/actions/access";
import { accepted, answersLater, button, field, ready, refusal, show, t } from "@/tests/support/screen";
import { EmailForm, PasswordForm } from "./secret-forms";

vi.mock("@/lib/actions/access", () => ({ changeEmailAction: vi.fn(), changePasswordAction: vi.fn() }));
const current = () => field(t("security.password.current"));
const next = () => field(t("security.password.new"));

it("a wrong present password is said at its field, and what was typed stays", async () => {
  const fields = { currentPassword: "That is not your password" };
  vi.mocked(changePasswordAction).mockResolvedValue(refusal("VALIDATION_ERROR", "Check", { fields }));
  const { user, findByText } = show(<PasswordForm />);
  await user.type(current(), "wrong");
  await user.type(next(), "a new secret{Enter}");
  expect(await findByText("That is not your password")).toBeDefined();
  expect(current().getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(current());
  expect(next().value).toBe("a new secret");
});

it("a changed password is said, and nothing of it stays on the screen", async () => {
  vi.mocked(changePasswordAction).mockResolvedValue(accepted());
  const { user, findByText } = show(<PasswordForm />);
  await user.type(current(), "old secret");
  await user.type(next(), "a new secret{Enter}");
  expect(await findByText(t("security.password.changed"))).toBeDefined();
  const passwords = { currentPassword: "old secret", password: "a new secret" };
  expect(changePasswordAction).toHaveBeenCalledExactlyOnceWith(passwords);
  await waitFor(() => expect([current().value, next().value]).toEqual(["", ""]));
});

it("a refused address stays typed and can be sent again", async () => {
  vi.mocked(changeEmailAction).mockResolvedValueOnce(
    refusal("EMAIL_EXISTS", "Taken", { fields: { email: "Another account has it" } }),
  );
  vi.mocked(changeEmailAction).mockResolvedValueOnce(accepted());
  const { user, findByText } = show(<EmailForm />);
  const email = field(t("security.email.new"));
  await user.type(email, "emma@example.org{Enter}");
  expect(await findByText("Another account has it")).toBeDefined();
  expect(email.value).toBe("emma@example.org");
  await user.click(await ready(() => button(t("security.email.submit"))));
  expect(await findByText(t("security.email.sent"))).toBeDefined();
  expect(changeEmailAction).toHaveBeenLastCalledWith({ email: "emma@example.org" });
});

it("what is typed while a password is being changed stays, and changes it no second time", async () => {
  vi.mocked(changePasswordAction).mockReset();
  const answer = answersLater(vi.mocked(changePasswordAction));
  const { user } = show(<PasswordForm />);
  await user.type(current(), "old secret");
  await user.type(next(), "a new secret{Enter}");
  await user.type(next(), "!{Enter}");
  answer.resolve(accepted());
  await ready(() => button(t("security.password.submit")));
  expect(changePasswordAction).toHaveBeenCalledOnce();
  expect(next().value).toBe("a new secret!");
});

it("another address that is sent while the first is on its way follows it", async () => {
  vi.mocked(changeEmailAction).mockReset();
  const answer = answersLater(vi.mocked(changeEmailAction));
  vi.mocked(changeEmailAction).mockResolvedValueOnce(accepted());
  const { user } = show(<EmailForm />);
  const email = field(t("security.email.new"));
  await user.type(email, "emma@example.or{Enter}");
  await user.type(email, "g{Enter}");
  answer.resolve(accepted());
  await ready(() => button(t("security.email.submit")));
  expect(vi.mocked(changeEmailAction).mock.calls.map(([{ email }]) => email)).toEqual([
    "emma@example.or",
    "emma@example.org",
  ]);
  expect(email.value).toBe("");
});
