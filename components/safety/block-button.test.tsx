import { waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { blockAction } from "@/lib/actions/safety";
import {
  accepted,
  button,
  dialogCloses,
  dialogOpens,
  later,
  openDialog,
  refusal,
  router,
  show,
  t,
} from "@/tests/support/screen";
import { BlockButton } from "./block-button";
import { BlockedPeople } from "./blocked-people";

vi.mock("@/lib/actions/safety", () => ({ blockAction: vi.fn() }));
const action = vi.mocked(blockAction);
const block = () => button(t("safety.block.block"));

async function asked() {
  const shown = show(<BlockButton username="daan" />);
  await shown.user.click(block());
  await dialogOpens();
  return shown;
}

it("nobody is blocked without an answer", async () => {
  const { user } = await asked();
  await user.click(button(t("common.cancel")));
  await dialogCloses();
  expect(action).not.toHaveBeenCalled();
  await waitFor(() => expect(document.activeElement).toBe(block()));
});

it("the question stays while somebody is blocked, and their page is left", async () => {
  const answer = later<Awaited<ReturnType<typeof blockAction>>>();
  action.mockReturnValue(answer.promise);
  const { user, findByText } = await asked();
  await user.click(block());
  await user.keyboard("{Escape}");
  expect(openDialog()).not.toBeNull();
  expect(router.push).not.toHaveBeenCalled();
  answer.resolve(accepted());
  expect(await findByText(t("safety.block.done", { username: "daan" }))).toBeDefined();
  expect(action).toHaveBeenCalledExactlyOnceWith({ username: "daan", isBlocked: true });
  expect(router.push).toHaveBeenCalledExactlyOnceWith("/");
});

it("a refusal says why, and one stays on the page", async () => {
  action.mockResolvedValue(refusal("RATE_LIMITED", "Too many tries."));
  const { user, findByText } = await asked();
  await user.click(block());
  expect(await findByText("Too many tries.")).toBeDefined();
  expect(router.push).not.toHaveBeenCalled();
});

it("one of those who are blocked is unblocked, and not another", async () => {
  action.mockResolvedValue(accepted());
  const { user } = show(<BlockedPeople usernames={["daan", "mina"]} />);
  await user.click(button(t("safety.block.unblockOne", { username: "mina" })));
  expect(action).toHaveBeenCalledExactlyOnceWith({ username: "mina", isBlocked: false });
});
