import { waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { turnOffPush } from "@/components/shared/push";
import {
  answers,
  answersLater,
  button,
  isBusy,
  leave,
  problem,
  ready,
  show,
  t,
} from "@/tests/support/screen";
import { AppHeader } from "./app-header";
import { isDark } from "./theme";

vi.mock("@/components/shared/push", () => ({ turnOffPush: vi.fn() }));
const logout = () => button(t("shell.logout"));
const theme = () => button(t("shell.darkMode"));
const header = <AppHeader appName="Steuntje" tier="none" />;

beforeEach(() => vi.stubGlobal("Notification", { permission: "granted" }));
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  localStorage.clear();
  document.documentElement.className = "";
});

it("logging out ends the push messages and the session, and leaves nothing in the tab but the theme", async () => {
  vi.mocked(turnOffPush).mockRejectedValue(new Error("no network"));
  sessionStorage.setItem("request-draft", "typed");
  const fetch = answers({ body: {} });
  const { user } = show(header);
  await user.click(theme());
  localStorage.clear();
  await user.click(logout());
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith("/auth"));
  expect(turnOffPush).toHaveBeenCalledOnce();
  expect(fetch.mock.calls.map(([path]) => path)).toEqual(["/api/auth/logout"]);
  expect(sessionStorage.length).toBe(0);
  expect(localStorage.length).toBe(1);
});

it("a failed logout is shown and can be tried again; nothing is lost", async () => {
  sessionStorage.setItem("request-draft", "typed");
  const fetch = answers({ body: {} });
  const answer = answersLater(fetch);
  const { user, findByText } = show(header);
  await user.click(logout());
  await user.click(logout());
  expect(fetch).toHaveBeenCalledOnce();
  // A disabled button would lose the focus.
  expect([isBusy(t("shell.logout")), logout().disabled]).toEqual([true, false]);
  answer.resolve(Response.json(problem("INTERNAL", "Something went wrong."), { status: 500 }));
  expect(await findByText(t("shell.logoutFailed"))).toBeDefined();
  await ready(logout);
  expect(sessionStorage.length).toBe(1);
  expect(leave).not.toHaveBeenCalled();
});

it("the theme changes at once, is stored, and is said", async () => {
  const { user } = show(header);
  expect([isDark(), theme().getAttribute("aria-pressed")]).toEqual([false, "false"]);
  await user.click(theme());
  await waitFor(() => expect(theme().getAttribute("aria-pressed")).toBe("true"));
  expect(isDark()).toBe(true);
  await user.click(await ready(theme));
  await waitFor(() => expect(theme().getAttribute("aria-pressed")).toBe("false"));
  expect(localStorage.getItem("dark-mode")).toBe("false");
});
