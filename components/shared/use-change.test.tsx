import { act } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { router, show } from "@/tests/support/screen";
import { useChange } from "./use-change";

it("a press while a call runs starts no other, and the page is reloaded once", async () => {
  let change: ReturnType<typeof useChange>["change"] = async () => false;
  function Caller() {
    ({ change } = useChange());
    return null;
  }
  show(<Caller />);
  let end = () => {};
  const run = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
  const results: Promise<boolean>[] = [];
  await act(async () => void results.push(change(run)));
  await act(async () => void results.push(change(run)));
  await act(async () => end());
  expect(await Promise.all(results)).toEqual([true, false]);
  expect(run).toHaveBeenCalledOnce();
  expect(router.refresh).toHaveBeenCalledOnce();
});
