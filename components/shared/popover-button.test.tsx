import { act, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answersLater, button, dialogCloses, dialogOpens, openDialog, show } from "@/tests/support/screen";
import { LazyPopover, PopoverButton } from "./popover-button";

function shown(props: { instead?: () => Promise<boolean> } = {}) {
  return show(
    <PopoverButton
      {...props}
      trigger={(trigger) => (
        <button type="button" {...trigger}>
          Share
        </button>
      )}
      popover={(place) => (
        <LazyPopover {...place} label="Ways to share" align="end" className="">
          <button type="button" onClick={place.onClose}>
            Copy
          </button>
        </LazyPopover>
      )}
    />,
  );
}
const share = () => button("Share");
const isExpanded = () => share().getAttribute("aria-expanded") === "true";

it("opens what it announces, with the focus in it, and a second press closes it", async () => {
  const { user, openBy } = shown();
  expect([share().getAttribute("aria-haspopup"), isExpanded()]).toEqual(["dialog", false]);
  await openBy("Share");
  expect(openDialog()?.getAttribute("aria-label")).toBe("Ways to share");
  expect(isExpanded()).toBe(true);
  await waitFor(() => expect(document.activeElement).toBe(button("Copy")));
  await user.click(share());
  await dialogCloses();
  expect(isExpanded()).toBe(false);
});

it.each([
  ["Escape", "{Escape}"],
  ["a choice", "{Enter}"],
])("%s closes it, and the focus returns to the button", async (_, key) => {
  const { user, openBy } = shown();
  await openBy("Share");
  await waitFor(() => expect(document.activeElement).toBe(button("Copy")));
  await user.keyboard(key);
  await dialogCloses();
  expect(isExpanded()).toBe(false);
  await waitFor(() => expect(document.activeElement).toBe(share()));
});

it("opens only where nothing else was done instead", async () => {
  const instead = vi.fn<() => Promise<boolean>>();
  const { user } = shown({ instead });
  instead.mockResolvedValueOnce(true);
  await user.click(share());
  expect(isExpanded()).toBe(false);
  instead.mockResolvedValueOnce(false);
  await user.click(share());
  await dialogOpens();
  await user.click(share());
  await dialogCloses();
  expect(instead).toHaveBeenCalledTimes(2);
});

it("a second press meanwhile starts nothing", async () => {
  const instead = vi.fn(async () => false);
  const answer = answersLater<boolean>(instead);
  const { user } = shown({ instead });
  await user.click(share());
  await user.click(share());
  expect(instead).toHaveBeenCalledOnce();
  expect(isExpanded()).toBe(false);
  await act(async () => answer.resolve(true));
  expect(isExpanded()).toBe(false);
  await user.click(share());
  await dialogOpens();
});
