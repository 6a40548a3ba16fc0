import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import {
  answers,
  answersLater,
  button,
  field,
  isBusy,
  problem,
  ready,
  sent,
  show,
  t,
} from "@/tests/support/screen";
import { ForgotForm } from "./forgot-form";

const email = () => field(t("access.forgot.email"));
const submit = () => button(t("access.forgot.submit"));

it.each(["", "emma", "emma@"])("“%s” is no address, which is said before anything is sent", async (typed) => {
  const fetch = answers({ body: {} });
  const { user } = show(<ForgotForm />);
  if (typed) await user.type(email(), typed);
  await user.click(submit());
  expect(screen.getByText(t("errors.fields.email"))).toBeDefined();
  expect(document.activeElement).toBe(email());
  expect(fetch).not.toHaveBeenCalled();
});

it("says the same for every address, and another can be tried", async () => {
  const fetch = answers({ body: {} });
  const { user } = show(<ForgotForm />);
  const answer = answersLater(fetch);
  await user.type(email(), " emma@example.org {Enter}");
  // A disabled button would lose the focus.
  expect([isBusy(t("access.sending")), button(t("access.sending")).disabled]).toEqual([true, false]);
  answer.resolve(Response.json({}));
  const said = await screen.findByRole("heading", { name: t("access.forgot.sentTitle") });
  expect(document.activeElement).toBe(said);
  expect(fetch.mock.calls[0]?.[0]).toBe("/api/auth/password/forgot");
  expect(sent(fetch)).toEqual([{ email: "emma@example.org" }]);
  await user.click(await ready(() => button(t("access.forgot.again"))));
  expect(email().value).toBe("");
});

it("a link to cancel a plan is asked for elsewhere", async () => {
  const fetch = answers({ body: {} });
  const { user } = show(<ForgotForm asks="cancelPlan" />);
  await user.type(field(t("access.cancelPlan.email")), "emma@example.org{Enter}");
  await screen.findByRole("heading", { name: t("access.cancelPlan.sentTitle") });
  expect(fetch.mock.calls[0]?.[0]).toBe("/api/subscriptions/cancel-link");
});

it("without an answer it says so, and what was typed is still there", async () => {
  answers({ status: 429, body: problem("RATE_LIMITED", "Too many tries.") });
  const { user, findByText } = show(<ForgotForm />);
  await user.type(email(), "emma@example.org{Enter}");
  expect(await findByText("Too many tries.")).toBeDefined();
  expect(email().value).toBe("emma@example.org");
});
