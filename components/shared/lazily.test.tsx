import { act, fireEvent, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { button, later, show, t } from "@/tests/support/screen";
import { lazily } from "./lazily";

type Module = { Greeting: (props: { name: string }) => string };
const module: Module = { Greeting: ({ name }) => `Hello ${name}` };

beforeEach(() => {
  vi.useFakeTimers();
  file(200);
});
afterEach(() => vi.unstubAllGlobals());
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
/** What the server says of the file of that code. */
const file = (status: number) => {
  const fetch = vi.fn(async (_path: string, _asked: RequestInit) => new Response(null, { status }));
  vi.stubGlobal("fetch", fetch);
  return fetch;
};
const isSaid = () => screen.queryByText(t("errors.mobile.offline")) !== null;

it("code that is gone since a deployment is not called a problem of the network: the page is loaded anew", async () => {
  const fetch = file(404);
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
  const offered = vi.fn();
  window.addEventListener("outdated", offered);
  const Greeting = lazily(lostOnce(), "Greeting", () => "A form");
  const { container } = show(<Greeting name="Daan" />);
  await pass(0);
  expect(isSaid()).toBe(false);
  expect(container.textContent).toContain(t("install.update.text"));
  expect(fetch).toHaveBeenCalledExactlyOnceWith(
    "/_next/static/a.js",
    expect.objectContaining({ method: "HEAD", signal: expect.any(AbortSignal) }),
  );
  expect(offered).toHaveBeenCalledOnce();
  expect(reload).not.toHaveBeenCalled();
  fireEvent.click(button(t("install.update.reload")));
  expect(reload).toHaveBeenCalledOnce();
});

it("a dialog whose code is lost closes and says why; the next press fetches it again", async () => {
  const load = lostOnce();
  const Greeting = lazily(load, "Greeting") as (
    props: Parameters<Module["Greeting"]>[0] & { onClose: () => void },
  ) => ReactNode;
  const onClose = vi.fn();
  const { container, change } = show(<Greeting name="Daan" onClose={onClose} />);
  await pass(0);
  expect(isSaid()).toBe(true);
  expect(onClose).toHaveBeenCalledOnce();
  change(null);
  change(<Greeting name="Daan" onClose={onClose} />);
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
