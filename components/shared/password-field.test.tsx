import { expect, it, vi } from "vitest";
import { button, field, show, t } from "@/tests/support/screen";
import { PasswordField } from "./password-field";

const reveal = () => button(t("auth.showPassword"));
const password = () => field("Password");

it("is hidden until it is shown, and hidden again; what was typed stays", async () => {
  const { user } = show(<PasswordField label="Password" autoComplete="current-password" />);
  await user.type(password(), "secret");
  const state = () => [password().type, reveal().getAttribute("aria-pressed"), password().value];
  expect(state()).toEqual(["password", "false", "secret"]);
  await user.click(reveal());
  expect(state()).toEqual(["text", "true", "secret"]);
  await user.click(reveal());
  expect(state()).toEqual(["password", "false", "secret"]);
});

it("showing it sends nothing; the form sends it under its name", async () => {
  const send = vi.fn((form: FormData) => form.get("currentPassword"));
  const { user } = show(
    <form action={(form) => void send(form)}>
      <PasswordField label="Password" name="currentPassword" autoComplete="current-password" />
    </form>,
  );
  await user.type(password(), "secret");
  await user.click(reveal());
  expect(send).not.toHaveBeenCalled();
  await user.type(password(), "{Enter}");
  expect(send).toHaveReturnedWith("secret");
});

it("its hint and its error are read with it, and a password manager knows what it is for", () => {
  show(<PasswordField label="Password" hint="12 signs" error="Too short" autoComplete="new-password" />);
  const described = password().getAttribute("aria-describedby")?.split(" ") ?? [];
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual(["12 signs", "Too short"]);
  expect(password().getAttribute("aria-invalid")).toBe("true");
  expect([password().autocomplete, password().name]).toEqual(["new-password", "password"]);
});
