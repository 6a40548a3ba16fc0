import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { askForPasskey } from "@/components/shared/passkey";
import {
  answers,
  answersLater,
  button,
  field,
  noButton,
  problem,
  sent,
  show,
  t,
} from "@/tests/support/screen";
import { StepUpDialog } from "./step-up-dialog";

vi.mock("@/components/shared/passkey", () => ({ askForPasskey: vi.fn() }));
const passkey = vi.mocked(askForPasskey);

const ALL = { password: true, code: true, passkey: true, google: false };

async function open(ways: object, ...turns: Parameters<typeof answers>) {
  const fetch = answers({ body: ways }, ...turns);
  const onEnd = vi.fn();
  const onClose = vi.fn();
  const shown = show(<StepUpDialog isForOffice={false} onEnd={onEnd} onClose={onClose} />);
  await screen.findByRole("button", { name: t("stepUp.confirm") });
  return { ...shown, fetch, onEnd, onClose };
}
const password = () => field(t("stepUp.password"));

it("asks for what the person has, and ends once the server accepts it", async () => {
  const { user, fetch, onEnd } = await open(ALL, { body: {} });
  await user.type(password(), "secret1");
  await user.type(field(t("auth.login.code")), "123456{Enter}");
  await waitFor(() => expect(onEnd).toHaveBeenCalledExactlyOnceWith(true));
  expect(sent(fetch)[1]).toEqual({ password: "secret1", code: "123456" });
});

it("a wrong password is said at its field, keeps the dialog, and can be typed again", async () => {
  const wrong = problem("WRONG_PROOF", "Wrong", { fields: { password: "That is not your password" } });
  const { user, onEnd, findByText } = await open(
    { ...ALL, code: false },
    { status: 403, body: wrong },
    { body: {} },
  );
  await user.type(password(), "secret1{Enter}");
  expect(await findByText("That is not your password")).toBeDefined();
  expect(document.activeElement).toBe(password());
  expect(onEnd).not.toHaveBeenCalled();
  expect(password().value).toBe("secret1");
  await user.type(password(), "2{Enter}");
  await waitFor(() => expect(onEnd).toHaveBeenCalledExactlyOnceWith(true));
});

it("it does not close while the proof is checked; closing it afterwards proves nothing", async () => {
  const { user, fetch, onEnd, onClose } = await open({ ...ALL, code: false });
  const answer = answersLater(fetch);
  await user.type(password(), "secret1{Enter}");
  await user.keyboard("{Escape}");
  expect(onClose).not.toHaveBeenCalled();
  answer.resolve(Response.json(problem("RATE_LIMITED", "Wait."), { status: 429 }));
  await waitFor(() => expect(noButton(t("stepUp.checking"))).toBe(true));
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
  expect(onEnd).not.toHaveBeenCalled();
});

it("a passkey that did not work says so and leaves the other ways", async () => {
  passkey.mockRejectedValueOnce(new DOMException("no", "NotAllowedError"));
  const { user, onEnd, findByText } = await open(ALL);
  await user.click(button(t("stepUp.passkey")));
  expect(await findByText(t("stepUp.passkeyFailed"))).toBeDefined();
  expect(onEnd).not.toHaveBeenCalled();
  expect(password()).toBeDefined();
});

it("the office takes a passkey and nothing else", async () => {
  answers({ body: ALL });
  show(<StepUpDialog isForOffice onEnd={vi.fn()} onClose={vi.fn()} />);
  expect(await screen.findByRole("button", { name: t("stepUp.passkey") })).toBeDefined();
  expect(screen.queryByLabelText(t("stepUp.password"))).toBeNull();
});

it("without an answer of the server nothing is proven", async () => {
  answers(null);
  const onEnd = vi.fn();
  show(<StepUpDialog isForOffice={false} onEnd={onEnd} onClose={vi.fn()} />);
  await waitFor(() => expect(onEnd).toHaveBeenCalledExactlyOnceWith(false));
});
