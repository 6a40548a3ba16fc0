import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import GlobalError from "@/app/global-error";
import { isDark, storeTheme } from "./theme";
import { ThemeScript } from "./theme-script";

const FRAME = 'meta[name="theme-color"]';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  document.documentElement.className = "";
  document.querySelector(FRAME)?.remove();
});

const page = <ThemeScript nonce={undefined} />;
const crash = <GlobalError error={new Error("x")} reset={() => undefined} />;

it.each([
  ["a page", true, page],
  ["a page", false, page],
  ["the page of a crash", true, crash],
])("%s that React draws has the stored theme (dark: %s)", (_, dark, drawn) => {
  storeTheme(dark);
  render(drawn);
  expect(isDark()).toBe(dark);
  expect(document.querySelectorAll(FRAME)).toHaveLength(dark ? 1 : 0);
});

it("where storage is forbidden it is light", () => {
  const getItem = () => {
    throw new DOMException("forbidden", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem });
  render(page);
  expect(isDark()).toBe(false);
});
