import { waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answersLater, button, router, show } from "@/tests/support/screen";
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
