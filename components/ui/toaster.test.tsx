import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { place, show, t } from "@/tests/support/screen";
import { type Toast, toast } from "./toast-store";

const PAGE = <button type="button">Where the person was</button>;
const card = () => screen.queryByRole("article");
const origin = () => screen.getByRole("button", { name: "Where the person was" });
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const press = (key: string, target: Element | Window = document.activeElement ?? window) =>
  fireEvent.keyDown(target, { key });

async function showing(content: Partial<Toast> = {}) {
  const shown = show(PAGE);
  // The card's code comes with the first page.
  await act(async () => void (await vi.dynamicImportSettled()));
  vi.useFakeTimers();
  act(() => toast({ title: "Saved", ...content }));
  expect(card()).not.toBeNull();
  return shown;
}
beforeEach(() => window.dispatchEvent(new Event("focus")));

it("leaves after five seconds, which stand still while somebody is at it or away", async () => {
  await showing();
  const shown = card() as HTMLElement;
  pass(4_000);
  fireEvent.pointerEnter(shown);
  pass(60_000);
  expect(card()).not.toBeNull();
  fireEvent.pointerLeave(shown);
  act(() => void window.dispatchEvent(new Event("blur")));
  pass(60_000);
  expect(card()).not.toBeNull();
  act(() => void window.dispatchEvent(new Event("focus")));
  pass(900);
  expect(card()).not.toBeNull();
  pass(200);
  expect(card()).toBeNull();
});

it("the next replaces the one on screen, and each is announced", async () => {
  await showing();
  pass(50);
  const region = screen.getByRole("status");
  expect(region.textContent).toBe(`${t("common.notification")} Saved`);
  act(() => toast({ title: "Failed", description: "Try again.", variant: "destructive" }));
  expect(screen.getAllByRole("article")).toHaveLength(1);
  pass(50);
  expect(region.textContent).toBe(`${t("common.notification")} Failed Try again.`);
  pass(1_000);
  expect(region.textContent).toBe("");
});

it("F8 goes to the toast and back, and Escape closes it from inside", async () => {
  await showing();
  act(() => origin().focus());
  press("F8");
  pass(10);
  expect(document.activeElement).toBe(card());
  press("F8");
  expect(document.activeElement).toBe(origin());
  press("F8");
  pass(10);
  act(() => screen.getByRole("button", { name: t("common.close") }).focus());
  press("Tab");
  expect(document.activeElement).toBe(origin());
  press("F8");
  pass(10);
  press("Escape");
  expect(card()).toBeNull();
  expect(document.activeElement).toBe(origin());
});

it("Escape from outside closes it only when nothing else used the key", async () => {
  await showing();
  const dialog = (event: KeyboardEvent) => event.preventDefault();
  document.addEventListener("keydown", dialog, { once: true });
  press("Escape", origin());
  expect(card()).not.toBeNull();
  press("Escape", origin());
  expect(card()).toBeNull();
});

it.each([
  [45, 3, true],
  [-120, 3, true],
  [60, 90, true],
  [55, 3, false],
])("a swipe by %i and %i pixels leaves it: %s", async (x, y, stays) => {
  await showing();
  const shown = card() as HTMLElement;
  shown.setPointerCapture = () => undefined;
  const at = (dx: number, dy: number) => ({ button: 0, pointerId: 1, clientX: 100 + dx, clientY: 20 + dy });
  fireEvent.pointerDown(shown, at(0, 0));
  fireEvent.pointerMove(shown, at(x / 2, y / 2));
  fireEvent.pointerMove(shown, at(x, y));
  fireEvent.pointerUp(shown, at(x, y));
  expect(card() !== null).toBe(stays);
});

it.each([
  ["success", undefined, false],
  ["destructive", undefined, true],
  ["success", true, true],
] as const)("when the page changes, a %s (to the next page: %s) stays: %s", async (variant, next, stays) => {
  const { change } = await showing({ variant, ...(next && { toNextPage: next }) });
  place.path = "/profile";
  change(PAGE);
  expect(card() !== null).toBe(stays);
});
