import { act, fireEvent, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { button, later, show, t } from "@/tests/support/screen";
import { lazily } from "./lazily";

type Module = { Greeting: (props: { name: string }) => string };
const module: Module = { Greeting: ({ name }) => `Hello ${name}` };

beforeEach(() => vi.useFakeTimers());
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const isLoading = () => screen.queryByText(t("common.loading")) !== null;

it("a component is fetched when it is first shown, and once", async () => {
  const load = vi.fn(async () => module);
  const Greeting = lazily(load, "Greeting");
  const { container, change } = show(null);
  expect(load).not.toHaveBeenCalled();
  change(<Greeting name="Daan" />);
  await pass(0);
  expect(container.textContent).toContain("Hello Daan");
  change(null);
  change(<Greeting name="Noor" />);
  expect(container.textContent).toContain("Hello Noor");
  expect(load).toHaveBeenCalledOnce();
});

it("on a slow connection it is said that a dialog opens; the page around it stays", async () => {
  const code = later<Module>();
  const Greeting = lazily(() => code.promise, "Greeting");
  const { container } = show(
    <>
      <p>The page</p>
      <Greeting name="Daan" />
    </>,
  );
  await pass(150);
  expect(isLoading()).toBe(false);
  await pass(100);
  expect(isLoading()).toBe(true);
  expect(screen.getByText(t("common.loading")).closest("[role=status]")).not.toBeNull();
  expect(screen.getByText("The page").style.display).toBe("");
  code.resolve(module);
  await pass(1_000);
  expect(isLoading()).toBe(false);
  expect(container.textContent).toContain("Hello Daan");
});

it("its own fallback is shown at once in its place", async () => {
  const code = later<Module>();
  const Greeting = lazily(
    () => code.promise,
    "Greeting",
    () => "A form",
  );
  const { container } = show(<Greeting name="Daan" />);
  expect(container.textContent).toBe("A form");
  code.resolve(module);
  await pass(0);
  expect(container.textContent).toBe("Hello Daan");
});

/** Loads, after the code was lost once. */
const lostOnce = () =>
  vi.fn(async () => module).mockRejectedValueOnce(new Error("Failed to load chunk /_next/static/a.js"));
const isSaid = () => screen.queryByText(t("errors.mobile.offline")) !== null;

it("of code that is lost it is asked whether the server has a newer build, which has other code", async () => {
  const update = vi.fn(async () => undefined);
  vi.stubGlobal("navigator", { ...navigator, serviceWorker: { getRegistration: async () => ({ update }) } });
  const Greeting = lazily(lostOnce(), "Greeting");
  show(<Greeting name="Daan" />);
  await pass(0);
  expect(isSaid()).toBe(true);
  expect(update).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

it("a dialog whose code is lost closes and says why; the next press fetches it again", async () => {
  const load = lostOnce();
  const Greeting = lazily(load, "Greeting") as (
    props: Parameters<Module["Greeting"]>[0] & { onClose: () => void; onBack: () => void },
  ) => ReactNode;
  const handlers = { onClose: vi.fn(), onBack: vi.fn() };
  const { container, change } = show(<Greeting name="Daan" {...handlers} />);
  await pass(0);
  expect(isSaid()).toBe(true);
  expect(handlers.onClose).toHaveBeenCalledOnce();
  // A dialog that goes back in the history ends with that, of which only its own code learns.
  expect(handlers.onBack).toHaveBeenCalledOnce();
  change(null);
  change(<Greeting name="Daan" {...handlers} />);
  await pass(0);
  expect(container.textContent).toContain("Hello Daan");
  expect(load).toHaveBeenCalledTimes(2);
});

it("a part of a page whose code is lost says why, and fetches it again at a press", async () => {
  const Greeting = lazily(lostOnce(), "Greeting", () => "A form");
  const { container } = show(<Greeting name="Daan" />);
  await pass(0);
  expect(isSaid()).toBe(true);
  fireEvent.click(button(t("shell.fault.retry")));
  await pass(0);
  expect(container.textContent).toContain("Hello Daan");
});
