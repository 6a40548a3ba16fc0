import { act, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { button, openDialog, show, t } from "@/tests/support/screen";
import { Popover, PopoverContent, PopoverTrigger } from "./popover";
import { ToastCard } from "./toast-card";
import type { Toast } from "./toast-store";

const page = (toast: Partial<Toast> = {}) => (
  <>
    <Popover>
      <PopoverTrigger>Share</PopoverTrigger>
      <PopoverContent aria-label="Share this">
        <button type="button">Copy</button>
      </PopoverContent>
    </Popover>
    <button type="button">Next</button>
    <ToastCard toast={{ id: 1, title: "Saved", ...toast }} />
  </>
);
const card = () => screen.queryByRole("article");
const close = () => button(t("common.close"));
const focused = () => document.activeElement;

it("is named by its title and described by its text, of which there may be none", () => {
  const { change } = show(page({ description: "All of it." }));
  expect(screen.getByRole("article", { name: "Saved", description: "All of it." })).toBeDefined();
  change(page());
  expect(card()?.hasAttribute("aria-describedby")).toBe(false);
});

it("its button closes it and returns the focus to where the person was", async () => {
  const { user } = show(page());
  button("Share").focus();
  await user.click(close());
  expect(card()).toBeNull();
  expect(focused()).toBe(button("Share"));
});

it("its link leads to what it is about, and closes it", async () => {
  const { user } = show(page({ link: { label: "See it", href: "/profile" } }));
  const link = screen.getByRole("link", { name: "See it" });
  expect(link.getAttribute("href")).toBe("/profile");
  link.addEventListener("click", (event) => event.preventDefault());
  await user.click(link);
  expect(card()).toBeNull();
});

it("a press on it leaves open the popover that caused it, and F8 goes to it from there and back", async () => {
  const { user, openBy } = show(page());
  await openBy("Share");
  await waitFor(() => expect(focused()).toBe(button("Copy")));
  await user.keyboard("{F8}");
  await waitFor(() => expect(focused()).toBe(card()));
  await user.keyboard("{F8}");
  expect(focused()).toBe(button("Copy"));
  await user.click(close());
  expect(card()).toBeNull();
  expect(openDialog()).not.toBeNull();
});

it("after F8, Tab goes through it, and past either end returns to where the person was", async () => {
  const { user } = show(page({ link: { label: "See it", href: "/profile" } }));
  button("Share").focus();
  await user.keyboard("{F8}");
  await waitFor(() => expect(focused()).toBe(card()));
  await user.tab();
  expect(focused()).toBe(screen.getByRole("link", { name: "See it" }));
  await user.tab();
  expect(focused()).toBe(close());
  await user.tab();
  expect(focused()).toBe(button("Share"));
  await user.keyboard("{F8}");
  await waitFor(() => expect(focused()).toBe(card()));
  await user.tab({ shift: true });
  expect(focused()).toBe(button("Share"));
});

it("its time stops while the focus is on it", () => {
  vi.useFakeTimers();
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  show(page());
  act(() => close().focus());
  pass(60_000);
  expect(card()).not.toBeNull();
  act(() => close().blur());
  pass(5_000);
  expect(card()).toBeNull();
});
