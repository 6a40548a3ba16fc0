import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, GREETINGS, problem, router, show, t } from "@/tests/support/screen";
import { LoginForm } from "./login-form";

vi.mock("./passkey-button", () => ({ PasskeyButton: () => null }));

const username = () => screen.getByLabelText(t("auth.login.username"));
const password = () => screen.getByLabelText(t("auth.login.password"), { selector: "input" });
const submit = () => screen.getByRole("button", { name: t("auth.login.submit") });

it("what is missing is said before anything is sent, and the first gets the focus", async () => {
  const fetch = answers({ body: {} });
  const { user } = show(<LoginForm next="/profile" greetings={GREETINGS} />);
  await user.click(submit());
  expect(fetch).not.toHaveBeenCalled();
  expect(screen.getByText(t("errors.fields.usernameRequired"))).toBeDefined();
  expect(screen.getByText(t("errors.fields.passwordRequired"))).toBeDefined();
  expect(document.activeElement).toBe(username());
});

it("a wrong password keeps what was typed and says no more than that", async () => {
  answers({ status: 401, body: problem("INVALID_CREDENTIALS", "Wrong") });
  const { user } = show(<LoginForm next="/profile" greetings={GREETINGS} />);
  await user.type(username(), "emma");
  await user.type(password(), "secret1{Enter}");
  expect(await screen.findByText(t("auth.login.failure.credentials"))).toBeDefined();
  expect((password() as HTMLInputElement).value).toBe("secret1");
  expect(router.replace).not.toHaveBeenCalled();
});

it("a second factor is asked for when the server wants one, and leads on, with a greeting in the language of the account", async () => {
  const fetch = answers(
    { status: 401, body: problem("SECOND_FACTOR_REQUIRED", "Code") },
    { body: { user: { preferredLanguage: "fr" } } },
  );
  const { user, findByText } = show(<LoginForm next="/profile" greetings={GREETINGS} />);
  await user.type(username(), "emma");
  await user.type(password(), "secret1{Enter}");
  const code = await screen.findByLabelText(t("auth.login.code"));
  expect(document.activeElement).toBe(code);
  await user.type(code, "123456{Enter}");
  await waitFor(() => expect(router.replace).toHaveBeenCalledExactlyOnceWith("/profile"));
  expect(await findByText("Logged in (fr)")).toBeDefined();
  const [, { body }] = fetch.mock.calls[1] ?? ["", { body: "" }];
  expect(JSON.parse(String(body))).toEqual({ username: "emma", password: "secret1", code: "123456" });
});

it.each([
  ["network", null],
  ["tooMany", { status: 429, body: problem("RATE_LIMITED", "No") }],
  ["server", { status: 500, body: problem("INTERNAL", "No") }],
  ["server", { status: 503, body: "a gateway's page" }],
] as const)("a login that fails is said as “%s”, and nothing typed is lost", async (failure, answer) => {
  answers(answer);
  const { user, findByText } = show(<LoginForm next="/profile" greetings={GREETINGS} />);
  await user.type(username(), "emma");
  await user.type(password(), "secret1{Enter}");
  expect(await findByText(t("auth.login.failed"))).toBeDefined();
  expect(await findByText(t(`auth.login.failure.${failure}`))).toBeDefined();
  expect((username() as HTMLInputElement).value).toBe("emma");
});

it("a wrong code is said, and another can be typed", async () => {
  answers(
    { status: 401, body: problem("SECOND_FACTOR_REQUIRED", "Code") },
    { status: 401, body: problem("INVALID_CODE", "No") },
    { body: { user: { preferredLanguage: "fr" } } },
  );
  const { user, findByText } = show(<LoginForm next="/profile" greetings={GREETINGS} />);
  await user.type(username(), "emma");
  await user.type(password(), "secret1{Enter}");
  const code = await screen.findByLabelText(t("auth.login.code"));
  await user.type(code, "111111{Enter}");
  expect(await findByText(t("auth.login.failure.code"))).toBeDefined();
  await user.clear(code);
  await user.type(code, "222222{Enter}");
  await waitFor(() => expect(router.replace).toHaveBeenCalledExactlyOnceWith("/profile"));
});
