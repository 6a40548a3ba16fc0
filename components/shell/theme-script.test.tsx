import { afterEach, expect, it, vi } from "vitest";
import { show } from "@/tests/support/screen";
import { isDark, storeTheme } from "./theme";
import { ThemeScript } from "./theme-script";

const FRAME = 'meta[name="theme-color"]';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  document.documentElement.className = "";
  document.querySelector(FRAME)?.remove();
});

it.each([true, false])("a page that React draws has the stored theme (dark: %s)", (dark) => {
  storeTheme(dark);
  show(<ThemeScript nonce={undefined} />);
  expect(isDark()).toBe(dark);
  expect(document.querySelectorAll(FRAME)).toHaveLength(dark ? 1 : 0);
});

it("where storage is forbidden it is light", () => {
  const getItem = () => {
    throw new DOMException("forbidden", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem });
  show(<ThemeScript nonce={undefined} />);
  expect(isDark()).toBe(false);
});
