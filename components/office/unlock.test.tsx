import { waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { askForPasskey } from "@/components/shared/passkey";
import { answers, button, leave, problem, ready, sent, show, t } from "@/tests/support/screen";
import { Unlock } from "./unlock";

vi.mock("@/components/shared/passkey", () => ({ askForPasskey: vi.fn() }));
const passkey = vi.mocked(askForPasskey);
const unlock = () => button(t("office.unlock.button"));

it("the office opens on the page that was asked for, by a full load", async () => {
  passkey.mockResolvedValue({ passkey: "signed" } as never);
  const fetch = answers({ body: {} });
  const { user } = show(<Unlock next="/office/books" />);
  await user.click(unlock());
  await user.click(unlock());
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith("/office/books"));
  expect(sent(fetch)).toEqual([{ passkey: "signed" }]);
  // A disabled one would lose the focus.
  expect([unlock().disabled, document.activeElement]).toEqual([false, unlock()]);
});

it.each([
  [403, "WRONG_PROOF", t("office.unlock.failedText")],
  [429, "RATE_LIMITED", "Too many tries."],
] as const)("a passkey that is refused (%i) leaves it closed and says why", async (status, code, said) => {
  passkey.mockResolvedValue({ passkey: "signed" } as never);
  answers({ status, body: problem(code, "Too many tries.") });
  const { user, findByText } = show(<Unlock next="/office" />);
  await user.click(unlock());
  expect(await findByText(said)).toBeDefined();
  await ready(unlock);
  expect(leave).not.toHaveBeenCalled();
});

it("without a passkey it can be tried again", async () => {
  passkey.mockRejectedValue(new DOMException("no", "NotAllowedError"));
  const { user, findByText } = show(<Unlock next="/office" />);
  await user.click(unlock());
  expect(await findByText(t("office.unlock.failedText"))).toBeDefined();
  await ready(unlock);
});
