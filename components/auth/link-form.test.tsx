import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { askForPasskey } from "@/components/shared/passkey";
import {
  answers,
  answersLater,
  button,
  field,
  isBusy,
  noButton,
  problem,
  ready,
  router,
  sent,
  show,
  t,
} from "@/tests/support/screen";
import { LinkForm } from "./link-form";

vi.mock("@/components/shared/passkey", () => ({ askForPasskey: vi.fn() }));

type Props = Parameters<typeof LinkForm>[0];
const link = (props: Partial<Props>) => (
  <LinkForm
    token="tok"
    purpose="confirm_email"
    email="emma@example.org"
    username="emma"
    asks={{ passkey: false, code: false }}
    {...props}
  />
);

it("opening the page changes nothing; its button does, once", async () => {
  const fetch = answers({ body: {} });
  const answer = answersLater(fetch);
  const { user } = show(link({}));
  expect(fetch).not.toHaveBeenCalled();
  await user.click(button(t("access.link.confirm_email.action")));
  // A disabled button would lose the focus.
  expect([isBusy(t("access.sending")), button(t("access.sending")).disabled]).toEqual([true, false]);
  await user.click(button(t("access.sending")));
  expect(fetch.mock.calls.map(([path]) => path)).toEqual(["/api/auth/email/confirm"]);
  expect(sent(fetch)).toEqual([{ token: "tok" }]);
  answer.resolve(Response.json({}));
  const done = await screen.findByRole("heading", { name: t("access.link.confirm_email.doneTitle") });
  expect(document.activeElement).toBe(done);
});

it("a new password that is refused is said at its field and stays typed", async () => {
  const fields = { password: "Too many people use it" };
  const fetch = answers(
    { status: 400, body: problem("WEAK_PASSWORD", "Weak", { fields }) },
    { body: { user: { id: "u1" } } },
  );
  const { user, findByText } = show(link({ purpose: "reset_password" }));
  const password = field(t("access.link.password"));
  await user.type(password, "password{Enter}");
  expect(await findByText("Too many people use it")).toBeDefined();
  expect(document.activeElement).toBe(password);
  expect(password.value).toBe("password");
  await user.type(password, " of Emma{Enter}");
  expect(await findByText(t("access.link.reset_password.doneTitle"))).toBeDefined();
  expect(sent(fetch)[1]).toEqual({ token: "tok", password: "password of Emma" });
});

it("where a second factor still protects the account the new password does not log in", async () => {
  answers({ body: { user: null } });
  const { user } = show(link({ purpose: "reset_password" }));
  await user.type(field(t("access.link.password")), "a new secret{Enter}");
  const login = await screen.findByRole("link", { name: t("access.login") });
  expect(login.getAttribute("href")).toBe("/auth");
});

it("a link that was used meanwhile says so and reads the page again", async () => {
  answers({ status: 410, body: problem("TOKEN_INVALID", "This link was used already.") });
  const { user, findByText } = show(link({}));
  await user.click(button(t("access.link.confirm_email.action")));
  expect(await findByText("This link was used already.")).toBeDefined();
  expect(router.refresh).toHaveBeenCalledOnce();
  expect(button(t("access.link.confirm_email.action"))).toBeDefined();
});

it("an address is changed back with the passkey where only that proves the owner", async () => {
  vi.mocked(askForPasskey).mockRejectedValueOnce(new DOMException("no", "NotAllowedError"));
  vi.mocked(askForPasskey).mockResolvedValueOnce({ passkey: "signed" } as never);
  const fetch = answers({ body: {} });
  const { user, findByText } = show(link({ purpose: "undo_email", asks: { passkey: true, code: false } }));
  expect(noButton(t("access.link.undo_email.action"))).toBe(true);
  await user.click(button(t("access.link.undo_email.passkey")));
  expect(await findByText(t("access.failed"))).toBeDefined();
  expect(fetch).not.toHaveBeenCalled();
  await user.click(await ready(() => button(t("access.link.undo_email.passkey"))));
  await waitFor(() => expect(sent(fetch)).toEqual([{ token: "tok", passkey: "signed" }]));
});

it.each([
  ["May 1, 2099", "You keep Gold until May 1, 2099."],
  [null, t("access.link.cancel_plan.textOver")],
])("a plan that runs until %s is said before and after it is cancelled", async (until, text) => {
  answers({ body: { subscriptionExpiry: null } });
  const { user } = show(link({ purpose: "cancel_plan", plan: { name: "Gold", until } }));
  expect(screen.getByRole("heading", { name: "Cancel Gold?" })).toBeDefined();
  expect(document.body.textContent).toContain(text);
  await user.click(button(t("access.link.cancel_plan.action")));
  await screen.findByRole("heading", { name: t("access.link.cancel_plan.doneTitle") });
  expect(document.body.textContent?.includes("You keep Gold")).toBe(until !== null);
});
