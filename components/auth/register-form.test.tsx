import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import {
  answers,
  button,
  field,
  noButton,
  problem,
  ready,
  router,
  sent,
  show,
  t,
} from "@/tests/support/screen";
import { RegisterForm } from "./register-form";

const LABELS = ["name", "username", "email", "password"] as const;
const input = (name: (typeof LABELS)[number]) => field(t(`auth.register.${name}`));
const GOOD = { name: "Emma", username: "emma", email: "emma@example.org", password: "a secret" };

function open() {
  const shown = show(<RegisterForm next="/welcome" />);
  const fill = async (typed: Partial<typeof GOOD> = {}) => {
    for (const name of LABELS) {
      await shown.user.clear(input(name));
      await shown.user.type(input(name), { ...GOOD, ...typed }[name]);
    }
    await shown.user.keyboard("{Enter}");
  };
  return { ...shown, fill };
}

it("everything that is missing is said at once, and the first gets the focus", async () => {
  const fetch = answers({ body: {} });
  const { user } = open();
  await user.click(button(t("auth.register.submit")));
  for (const name of LABELS) expect(input(name).getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(input("name"));
  expect(fetch).not.toHaveBeenCalled();
});

it.each([
  ["username", "em", t("errors.fields.usernameTooShort")],
  ["username", "emma!", t("errors.fields.usernameCharacters")],
  ["email", "emma@", t("errors.fields.email")],
  ["password", "short", t("auth.register.passwordShort")],
] as const)("a %s “%s” is refused in words before it is sent", async (name, typed, sentence) => {
  const fetch = answers({ body: {} });
  const { fill } = open();
  await fill({ [name]: typed });
  expect(screen.getByText(sentence)).toBeDefined();
  expect(document.activeElement).toBe(input(name));
  expect(fetch).not.toHaveBeenCalled();
});

it("a taken name offers free ones, and a tap puts one into the field", async () => {
  const taken = { fields: { username: "Somebody has it" }, suggestions: ["emma1", "emma_"] };
  const fetch = answers(
    { status: 409, body: problem("USERNAME_TAKEN", "Taken", taken) },
    { body: { id: "u1" } },
  );
  const { user, fill, findByText } = open();
  await fill();
  expect(await findByText(t("auth.register.failure.taken"))).toBeDefined();
  await user.click(await ready(() => button("emma_")));
  expect(document.activeElement).toBe(input("username"));
  expect(noButton("emma_")).toBe(true);
  expect(input("username").getAttribute("aria-invalid")).toBeNull();
  await user.click(button(t("auth.register.submit")));
  await waitFor(() => expect(router.replace).toHaveBeenCalledExactlyOnceWith("/welcome"));
  expect(sent(fetch)[1]).toEqual({ ...GOOD, username: "emma_" });
});

it.each([
  ["exists", { status: 409, body: problem("EMAIL_EXISTS", "No") }],
  ["weak", { status: 400, body: problem("WEAK_PASSWORD", "No") }],
  ["email", { status: 400, body: problem("VALIDATION_ERROR", "No", { fields: { email: "No" } }) }],
  ["other", { status: 400, body: problem("VALIDATION_ERROR", "No") }],
  ["tooMany", { status: 429, body: problem("RATE_LIMITED", "No") }],
  ["server", { status: 503, body: problem("UNAVAILABLE", "No") }],
  ["network", null],
] as const)(
  "a registration that fails is said as “%s”, and nothing typed is lost",
  async (failure, answer) => {
    answers(answer);
    const { fill, findByText } = open();
    await fill();
    expect(await findByText(t("auth.register.failed"))).toBeDefined();
    expect(await findByText(t(`auth.register.failure.${failure}`))).toBeDefined();
    expect(LABELS.map((name) => input(name).value)).toEqual(LABELS.map((name) => GOOD[name]));
    expect(router.replace).not.toHaveBeenCalled();
  },
);
