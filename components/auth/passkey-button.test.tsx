import { waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { askForPasskey } from "@/components/shared/passkey";
import {
  answers,
  answersLater,
  button,
  GREETINGS,
  isBusy,
  problem,
  ready,
  router,
  sent,
  show,
  t,
} from "@/tests/support/screen";
import { PasskeyButton } from "./passkey-button";

vi.mock("@/components/shared/passkey", () => ({
  askForPasskey: vi.fn(),
  browserSupportsWebAuthnAutofill: async () => false,
}));
const passkey = vi.mocked(askForPasskey);
const login = () => button(t("auth.login.passkey"));

it("is asked once, and its answer leads on", async () => {
  const answer = answersLater(passkey);
  const fetch = answers({ body: { user: { preferredLanguage: "fr" } } });
  const { user } = show(<PasskeyButton next="/profile" greetings={GREETINGS} />);
  await user.click(login());
  // A disabled button would lose the focus.
  expect([isBusy(t("auth.login.passkey")), login().disabled]).toEqual([true, false]);
  await user.click(login());
  answer.resolve({ id: "pk1" } as never);
  await waitFor(() => expect(router.replace).toHaveBeenCalledExactlyOnceWith("/profile"));
  expect(sent(fetch)).toEqual([{ id: "pk1" }]);
  expect(passkey).toHaveBeenCalledOnce();
});

it("without a passkey, or after a refusal, it says so and the button can be pressed again", async () => {
  passkey.mockRejectedValue(new DOMException("no", "NotAllowedError"));
  const { user, findByText } = show(<PasskeyButton next="/profile" greetings={GREETINGS} />);
  await user.click(login());
  expect(await findByText(t("auth.login.failure.passkey"))).toBeDefined();
  await ready(login);
  expect(router.replace).not.toHaveBeenCalled();
});

it("a server that refuses it says why", async () => {
  passkey.mockResolvedValue({ id: "pk1" } as never);
  answers({ status: 429, body: problem("RATE_LIMITED", "Too many tries.") });
  const { user, findByText } = show(<PasskeyButton next="/profile" greetings={GREETINGS} />);
  await user.click(login());
  expect(await findByText(t("auth.login.failure.tooMany"))).toBeDefined();
  expect(router.replace).not.toHaveBeenCalled();
});
