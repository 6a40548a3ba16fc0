import { act, waitFor } from "@testing-library/react";
import { startTransition } from "react";
import { expect, it, vi } from "vitest";
import { answersLater, button, later, router, show } from "@/tests/support/screen";
import { useChange } from "./use-change";

const run = vi.fn<() => Promise<void>>();

function Press() {
  const { change } = useChange();
  return (
    <button type="button" onClick={() => void change(run)}>
      Change
    </button>
  );
}

it("a press while a call runs starts no other, and the page is reloaded once", async () => {
  const answer = answersLater(run);
  const { user } = show(<Press />);
  await user.click(button("Change"));
  await user.click(button("Change"));
  answer.resolve();
  await waitFor(() => expect(router.refresh).toHaveBeenCalledOnce());
  expect(run).toHaveBeenCalledOnce();
});

it("the next call waits until the page shows what the one before it changed", async () => {
  const page = later<void>();
  router.refresh.mockImplementationOnce(() => startTransition(() => page.promise));
  run.mockResolvedValue();
  const { user } = show(<Press />);
  await user.click(button("Change"));
  await user.click(button("Change"));
  expect(run).toHaveBeenCalledOnce();
  await act(async () => page.resolve());
  await user.click(button("Change"));
  expect(run).toHaveBeenCalledTimes(2);
});

it("who left what was pressed before its answer came is not led back to it", async () => {
  const answer = answersLater(run);
  const { user } = show(<Press />);
  await user.click(button("Change"));
  await user.click(document.body);
  await act(async () => answer.resolve());
  expect(router.refresh).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(document.body);
});
