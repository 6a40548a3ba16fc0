import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Fold } from "@/components/profile/fold";
import { blockAction } from "@/lib/actions/safety";
import {
  accepted,
  answersLater,
  button,
  dialogCloses,
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
const BLOCK = t("safety.block.block");
const block = () => button(BLOCK);

async function asked() {
  const shown = show(<BlockButton username="daan" />);
  await shown.openBy(BLOCK);
  return shown;
}

it("cancelling blocks nobody", async () => {
  const { user } = await asked();
  await user.click(button(t("common.cancel")));
  await dialogCloses();
  expect(action).not.toHaveBeenCalled();
  await waitFor(() => expect(document.activeElement).toBe(block()));
});

it("the question stays while somebody is blocked, and their page is left", async () => {
  const answer = answersLater(action);
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

it("a refusal says why, and the page stays", async () => {
  action.mockResolvedValue(refusal("RATE_LIMITED", "Too many tries."));
  const { user, findByText } = await asked();
  await user.click(block());
  expect(await findByText("Too many tries.")).toBeDefined();
  expect(router.push).not.toHaveBeenCalled();
});

it("only the chosen person is unblocked", async () => {
  const answer = answersLater(action);
  const { user, change } = show(<BlockedPeople usernames={["daan", "mina"]} />);
  await user.click(button(t("safety.block.unblockOne", { username: "mina" })));
  expect(action).toHaveBeenCalledExactlyOnceWith({ username: "mina", isBlocked: false });
  // The button goes with the name.
  change(<BlockedPeople usernames={["daan"]} />);
  answer.resolve(accepted());
  const title = screen.getByRole("heading", { name: t("safety.block.list") });
  await waitFor(() => expect(document.activeElement).toBe(title));
});

it("after the last one the list goes, and the section around it gets the focus", async () => {
  const answer = answersLater(action);
  const section = (usernames: string[]) => (
    <Fold id="privacy" title="Privacy" setting="">
      <BlockedPeople usernames={usernames} />
    </Fold>
  );
  const { user, change } = show(section(["daan"]));
  await user.click(screen.getByText(t("safety.block.unblock")));
  change(section([]));
  answer.resolve(accepted());
  await waitFor(() => expect(document.activeElement?.id).toBe("privacy"));
});
